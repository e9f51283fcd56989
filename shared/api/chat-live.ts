import * as z from 'zod/mini'
import { uuid } from './fields.ts'
import type { Message } from './messages.ts'

/** What the sockets of `/chat` are told. All but `typing` comes with the row it speaks of; what was missed is asked for. */
export type ChatEvents = {
  /** A new message, or one that was deleted. It comes along unless it is long; then it is fetched. */
  message: { conversation_id: string; seq: number; message: Message | null }
  /** How far somebody has read: the other person, or one oneself in another window. */
  read: { conversation_id: string; mine: boolean; read_to: number }
  /** Something else about a conversation has changed. */
  conversation: { conversation_id: string }
  typing: { conversation_id: string }
}

/** What a client says: that somebody is typing, at most every few seconds. */
export const typing = z.object({ conversation_id: uuid })
