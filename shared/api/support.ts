import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { line, success, text, uuid } from './fields.ts'

export const supportCategories = {
  tutoring: 'Tutoring',
  bookings: 'Bookings',
  sessions: 'Sessions',
  account: 'Account & Support',
  other: 'Something else',
} as const
export type SupportCategory = keyof typeof supportCategories

export const supportMessageLimit = 4000

/** How many messages one person may send in 24 hours. */
export const supportMessagesADay = 20

/** Validated by both the support form and the call. */
export const supportTexts = {
  name: line(100, 'Name'),
  email: z.string().check(z.trim(), z.maxLength(254), z.email('Enter an email address we can reply to.')),
  message: text(supportMessageLimit, 'Message'),
}

export const support = {
  send: defineCall({
    method: 'POST',
    path: '/api/support',
    summary:
      'Write to the Ignite team. If signed in, your own name and confirmed email are used; others give them. Sent ' +
      'again with its `client_id`, it is the same message.',
    access: 'visitor',
    body: z.object({
      category: z.enum(Object.keys(supportCategories) as [SupportCategory]),
      message: supportTexts.message,
      name: z.optional(supportTexts.name),
      email: z.optional(supportTexts.email),
      client_id: z.optional(uuid),
    }),
    output: z.object({ status: success }),
    errors: ['invalid', 'quota_exceeded'],
    perMinute: 5,
    perDay: 100,
  }),
}
