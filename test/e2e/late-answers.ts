import type { Page } from '@playwright/test'

/**
 * Makes pages load as they do when the server is too slow to include their first answers: they fetch these
 * themselves.
 */
export async function makeAnswersLate(page: Page): Promise<void> {
  await page.route(
    () => true,
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({
        response,
        body: html.replace(/<script[^>]* id="page-answers">.*?<\/script>/s, ''),
      })
    },
  )
}
