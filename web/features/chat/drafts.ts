import { keep, kept } from './kept.ts'

/** What was typed into a conversation and not sent. */
export function draftOf(userId: string, conversationId: string): string {
  return kept(`${userId}/draft/${conversationId}`) ?? ''
}

export function keepDraft(userId: string, conversationId: string, text: string): void {
  keep(`${userId}/draft/${conversationId}`, text || null)
}
