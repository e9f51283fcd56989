/**
 * Focuses the heading of the first of these parts that is still on the page and has one, otherwise the page's own: there a keyboard
 * starts, and a screen reader reads it out.
 */
export function focusHeading(parts: readonly Element[] = []): void {
  const near = parts.filter(part => part.isConnected).map(startOf)
  const target =
    near.find(place => place !== null) ??
    document.querySelector<HTMLElement>('main h1') ??
    document.getElementById('main')
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/**
 * Keeps the focus near where it was when what has it leaves the page or is disabled, as by its own press: the heading of what it stood
 * in gets it. Otherwise the focus would fall to the start of the page, and the next key would act on all of it.
 */
export function keepFocusNear(): void {
  let focused: Element | null = null
  let around: Element[] = []
  const follow = () => {
    focused = document.activeElement
    // What a dialog was opened from comes after the dialog itself: it may be gone by the time that this closes.
    around = [...new Set([...partsAround(focused), ...around.filter(part => part.isConnected)])]
  }
  const observer = new MutationObserver(() => {
    if (!focused || (focused.isConnected && !focused.matches(':disabled'))) return
    const parts = around
    focused = null
    // By then, what closes has given the focus back, and what knows a better place for it has moved it there.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (document.activeElement === document.body) focusHeading(parts)
      }),
    )
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  addEventListener('focusin', follow)
  // A click on nothing takes the focus from what had it.
  for (const input of ['keydown', 'click']) addEventListener(input, follow, true)
}

/** The parts of the page that an element is in, the innermost first. */
function partsAround(element: Element | null): Element[] {
  const part =
    element?.closest('[role="application"]') ??
    element?.closest('article, section, aside, main, [role="dialog"], [role="log"]')
  return part ? [part, ...partsAround(part.parentElement)] : []
}

/** The heading of a part of the page, or else the part itself if it can have the focus, as an application has its keys there. */
function startOf(part: Element): HTMLElement | null {
  const heading = part.matches('[role="application"]') ? null : part.querySelector<HTMLElement>('h1, h2, h3')
  return heading ?? (part instanceof HTMLElement && part.tabIndex >= 0 ? part : null)
}
