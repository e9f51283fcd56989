import { forgetAll } from '#web/lib/device-memory.ts'
import { forgetAttaching } from './attaching.ts'
import { forgetChatToken } from './chat-call.ts'
import { dockStore } from './dock-store.ts'
import { storagePrefix } from './storage-prefix.ts'
import { forgetUploading } from './uploading-messages.ts'

/**
 * Deletes everything of a person's chats in this browser: token, drafts and their files, pending messages, the
 * open conversation.
 */
export function forgetChats(): void {
  forgetChatToken()
  forgetAttaching()
  forgetUploading()
  dockStore.set({ open: false, conversationId: null })
  forgetAll(storagePrefix)
  // The browser notifies other tabs; this one would still show pending messages.
  dispatchEvent(new StorageEvent('storage', { key: null }))
}
