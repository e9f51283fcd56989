/**
 * The editor leaves some of its controls without a name, or with a role that isn't theirs, for those who can't see them. Names them, also
 * those that come later; answers how to stop.
 */
export function nameControls(root: HTMLElement | null) {
  if (!root) return
  const name = () => {
    root.querySelector('.main-menu-trigger')?.setAttribute('aria-label', 'Board menu')
    root.querySelector('.App-toolbar__extra-tools-trigger')?.setAttribute('aria-label', 'More tools')
    root.querySelector('.help-icon')?.setAttribute('aria-label', 'Help')
    // Neither is on the page's own level, and a row of colours is no dialog.
    root.querySelector('footer')?.setAttribute('role', 'group')
    for (const colours of root.querySelectorAll('.color-picker-container[role="dialog"]')) {
      colours.setAttribute('role', 'group')
      colours.setAttribute('aria-label', `${colours.previousElementSibling?.textContent ?? ''} colours`)
      colours.removeAttribute('aria-modal')
    }
  }
  name()
  const observer = new MutationObserver(name)
  observer.observe(root, { childList: true, subtree: true })
  return () => observer.disconnect()
}
