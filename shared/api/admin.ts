import * as z from 'zod/mini'
import { type ProblemReason, problemReasons } from './bookings.ts'
import { defineCall } from './contract.ts'
import { dollars, nextCursor, success, text, uuid } from './fields.ts'
import { personCard, username } from './people.ts'
import { postCard } from './posts.ts'
import { type ReportReason, reportReasons } from './reports.ts'

/** What the person concerned is told; required wherever something is taken from them. */
export const adminTexts = { reason: text(1000, 'Reason'), otherMeans: text(1000, 'How they got it') }

const state = z.enum(['open', 'upheld', 'dismissed'])

const reportedMessage = z.object({
  seq: z.number(),
  /** Whether it is the one that was reported. */
  reported: z.boolean(),
  /** Whether the reporter wrote it; else the person who is reported did. */
  by_reporter: z.boolean(),
  text: z.string(),
  files: z.array(z.object({ id: uuid, name: z.string() })),
  /** Gone before it was reported. */
  deleted: z.boolean(),
  date: z.iso.datetime(),
})
export type ReportedMessage = z.output<typeof reportedMessage>

const report = z.object({
  id: uuid,
  state,
  reason: z.enum(Object.keys(reportReasons) as [ReportReason]),
  details: z.string(),
  date: z.iso.datetime(),
  /** Null where that account is deleted. */
  reporter: z.nullable(personCard),
  person: z.nullable(personCard),
  /** Who that was, where they deleted their account while the report was open; gone a while after it is closed. */
  person_was: z.nullable(z.object({ name: z.string(), username: z.string(), email: z.nullable(z.string()) })),
  person_suspended: z.boolean(),
  /** Null where a person is reported, or the post is gone. */
  post: z.nullable(postCard),
  post_title: z.nullable(z.string()),
  /** Of a reported message: the message and those around it, as they were then. Null where something else is reported. */
  messages: z.nullable(z.array(reportedMessage)),
  /** Open reports about the same thing, this one among them. */
  alike: z.number(),
})
export type Report = z.output<typeof report>

