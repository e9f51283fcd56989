import { onChangedElsewhere, recall, remember, rememberedKeys } from '#web/lib/device-memory.ts'
import { storagePrefix } from './storage-prefix.ts'

/** A person's (`ownerKey`) unsent text of a conversation. */
export function draftOf(owner: string, conversationId: string): string {
  return recall(keyOf(owner, conversationId)) ?? ''
}

/** Stores unsent text; an empty one deletes it. */
export function keepDraft(owner: string, conversationId: string, text: string): void {
  remember(keyOf(owner, conversationId), text || null)
}

/** The conversations in which a person has unsent text. */
export function findDrafts(owner: string): string[] {
  const prefix = keyOf(owner, '')
  const ids = rememberedKeys(prefix).map(key => key.slice(prefix.length))
  return ids.filter(id => draftOf(owner, id).trim())
}

/** Calls back when another tab changed the unsent text. */
export function onDraftElsewhere(owner: string, conversationId: string, listener: () => void): () => void {
  return onChangedElsewhere(keyOf(owner, conversationId), listener)
}

function keyOf(owner: string, conversationId: string): string {
  return `${storagePrefix}${owner}/draft/${conversationId}`
}
