import type { Page } from '@playwright/test'

/** Whether a page is wider than its window, so that it scrolls sideways. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
