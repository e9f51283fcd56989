/**
 * Some of the editor's controls have no accessible name, or the wrong role. Fixes them, including later ones;
 * returns a function to stop.
 */
export function nameControls(root: HTMLElement | null) {
  if (!root) return
  const name = () => {
    root.querySelector('.main-menu-trigger')?.setAttribute('aria-label', 'Board menu')
    root.querySelector('.App-toolbar__extra-tools-trigger')?.setAttribute('aria-label', 'More tools')
    root.querySelector('.help-icon')?.setAttribute('aria-label', 'Help')
    // Neither is at the page's top level, and a row of colors isn't a dialog.
    root.querySelector('footer')?.setAttribute('role', 'group')
    for (const colors of root.querySelectorAll('.color-picker-container[role="dialog"]')) {
      colors.setAttribute('role', 'group')
      colors.setAttribute('aria-label', `${colors.previousElementSibling?.textContent ?? ''} colors`)
      colors.removeAttribute('aria-modal')
    }
  }
  name()
  const observer = new MutationObserver(name)
  observer.observe(root, { childList: true, subtree: true })
  return () => observer.disconnect()
}
