import { useEffect } from 'react'

/** Focuses the page's heading, where a keyboard starts and which a screen reader says. */
export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Focuses the page's heading when something over the page closes, if what opened it is gone. */
export function useFocusAfterwards(open: boolean): void {
  useEffect(() => {
    if (!open) return
    return () => {
      // The focus goes back in a microtask of the closing.
      setTimeout(() => {
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [open])
}
