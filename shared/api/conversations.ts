import * as z from 'zod/mini'
import { chatPerson } from './chat.ts'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, success, uuid } from './fields.ts'
import { message } from './messages.ts'
import { username } from './people.ts'

export const conversationPageSize = 20

/** How many strangers a person can start a conversation with per day. */
export const newStrangersADay = 20

export const conversation = z.object({
  id: uuid,
  person: chatPerson,
  /**
   * `request`: a stranger waits for the reader's answer; `requested`: the reader waits for theirs; `open`: the
   * reader needs none. The server doesn't tell the sender about a refusal.
   */
  state: z.enum(['open', 'request', 'requested']),
  /**
   * Whether the reader can write: not if one of the two blocks the other or is gone. The server doesn't say
   * which.
   */
  can_write: z.boolean(),
  muted: z.boolean(),
  last_message: z.nullable(message),
  /** The place of the latest message; 0 if there is none. */
  last_seq: z.number(),
  unread: z.number(),
  /** How far the reader has read, and how far the other person has, once they have answered each other. */
  read_to: z.number(),
  other_read_to: z.nullable(z.number()),
  updated_at: z.iso.datetime(),
})
export type Conversation = z.output<typeof conversation>

const id = z.object({ id: uuid })
const answer = z.object({ status: success, conversation })
const done = z.object({ status: success })

export const conversations = {
  list: defineCall({
    method: 'GET',
    path: '/chat/api/conversations',
    summary: 'Your conversations, the latest first: accepted ones, or requests that wait for your answer.',
    access: 'chat',
    query: z.object({ folder: z._default(z.enum(['inbox', 'requests']), 'inbox'), cursor }),
    output: z.object({
      status: success,
      conversations: z.array(conversation),
      next_cursor: nextCursor,
    }),
    errors: ['invalid'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/chat/api/conversations/{id}',
    summary: 'One of your conversations.',
    access: 'chat',
    params: id,
    output: answer,
    errors: ['not_found'],
  }),
  unread: defineCall({
    method: 'GET',
    path: '/chat/api/unread',
    summary: 'How many of your conversations have unread messages, and how many requests wait.',
    access: 'chat',
    /** Each is at most `unreadCounted`. */
    output: z.object({ status: success, conversations: z.number(), requests: z.number() }),
    errors: [],
  }),
  start: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/start',
    summary:
      'The one conversation with a person, created if missing. An email finds only people with whom you have an ' +
      'accepted booking, since only they know it.',
    access: 'chat',
    query: z.object({
      to_email: z.optional(z.string().check(z.maxLength(254))),
      to_username: z.optional(username),
    }),
    output: answer,
    errors: ['not_found', 'invalid', 'quota_exceeded'],
    perMinute: 60,
  }),
  accept: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/{id}/accept',
    summary: 'Accept a request; answering it does the same.',
    access: 'chat',
    params: id,
    output: answer,
    errors: ['not_found'],
  }),
  decline: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/{id}/decline',
    summary: 'Decline a request. The sender isn’t told.',
    access: 'chat',
    params: id,
    output: done,
    errors: ['not_found'],
  }),
  read: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/{id}/read',
    summary: 'Mark how far you have read; an earlier place changes nothing.',
    access: 'chat',
    params: id,
    body: z.object({ seq: z.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)) }),
    output: z.object({ status: success, read_to: z.number(), unread: z.number() }),
    errors: ['not_found'],
    perMinute: 300,
  }),
  mute: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/{id}/mute',
    summary: 'Mute a conversation’s alerts, or unmute them.',
    access: 'chat',
    params: id,
    body: z.object({ muted: z.boolean() }),
    output: answer,
    errors: ['not_found'],
  }),
}
