import type { Page } from '@playwright/test'
import { chat } from '#shared/api/chat.ts'

/** Opens a page, and lets the next script that it fetches get lost, once it has fetched all that it wants by itself. */
export async function loseNextScript(page: Page, path: string): Promise<void> {
  await openWhole(page, path)
  await page.route('**/assets/*.js', route => route.abort(), { times: 1 })
}

/**
 * Opens a page, and holds all scripts that it fetches afterwards. `end` says what becomes of those, and of all that it fetches
 * from then on.
 */
export async function holdScriptsAfter(page: Page, path: string) {
  await page.unroute('**/assets/*.js')
  await openWhole(page, path)
  const { promise: fate, resolve: end } = Promise.withResolvers<'come' | 'get lost'>()
  await page.route('**/assets/*.js', async route =>
    (await fate) === 'come' ? route.continue() : route.abort(),
  )
  return { end }
}

/** Opens a page, and waits for all that it fetches by itself. */
async function openWhole(page: Page, path: string): Promise<void> {
  // Comes with the last of them; a busy machine may be quiet for long before.
  const connects = page.waitForRequest(`**${chat.liveTicket.path}`)
  await page.goto(path)
  await connects
  await page.waitForLoadState('networkidle')
}