const auditEntry = z.object({
  id: uuid,
  date: z.iso.datetime(),
  action: z.enum([
    'hide_post',
    'show_post',
    'remove_post',
    'suspend_person',
    'reinstate_person',
    'uphold_report',
    'dismiss_report',
    'settle_problem',
    'refund_booking',
    'retry_refund',
    'settle_refund',
  ]),
  /** Usernames; null where that account is deleted or the act concerns nobody. */
  operator: z.nullable(z.string()),
  person: z.nullable(z.string()),
  post_id: z.nullable(uuid),
  post_title: z.nullable(z.string()),
  booking_id: z.nullable(uuid),
  reason: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

const supportMessage = z.object({
  id: uuid,
  date: z.iso.datetime(),
  name: z.string(),
  email: z.string(),
  username: z.nullable(z.string()),
  category: z.string(),
  message: z.string(),
})
export type SupportMessage = z.output<typeof supportMessage>

const problemCase = z.object({
  booking_id: uuid,
  topic: z.string(),
  starts_on: z.iso.datetime(),
  ends_on: z.iso.datetime(),
  student: personCard,
  tutor: personCard,
  reason: z.enum(Object.keys(problemReasons) as [ProblemReason]),
  details: z.string(),
  date: z.iso.datetime(),
  /** Seconds that each was in the room, and that they were there together. */
  student_seconds: z.number(),
  tutor_seconds: z.number(),
  together_seconds: z.number(),
  /** The tutor's price, the platform's fee on top, and both: what was paid. */
  amount: dollars,
  fee: dollars,
  total: dollars,
  /** What came back so far, and what of the price and the fee is left to give back. */
  refunded: dollars,
  left_amount: dollars,
  left_fee: dollars,
  /** Whether the student's bank has taken the payment until it decides: nothing can be given back meanwhile. */
  disputed: z.boolean(),
  outcome: z.nullable(z.enum(['all', 'part', 'none'])),
  answer: z.nullable(z.string()),
})
export type ProblemCase = z.output<typeof problemCase>

const finding = z.object({
  /** What kind of disagreement it is, and of what. */
  kind: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type LedgerFinding = z.output<typeof finding>

/** Each list ends at a row, whose id is the cursor. */
const cursor = z.optional(uuid)

const done = z.object({ status: success })

/** The operators' calls. An operator is a person whom OPERATOR_EMAILS or OPERATOR_SUBJECTS names; others get 403. */
export const admin = {
  reports: defineCall({
    method: 'GET',
    path: '/api/admin/reports',
    summary: 'The queue of reports, the oldest open first; closed ones newest first.',
    access: 'operator',
    query: z.object({ state: z._default(state, 'open'), cursor }),
    output: z.object({ status: success, reports: z.array(report), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  openFile: defineCall({
    method: 'GET',
    path: '/api/admin/reports/files/{id}',
    summary:
      'A link, good for 60 seconds, to a file of a message that is in a report. Until that is decided, nobody deletes it.',
    access: 'operator',
    params: z.object({ id: uuid }),
    output: z.object({ status: success, url: z.string() }),
    errors: ['forbidden', 'not_found', 'invalid'],
  }),
  closeReport: defineCall({
    method: 'POST',
    path: '/api/admin/reports/close',
    summary: 'Close a report and the open ones about the same thing: upheld or dismissed.',
    access: 'operator',
    body: z.object({ id: uuid, outcome: z.enum(['upheld', 'dismissed']) }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  hidePost: defineCall({
    method: 'POST',
    path: '/api/admin/posts/hide',
    summary: 'Hide a post from everyone but its author, who reads why.',
    access: 'operator',
    body: z.object({ id: uuid, reason: adminTexts.reason }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  showPost: defineCall({
    method: 'POST',
    path: '/api/admin/posts/show',
    summary: 'Show a hidden post again.',
    access: 'operator',
    body: z.object({ id: uuid }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  removePost: defineCall({
    method: 'POST',
    path: '/api/admin/posts/remove',
    summary: 'Delete a post with its document for good; its author is told why.',
    access: 'operator',
    body: z.object({ id: uuid, reason: adminTexts.reason }),
    output: done,
    errors: ['forbidden', 'not_found', 'invalid'],
  }),
  suspend: defineCall({
    method: 'POST',
    path: '/api/admin/people/suspend',
    summary: 'Suspend a person: every login ends, signing in is refused, and their posts are hidden.',
    access: 'operator',
    body: z.object({ username, reason: adminTexts.reason }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  reinstate: defineCall({
    method: 'POST',
    path: '/api/admin/people/reinstate',
    summary: 'End a suspension.',
    access: 'operator',
    body: z.object({ username }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  audit: defineCall({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Every act of an operator, newest first.',
    access: 'operator',
    query: z.object({ cursor }),
    output: z.object({ status: success, entries: z.array(auditEntry), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  support: defineCall({
    method: 'GET',
    path: '/api/admin/support',
    summary: 'Messages to support, newest first.',
    access: 'operator',
    query: z.object({ cursor }),
    output: z.object({ status: success, messages: z.array(supportMessage), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  problems: defineCall({
    method: 'GET',
    path: '/api/admin/problems',
    summary: 'What students reported about meetings: the oldest open first, settled ones newest first.',
    access: 'operator',
    query: z.object({ state: z._default(z.enum(['open', 'settled']), 'open'), cursor }),
    output: z.object({ status: success, problems: z.array(problemCase), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  settleProblem: defineCall({
    method: 'POST',
    path: '/api/admin/problems/settle',
    summary:
      'Decide a reported problem: all, part (how much) or none of the money goes back; both are told why.',
    access: 'operator',
    body: z.object({
      bookingId: uuid,
      outcome: z.enum(['all', 'part', 'none']),
      /** With `part`: what the student gets back. */
      amount: z.optional(dollars),
      reason: adminTexts.reason,
    }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  refundBooking: defineCall({
    method: 'POST',
    path: '/api/admin/bookings/refund',
    summary:
      'Give money of a paid booking back at any time, also after its tutor was credited: their wallet may go below zero.',
    access: 'operator',
    body: z.object({ bookingId: uuid, amount: dollars, reason: adminTexts.reason }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  retryRefund: defineCall({
    method: 'POST',
    path: '/api/admin/refunds/retry',
    summary: 'Have the payment provider asked anew for a refund that failed.',
    access: 'operator',
    body: z.object({ id: uuid }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  settleRefund: defineCall({
    method: 'POST',
    path: '/api/admin/refunds/settle',
    summary: 'Say how the student got the money of a refund that failed by other means; they are told.',
    access: 'operator',
    body: z.object({ id: uuid, reason: adminTexts.otherMeans }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  money: defineCall({
    method: 'GET',
    path: '/api/admin/money',
    summary: 'The last check of the ledger with what it found, and the money that waits for a person.',
    access: 'operator',
    output: z.object({
      status: success,
      checked_on: z.nullable(z.iso.datetime()),
      findings: z.array(finding),
      /** Refunds that failed, withdrawals and disputes that are under way. */
      failed_refunds: z.array(
        z.object({
          id: uuid,
          booking_id: uuid,
          amount: dollars,
          reason: z.string(),
          failure: z.nullable(z.string()),
        }),
      ),
      disputes: z.array(
        z.object({
          booking_id: uuid,
          amount: dollars,
          reason: z.string(),
          opened_on: z.iso.datetime(),
          /** Until when it can be answered; null once it was. */
          answer_by: z.nullable(z.iso.datetime()),
        }),
      ),
    }),
    errors: ['forbidden'],
  }),
}

const decision = z.object({
  id: uuid,
  date: z.iso.datetime(),
  action: z.enum(['hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person']),
  post_id: z.nullable(uuid),
  post_title: z.nullable(z.string()),
  reason: z.string(),
})
export type Decision = z.output<typeof decision>

/** What operators decided about one's own posts and account, newest first, with the reasons. */
export const decisions = defineCall({
  method: 'GET',
  path: '/api/profile/decisions',
  summary:
    'What operators decided about oneself and one’s posts in the last 90 days, newest first; at most 50.',
  access: 'login',
  output: z.object({ status: success, decisions: z.array(decision) }),
  errors: [],
})
