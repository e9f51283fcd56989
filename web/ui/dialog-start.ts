/** What people type into or choose from. A file is chosen in another window, and lists keep inputs of their own. */
const fields = 'form :is(input:not([type="file"], [tabindex="-1"]), select, textarea)'

/**
 * Where a dialog begins, if its owner doesn't say: a form in its first field, anything else at its first button. Where the keyboard
 * would rise over half of the form, or while the form can't be filled in, the dialog itself has the focus.
 */
export function startOf(dialog: HTMLElement): HTMLElement | true {
  if (!dialog.querySelector(fields)) return true
  const field = dialog.querySelector<HTMLElement>(`:is(${fields}):enabled`)
  return (matchMedia('(pointer: fine)').matches && field) || dialog
}
