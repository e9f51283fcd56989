import { forgetAttaching } from './attaching.ts'
import { forgetChatToken } from './chat-call.ts'
import { dockStore } from './dock-store.ts'
import { forgetHeld } from './held.ts'
import { keptOfChats } from './kept.ts'

/**
 * Deletes everything of a person's chats in this browser: token, drafts and their files, pending messages, the
 * open conversation.
 */
export function forgetChats(): void {
  forgetChatToken()
  forgetAttaching()
  forgetHeld()
  dockStore.set({ open: false, conversationId: null })
  try {
    for (const key of Object.keys(localStorage).filter(key => key.startsWith(keptOfChats))) {
      localStorage.removeItem(key)
    }
  } catch {
    // If nothing can be stored, there is nothing.
  }
  // The browser notifies other tabs; this one would still show pending messages.
  dispatchEvent(new StorageEvent('storage', { key: null }))
}
