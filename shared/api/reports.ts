import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, text, uuid } from './fields.ts'
import { messageSeq } from './messages.ts'
import { username } from './people.ts'

/** Why something is reported, with what a person reads. */
export const reportReasons = {
  copyright: 'It is someone else’s work, shared without permission',
  integrity: 'It breaks academic integrity, such as a live exam or its answers',
  harassment: 'It harasses, threatens or shames someone',
  spam: 'It is spam or a scam',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reportReasons

export const reportDetailsLimit = 2000

/** What the report form and the call both check. */
export const reportTexts = { details: z.union([z.literal(''), text(reportDetailsLimit, 'Details')]) }

export const reports = {
  create: defineCall({
    method: 'POST',
    path: '/api/report',
    summary:
      'Report a post, a person or a message of theirs to the operators. Of a message they get a copy, with what was said around ' +
      'it. Reported again while open, the report stays one.',
    access: 'login',
    body: z.object({
      post_id: z.optional(uuid),
      username: z.optional(username),
      message: z.optional(z.object({ conversation_id: uuid, seq: messageSeq })),
      reason: z.enum(Object.keys(reportReasons) as [ReportReason]),
      details: z._default(reportTexts.details, ''),
    }),
    output: z.object({ status: success }),
    errors: ['not_found', 'invalid'],
    perMinute: 20,
  }),
}
