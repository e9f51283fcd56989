import type { Page } from '@playwright/test'
import { chat } from '#shared/api/chat.ts'

/** Opens a page, and lets the next script that it fetches get lost, once it has fetched all that it wants by itself. */
export async function loseNextScript(page: Page, path: string): Promise<void> {
  // Comes with the last of them; a busy machine may be quiet for long before.
  const connects = page.waitForRequest(`**${chat.liveTicket.path}`)
  await page.goto(path)
  await connects
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', route => route.abort(), { times: 1 })
}
