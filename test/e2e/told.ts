import type { Page } from '@playwright/test'

/**
 * Listens as a screen reader does from now on: it tells the words that come into a status, but not those that come together with their
 * status. The result returns what was told so far.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  const told = await page.evaluateHandle(() => {
    const texts: string[] = []
    const tell = (changes: MutationRecord[]) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement
        const text = at?.closest('[role=status]')?.textContent
        if (text) texts.push(text)
      }
    }
    new MutationObserver(tell).observe(document, { subtree: true, childList: true, characterData: true })
    return texts
  })
  return () => told.jsonValue()
}
