import type { Page } from '@playwright/test'

/** Whether leaving the page would ask first. */
export const warns = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
