import { toaster } from './toaster-store.ts'

type Action = { label: string; onClick: () => void }

/** `cancel` is the library's name for a second action, shown before the first. */
type Options = { action?: Action; cancel?: Action }

/** Shows a result in a corner, without asking for anything. */
export const toast = {
  /** Loads the code early, for a view that must be able to say that the network is down. */
  prepare: () => toaster.prepare(),
  success: (text: string, options?: Options) => void toaster.show('success', text, options),
  error: (text: string, options?: Options) => void toaster.show('error', text, options),
  message: (text: string, options?: Options) => void toaster.show('message', text, options),
  /** Stays until something of it is chosen. */
  lasting: (text: string, options: Options) =>
    void toaster.show('message', text, { ...options, duration: Number.POSITIVE_INFINITY }),
}
