import { onChangedElsewhere, recall, remember } from '#web/lib/device-memory.ts'
import { storagePrefix } from './storage-prefix.ts'

/** A person's (`ownerKey`) unsent text of a conversation. */
export function draftOf(owner: string, conversationId: string): string {
  return recall(keyOf(owner, conversationId)) ?? ''
}

/** Stores unsent text; an empty one deletes it. */
export function keepDraft(owner: string, conversationId: string, text: string): void {
  remember(keyOf(owner, conversationId), text || null)
}

/** Calls back when another tab changed the unsent text. */
export function onDraftElsewhere(owner: string, conversationId: string, listener: () => void): () => void {
  return onChangedElsewhere(keyOf(owner, conversationId), listener)
}

function keyOf(owner: string, conversationId: string): string {
  return `${storagePrefix}${owner}/draft/${conversationId}`
}
