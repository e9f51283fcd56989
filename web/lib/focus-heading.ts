import { useEffect } from 'react'

/** Focuses the page's heading, where a keyboard starts and which a screen reader says, or that of a part of the page. */
export function focusHeading(part?: Element): void {
  const target =
    part?.querySelector<HTMLElement>('h1, h2, h3') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.getElementById('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Focuses the page's heading when something over the page closes, if what opened it is gone. */
export function useFocusAfterwards(open: boolean): void {
  useEffect(() => {
    if (!open) return
    return () => {
      stayNear()
      // The focus goes back in a microtask of the closing.
      setTimeout(() => {
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [open])
}

/**
 * Until the person does the next thing: what has the focus may go away once the answer to what they did is there. Then the heading
 * of what it stood in gets the focus.
 */
export function stayNear(): void {
  let focused = document.activeElement
  let around = partsAround(focused)
  const follow = () => {
    focused = document.activeElement
    around = partsAround(focused)
  }
  const observer = new MutationObserver(() => {
    if (focused?.isConnected || document.activeElement !== document.body) return
    // What closes gives the focus back in a microtask.
    setTimeout(() => {
      if (document.activeElement === document.body) focusHeading(around.find(part => part.isConnected))
    })
  })
  const stop = () => {
    observer.disconnect()
    removeEventListener('focusin', follow)
    for (const input of ['keydown', 'pointerdown']) removeEventListener(input, stop, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', follow)
  for (const input of ['keydown', 'pointerdown']) addEventListener(input, stop, true)
}

/** The parts of the page that an element is in, the innermost first. */
function partsAround(element: Element | null): Element[] {
  const part = element?.closest('article, section, main')
  return part ? [part, ...partsAround(part.parentElement)] : []
}
