import * as z from 'zod/mini'
import { attachment } from './attachments.ts'
import { chatPerson } from './chat.ts'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, searchText, success, text, uuid } from './fields.ts'

export const messageLimits = {
  /** In code points. */
  text: 4000,
  attachments: 10,
  /** How many messages a stranger may write before the other person answers. */
  unanswered: 3,
  perMinute: 60,
  perDay: 2000,
} as const

export const messagePageSize = 30

/** The text to send, in one Unicode normal form, so that a search finds it however it was typed. */
const messageText = z.pipe(z.string().check(z.normalize('NFC')), text(messageLimits.text, 'A message'))

/**
 * A message’s place in its conversation, counted from 1 without gaps: a client that sees a gap fetches the
 * missing ones.
 */
export const messageSeq = z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

export const message = z.object({
  conversation_id: uuid,
  seq: z.number(),
  /** Made by the sender before sending: the same id twice is the same message. */
  client_id: uuid,
  mine: z.boolean(),
  /** Empty if the message has only attachments or was deleted. */
  text: z.string(),
  attachments: z.array(attachment),
  /** The message it answers, shortened. */
  reply_to: z.nullable(
    z.object({ seq: z.number(), mine: z.boolean(), text: z.string(), deleted: z.boolean() }),
  ),
  sent_at: z.iso.datetime(),
  deleted: z.boolean(),
})
export type Message = z.output<typeof message>

const conversationId = z.object({ id: uuid })

export const messages = {
  list: defineCall({
    method: 'GET',
    path: '/chat/api/conversations/{id}/messages',
    summary:
      'Messages of a conversation in order: the latest, or those right `before` or `after` one, or `around` one.',
    access: 'chat',
    params: conversationId,
    query: z.object({
      before: z.optional(messageSeq),
      after: z.optional(messageSeq),
      around: z.optional(messageSeq),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), messagePageSize),
    }),
    output: z.object({
      status: success,
      messages: z.array(message),
      has_older: z.boolean(),
      has_newer: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  send: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/{id}/messages',
    summary:
      'Send a message: a text, attachments, or both. Sent again with its client_id, it is the same message.',
    access: 'chat',
    params: conversationId,
    body: z.object({
      client_id: uuid,
      text: z.optional(z.union([z.literal(''), messageText])),
      reply_to: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)))),
      attachment_ids: z._default(z.array(uuid).check(z.maxLength(messageLimits.attachments)), []),
    }),
    output: z.object({ status: success, message }),
    errors: ['not_found', 'invalid', 'conflict', 'conversation_closed', 'request_pending'],
    perMinute: messageLimits.perMinute,
    perDay: messageLimits.perDay,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/chat/api/conversations/{id}/messages/{seq}',
    summary: 'Delete your own message for both: its text and attachments go, its place stays.',
    access: 'chat',
    params: z.object({ id: uuid, seq: messageSeq }),
    output: z.object({ status: success, message }),
    errors: ['not_found'],
    perMinute: 60,
  }),
  search: defineCall({
    method: 'GET',
    path: '/chat/api/messages/search',
    summary: 'Messages of your conversations that contain all words of the query, the latest first.',
    access: 'chat',
    query: z.object({ query: searchText.check(z.minLength(1, 'Type something to search for.')), cursor }),
    output: z.object({
      status: success,
      results: z.array(z.object({ message, person: chatPerson })),
      next_cursor: nextCursor,
    }),
    errors: ['invalid'],
    perMinute: 60,
  }),
}
