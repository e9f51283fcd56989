import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, text, uuid } from './fields.ts'
import { messageSeq } from './messages.ts'
import { username } from './people.ts'

/** The reasons for a report, with the words that people read. */
export const reportReasons = {
  copyright: 'It is someone else’s work, shared without permission',
  integrity: 'It breaks academic integrity, such as a live exam or its answers',
  harassment: 'It harasses, threatens or shames someone',
  spam: 'It is spam or a scam',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reportReasons

export const reportDetailsLimit = 2000

/** How many things one person may report in 24 hours. */
export const reportsADay = 50

/** Validated by both the report form and the call. */
export const reportTexts = { details: z.union([z.literal(''), text(reportDetailsLimit, 'Details')]) }

export const reports = {
  create: defineCall({
    method: 'POST',
    path: '/api/report',
    summary:
      'Report a post, a person or a person’s message to the operators. For a message they get a copy, with those ' +
      'around it. Reported again while open, the report stays one.',
    access: 'login',
    body: z.object({
      post_id: z.optional(uuid),
      username: z.optional(username),
      message: z.optional(z.object({ conversation_id: uuid, seq: messageSeq })),
      reason: z.enum(Object.keys(reportReasons) as [ReportReason]),
      details: z._default(reportTexts.details, ''),
    }),
    output: z.object({ status: success }),
    errors: ['not_found', 'invalid', 'quota_exceeded'],
    perMinute: 20,
  }),
}
