import { sql } from 'kysely'
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

const shared = {
  group: 'messages',
  icon: 'message',
  facts,
  people: (of: MessageFacts) => [of.other_id],
  subject: (of: MessageFacts) => of.conversation_id,
  link: (of: MessageFacts) => `/messages/${of.conversation_id}`,
  stillHelps: () => sql<boolean>`read_at is null`,
} as const

/** Messages that came while somebody was away. The words stay in the conversation. */
export const messageKinds = alertKinds({
  message: alertKind({
    ...shared,
    words: ({ other_id, count }, { name }) => {
      const sent = `${name(other_id)} sent you ${count === 1 ? 'a message' : `${count} messages`}`
      return { title: sent, about: null, says: [`${sent} while you were away.`] }
    },
  }),
  message_request: alertKind({
    ...shared,
    words: ({ other_id }, { name }) => ({
      title: `${name(other_id)} wants to message you`,
      about: 'Accept to answer.',
      says: [
        `${name(other_id)} wants to message you. They can send up to ${messageLimits.unanswered} messages until you answer, and they can’t see whether you’ve read them.`,
      ],
    }),
  }),
})
