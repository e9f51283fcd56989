import type { BrowserContext, Page } from '@playwright/test'

/** A new page at a quarter of the processor's speed. */
export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}
