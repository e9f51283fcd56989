import type { Page } from '@playwright/test'

/** Holds back a page's requests to some addresses until they are released, and lists them. */
export async function held(page: Page, addresses: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(addresses, async route => {
    asked.push(route.request().url())
    await promise
    await route.continue()
  })
  return { asked, release: resolve }
}
