import type { Page } from '@playwright/test'

/** Lets the next script that a page fetches get lost, once it has fetched all that it wants by itself. */
export async function loseNextScript(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  let lost = 0
  await page.route('**/assets/*.js', route => (lost++ === 0 ? route.abort() : route.continue()))
}
