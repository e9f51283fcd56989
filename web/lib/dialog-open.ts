/** Whether a dialog covers the page, so that keys and files aren't for what is behind it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}
