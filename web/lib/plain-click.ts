import type { MouseEvent } from 'react'

/** Whether a click on a link should open it here: with a key held, it opens elsewhere or downloads. */
export function isPlainClick({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(ctrlKey || metaKey || shiftKey || altKey)
}
