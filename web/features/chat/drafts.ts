import { keep, kept, onKeptElsewhere } from './kept.ts'

/** A person's (`ownerKey`) unsent text of a conversation. */
export function draftOf(owner: string, conversationId: string): string {
  return kept(nameOf(owner, conversationId)) ?? ''
}

/** Stores unsent text; an empty one deletes it. */
export function keepDraft(owner: string, conversationId: string, text: string): void {
  keep(nameOf(owner, conversationId), text || null)
}

/** Calls back when another tab changed the unsent text. */
export function onDraftElsewhere(owner: string, conversationId: string, listener: () => void): () => void {
  return onKeptElsewhere(nameOf(owner, conversationId), listener)
}

function nameOf(owner: string, conversationId: string): string {
  return `${owner}/draft/${conversationId}`
}
