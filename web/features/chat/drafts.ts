import { keep, kept } from './kept.ts'

/** Unsent text of a conversation. */
export function draftOf(userId: string, conversationId: string): string {
  return kept(`${userId}/draft/${conversationId}`) ?? ''
}

/** Stores unsent text; an empty one deletes it. */
export function keepDraft(userId: string, conversationId: string, text: string): void {
  keep(`${userId}/draft/${conversationId}`, text || null)
}
