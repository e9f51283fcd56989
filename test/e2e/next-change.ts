import type { JSHandle, Locator } from '@playwright/test'

/** Watches an element; the promise is for its next change, even to the same text. */
export function nextChange(element: Locator): Promise<JSHandle<{ change: Promise<void> }>> {
  return element.evaluateHandle(node => ({
    change: new Promise<void>(resolve => {
      const observer = new MutationObserver(() => resolve())
      observer.observe(node, { childList: true, characterData: true, subtree: true })
    }),
  }))
}
