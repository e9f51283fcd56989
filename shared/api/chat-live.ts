import * as z from 'zod/mini'
import { uuid } from './fields.ts'
import type { Message } from './messages.ts'

/**
 * What the sockets of `/chat` receive. Every event except `typing` commits with its row; a client fetches
 * what it missed.
 */
export type ChatEvents = {
  /** A new or deleted message. */
  message: { conversation_id: string; message: Message }
  /** How far somebody has read: the other person, or the same person in another window. */
  read: { conversation_id: string; mine: boolean; read_to: number }
  /** Something else about a conversation has changed, or all messages of a person who left were deleted. */
  conversation: { conversation_id: string }
  typing: { conversation_id: string }
}

/** Sent by a client: somebody is typing; at most every few seconds. */
export const typing = z.object({ conversation_id: uuid })
