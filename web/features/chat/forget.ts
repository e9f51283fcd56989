import { dockStore } from './dock-store.ts'
import { keptOfChats } from './kept.ts'
import { forgetPass } from './token.ts'

/** Leaves nothing of a person's chats in this browser: no token, no draft, nothing on its way, no conversation open. */
export function forgetChats(): void {
  forgetPass()
  dockStore.set({ open: false, conversationId: null })
  try {
    for (const key of Object.keys(localStorage).filter(key => key.startsWith(keptOfChats))) {
      localStorage.removeItem(key)
    }
  } catch {
    // Where nothing can be kept, nothing is.
  }
  // Other tabs hear of it from the browser; this one would still show what was on its way.
  dispatchEvent(new StorageEvent('storage', { key: null }))
}
