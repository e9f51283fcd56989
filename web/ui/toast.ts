import type { MouseEvent } from 'react'
import { toaster } from './toaster-store.ts'

type Action = { label: string; onClick: () => void }

/** Long enough to read it, press Alt+T and reach its button, in milliseconds. Without a button it goes sooner. */
const actionMs = 10_000

type Options = {
  action?: Action
  /** The library's name for a second action, shown before the first. */
  cancel?: Action
  /** It takes the place of an earlier one with the same. */
  id?: string
  /** Called when it goes by itself or is swiped away, but not when an action is chosen. */
  onGone?: () => void
}

/** Shows a result in a corner, without asking for anything. */
export const toast = {
  /** Loads the code early, for a view that must be able to say that the network is down. */
  prepare: () => toaster.prepare(),
  success: (text: string, options?: Options) => void toaster.show('success', text, leaving(options)),
  error: (text: string, options?: Options) => void toaster.show('error', text, leaving(options)),
  message: (text: string, options?: Options) => void toaster.show('message', text, leaving(options)),
  /** Stays until something of it is chosen. */
  lasting: (text: string, options: Options) =>
    void toaster.show('message', text, { ...leaving(options), duration: Number.POSITIVE_INFINITY }),
  /** Takes one away that says what isn’t true anymore. */
  dismiss: (id: string) => void toaster.dismiss(id),
}

/**
 * Takes the focus off a pressed button before it does anything. When the focus leaves a toast, the library gives it back to what had
 * it before, which would take it from a dialog that the button opens.
 */
function leaving({ action, cancel, onGone, id }: Options = {}) {
  const first = ({ label, onClick }: Action) => ({
    label,
    onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
      currentTarget.blur()
      onClick()
    },
  })
  return {
    ...(id !== undefined && { id }),
    ...(action && { action: first(action), duration: actionMs }),
    ...(cancel && { cancel: first(cancel) }),
    ...(onGone && { onAutoClose: onGone, onDismiss: onGone }),
  }
}
