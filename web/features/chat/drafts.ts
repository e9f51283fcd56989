import { keep, kept } from './kept.ts'

/** Unsent text of a conversation. */
export function draftOf(email: string, conversationId: string): string {
  return kept(`${email}/draft/${conversationId}`) ?? ''
}

/** Stores unsent text; an empty one deletes it. */
export function keepDraft(email: string, conversationId: string, text: string): void {
  keep(`${email}/draft/${conversationId}`, text || null)
}
