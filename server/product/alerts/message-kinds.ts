import * as z from 'zod/mini'
import { messageLimits } from '#shared/api/messages.ts'
import { alertKind, alertKinds } from './kind.ts'

const facts = z.object({
  conversation_id: z.string(),
  other_id: z.string(),
  /** The latest, and how many there are with it. */
  message_id: z.string(),
  count: z.number(),
})
export type MessageFacts = z.output<typeof facts>

/** What was written to somebody while they were away. What it says is for the conversation alone. */
export const messageKinds = alertKinds({
  message: alertKind({
    group: 'messages',
    icon: 'message',
    facts,
    people: of => [of.other_id],
    subject: of => of.conversation_id,
    link: of => `/messages/${of.conversation_id}`,
    words: ({ other_id, count }, { name }) => ({
      title: count === 1 ? `${name(other_id)} wrote to you` : `${name(other_id)} sent you ${count} messages`,
      about: null,
      says: [`${name(other_id)} wrote to you while you were away.`],
    }),
  }),
  message_request: alertKind({
    group: 'messages',
    icon: 'message',
    facts,
    people: of => [of.other_id],
    subject: of => of.conversation_id,
    link: of => `/messages/${of.conversation_id}`,
    words: ({ other_id }, { name }) => ({
      title: `${name(other_id)} would like to write to you`,
      about: 'Accept it to answer.',
      says: [
        `${name(other_id)} would like to write to you. Until you answer they can send ${messageLimits.unanswered} messages at most, and don’t see whether you have read them.`,
      ],
    }),
  }),
})
