import type { Page } from '@playwright/test'

/**
 * Listens as a screen reader does from now on: it tells the words that come into a status or log, but not those that come together with
 * it. The result returns what was told so far.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  const told = await page.evaluateHandle(() => {
    const texts: string[] = []
    const tell = (changes: MutationRecord[]) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement
        const text = at?.closest('[role=status], [role=log]')?.textContent
        if (text) texts.push(text)
      }
    }
    new MutationObserver(tell).observe(document, { subtree: true, childList: true, characterData: true })
    return texts
  })
  return () => told.jsonValue()
}
