import { keptOfChats } from './kept.ts'
import { forgetPass } from './token.ts'

/** Leaves nothing of a person's chats in this browser: no token, no draft, nothing on its way. */
export function forgetChats(): void {
  forgetPass()
  try {
    for (const key of Object.keys(localStorage).filter(key => key.startsWith(keptOfChats))) {
      localStorage.removeItem(key)
    }
  } catch {
    // Where nothing can be kept, nothing is.
  }
}
