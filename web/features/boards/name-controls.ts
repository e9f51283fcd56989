/**
 * Some of the editor's parts have no accessible name, or the wrong role. Fixes them, including later ones;
 * returns a function to stop.
 */
export function nameControls(root: HTMLElement | null) {
  if (!root) return
  const name = () => {
    const canvas = root.querySelector('.excalidraw-container')
    // Screen readers leave letters to an application; here they are tools.
    canvas?.setAttribute('role', 'application')
    canvas?.setAttribute('aria-label', 'Canvas. Press ? for its keys.')
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
    const help = document.querySelector<HTMLElement>('.HelpDialog .Modal__content')
    if (help) holdFocus(help)
  }
  name()
  const observer = new MutationObserver(name)
  observer.observe(root, { childList: true, subtree: true })
  // Dialogs.
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

/**
 * The list of keys begins at the second of the links above it and leads Tab around through them, but board.css hides these: the focus
 * would stay behind the list, where Escape doesn't close it.
 */
function holdFocus(help: HTMLElement) {
  if (!help.contains(document.activeElement)) help.focus()
  help.onkeydown = event => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    const close = help.querySelector<HTMLElement>('.Dialog__close')
    ;(close ?? help).focus()
  }
}
