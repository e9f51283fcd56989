import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import type { Person } from '../test/harness/person.ts'

/** A browser context in which a person is signed in, at a cluster whose certificate nobody else knows. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  { cookies }: Person,
  options: Pick<BrowserContextOptions, 'serviceWorkers' | 'viewport'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, ...options })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return context
}
