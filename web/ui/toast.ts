import { toaster } from './toaster-store.ts'

type Action = { label: string; onClick: () => void }

/** `cancel` is the library's name for a second thing to do, which stands before the first. */
type Options = { action?: Action; cancel?: Action }

/** Says how something went, in a corner, without asking for anything. */
export const toast = {
  /** Fetches the code early, for a view that must be able to say that the network is gone. */
  prepare: () => toaster.prepare(),
  success: (text: string, options?: Options) => void toaster.show('success', text, options),
  error: (text: string, options?: Options) => void toaster.show('error', text, options),
  message: (text: string, options?: Options) => void toaster.show('message', text, options),
}
