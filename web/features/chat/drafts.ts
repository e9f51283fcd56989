import { keep, kept, onKeptElsewhere } from './kept.ts'

/** Unsent text of a conversation. */
export function draftOf(email: string, conversationId: string): string {
  return kept(nameOf(email, conversationId)) ?? ''
}

/** Stores unsent text; an empty one deletes it. */
export function keepDraft(email: string, conversationId: string, text: string): void {
  keep(nameOf(email, conversationId), text || null)
}

/** Calls back when another tab changed the unsent text. */
export function onDraftElsewhere(email: string, conversationId: string, listener: () => void): () => void {
  return onKeptElsewhere(nameOf(email, conversationId), listener)
}

function nameOf(email: string, conversationId: string): string {
  return `${email}/draft/${conversationId}`
}
