import * as z from 'zod/mini'
import { type ProblemReason, problemReasons } from './bookings.ts'
import { defineCall } from './contract.ts'
import { dollars, nextCursor, cursor as pageCursor, searchText, success, text, uuid } from './fields.ts'
import { returned } from './payments.ts'
import { personCard, username } from './people.ts'
import { postCard } from './posts.ts'
import { type ReportReason, reportReasons } from './reports.ts'

/** What Ignite tells the person concerned; required whenever an operator takes something from them. */
export const adminTexts = {
  reason: text(1000, 'Reason'),
  otherMeans: text(1000, 'How the student was paid', 'Say how the student was paid.'),
}

const state = z.enum(['open', 'upheld', 'dismissed'])

const stuckWithdrawal = z.object({
  id: uuid,
  name: z.string(),
  username: z.string(),
  amount: dollars,
  /** To be sent, sent to the bank, or on its way back to the wallet. */
  state: z.enum(['requested', 'sent', 'returning']),
  since: z.iso.datetime(),
  /** The ids at the payment provider. */
  account_id: z.string(),
  transfer_id: z.nullable(z.string()),
  payout_id: z.nullable(z.string()),
  /** Why it returns. */
  failure: z.nullable(z.string()),
  /** Whether the account was closed or disconnected, so that Ignite can’t ask about it. */
  account_lost: z.boolean(),
})
export type StuckWithdrawal = z.output<typeof stuckWithdrawal>

const reportedMessage = z.object({
  seq: z.number(),
  /** Whether this is the reported message. */
  reported: z.boolean(),
  /** Whether the reporter wrote it; otherwise the reported person did. */
  by_reporter: z.boolean(),
  text: z.string(),
  files: z.array(z.object({ id: uuid, name: z.string() })),
  /** Deleted before it was reported. */
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
  /** Null if that account is deleted. */
  reporter: z.nullable(personCard),
  person: z.nullable(personCard),
  /**
   * Who it was, if they deleted their account while the report was open; removed some time after the report
   * closes.
   */
  person_was: z.nullable(z.object({ name: z.string(), username: z.string(), email: z.nullable(z.string()) })),
  person_suspended: z.boolean(),
  /** Null if the report is about a person, or the post is deleted. */
  post: z.nullable(postCard),
  post_title: z.nullable(z.string()),
  /** A post as it was when it was reported, if it was changed or deleted while the report is open. */
  post_was: z.optional(
    z.nullable(
      z.object({
        title: z.string(),
        details: z.string(),
        document: z.object({ id: uuid, name: z.string() }),
      }),
    ),
  ),
  /**
   * Of a reported message: the message and those around it, as they were at that time. Null for other
   * reports.
   */
  messages: z.nullable(z.array(reportedMessage)),
  /** Open reports about the same thing, including this one. */
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
    'close_account',
    'uphold_report',
    'dismiss_report',
    'settle_problem',
    'refund_booking',
    'retry_refund',
    'settle_refund',
  ]),
  /** Usernames; null if that account is deleted or the action concerns nobody. */
  operator: z.nullable(z.string()),
  person: z.nullable(z.string()),
  post_id: z.nullable(uuid),
  post_title: z.nullable(z.string()),
  booking_id: z.nullable(uuid),
  /** What the student got back; null if the action isn't about money, and in old entries. */
  amount: z.nullable(dollars),
  reason: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

const foundPerson = z.object({
  person: personCard,
  /** Their account's email. Somebody who writes from another address may be an impostor. */
  address: z.string(),
  /** Whether their sign-in provider vouches for it. */
  address_confirmed: z.boolean(),
  suspended_on: z.nullable(z.iso.datetime()),
  /** Operators can't be suspended, and their accounts not be closed. */
  operator: z.boolean(),
})
export type FoundPerson = z.output<typeof foundPerson>

const supportMessage = z.object({
  id: uuid,
  date: z.iso.datetime(),
  name: z.string(),
  email: z.string(),
  /** Whether nobody was signed in: the name and address could be anyone's. */
  stranger: z.boolean(),
  username: z.nullable(z.string()),
  /** Whether the account's sign-in provider vouches for the address. */
  email_confirmed: z.boolean(),
  category: z.string(),
  message: z.string(),
})
export type SupportMessage = z.output<typeof supportMessage>

const secondsThere = {
  /** Seconds that each side was in the room, and that both were there together. */
  student_seconds: z.number(),
  tutor_seconds: z.number(),
  together_seconds: z.number(),
}

const side = z.object({
  /** Null if that account is deleted. */
  username: z.nullable(z.string()),
  name: z.string(),
  profile_image: personCard.shape.profile_image,
})
export type Side = z.output<typeof side>

/** The booking that a problem or waiting money is about. */
const bookingOfMoney = {
  booking_id: uuid,
  topic: z.string(),
  starts_on: z.iso.datetime(),
  ends_on: z.iso.datetime(),
  student: side,
  tutor: side,
}
export type BookingOfMoney = z.output<z.ZodMiniObject<typeof bookingOfMoney>>

const problemCase = z.object({
  ...bookingOfMoney,
  reason: z.enum(Object.keys(problemReasons) as [ProblemReason]),
  /** Empty once the student has deleted their account. */
  details: z.string(),
  date: z.iso.datetime(),
  ...secondsThere,
  /** The tutor's price, the platform's fee on top, and both: what was paid. */
  amount: dollars,
  fee: dollars,
  total: dollars,
  /** What was refunded so far, and how much of the price and the fee is left to refund. */
  refunded: dollars,
  left_amount: dollars,
  left_fee: dollars,
  /** Whether the student's bank holds the payment until it decides: until then nothing can be refunded. */
  disputed: z.boolean(),
  outcome: z.nullable(z.enum(['all', 'part', 'none'])),
  answer: z.nullable(z.string()),
})
export type ProblemCase = z.output<typeof problemCase>

const bookingToRefund = z.object({
  ...bookingOfMoney,
  /** Null if nothing was paid. */
  paid_on: z.nullable(z.iso.datetime()),
  /** The tutor's price, the platform's fee on top, and how much of both is left to refund. */
  amount: dollars,
  fee: dollars,
  left_amount: dollars,
  left_fee: dollars,
  /** What went back to the student before, oldest first. */
  refunds: z.array(returned),
  /** Whether the student's bank holds the payment until it decides: until then nothing can be refunded. */
  disputed: z.boolean(),
  /** Whether the tutor has what they earned, which a refund then takes back. */
  credited: z.boolean(),
  /** Whether the meeting is canceled if nothing is left. */
  cancels: z.boolean(),
})
export type BookingToRefund = z.output<typeof bookingToRefund>

/** The kind of the finding that a check of the ledger couldn't be finished; those beside it are of the check before. */
export const unfinishedCheck = 'unfinished'

const finding = z.object({
  /** Which check found it, and about what. */
  kind: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type LedgerFinding = z.output<typeof finding>

/** Each list pages by the id of its last row. */
const cursor = z.optional(uuid)

const done = z.object({ status: success })

/** The operators' calls. An operator is a person whom OPERATOR_EMAILS or OPERATOR_SUBJECTS names; others get 403. */
export const admin = {
  reports: defineCall({
    method: 'GET',
    path: '/api/admin/reports',
    summary: 'The queue of reports: open ones oldest first, closed ones newest first.',
    access: 'operator',
    query: z.object({ state: z._default(state, 'open'), cursor }),
    output: z.object({ status: success, reports: z.array(report), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  openFile: defineCall({
    method: 'GET',
    path: '/api/admin/reports/files/{id}',
    summary:
      'A link, valid for 60 seconds, to a file of a reported message, or to the document of a post as it was when it was ' +
      'reported. Nobody can delete it until the report is decided.',
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
    summary: 'Delete a post with its document for good; its author gets the reason.',
    access: 'operator',
    body: z.object({ id: uuid, reason: adminTexts.reason }),
    output: done,
    errors: ['forbidden', 'not_found', 'invalid'],
  }),
  people: defineCall({
    method: 'GET',
    path: '/api/admin/people',
    summary:
      'People by username, address or words of their name, suspended ones too; without `text`, everybody who is suspended.',
    access: 'operator',
    query: z.object({ text: z._default(searchText, ''), cursor: pageCursor }),
    output: z.object({ status: success, people: z.array(foundPerson), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  suspend: defineCall({
    method: 'POST',
    path: '/api/admin/people/suspend',
    summary: 'Suspend a person: every login ends, sign-in is refused, and their posts are hidden.',
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
  closeAccount: defineCall({
    method: 'POST',
    path: '/api/admin/people/close',
    summary:
      'Close an account for good, as its person could; with the account of a suspended person, their login is refused for 30 days.',
    access: 'operator',
    body: z.object({ username }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  audit: defineCall({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Every operator action, newest first.',
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
    summary: 'Students’ reports about meetings: open ones oldest first, settled ones newest first.',
    access: 'operator',
    query: z.object({ state: z._default(z.enum(['open', 'settled']), 'open'), cursor }),
    output: z.object({ status: success, problems: z.array(problemCase), next_cursor: nextCursor }),
    errors: ['forbidden', 'invalid'],
  }),
  settleProblem: defineCall({
    method: 'POST',
    path: '/api/admin/problems/settle',
    summary: 'Decide a reported problem: refund all, part (how much) or none; both sides get the reason.',
    access: 'operator',
    body: z.object({
      bookingId: uuid,
      outcome: z.enum(['all', 'part', 'none']),
      /** With `part`: how much the student gets back. */
      amount: z.optional(dollars),
      reason: adminTexts.reason,
    }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  booking: defineCall({
    method: 'GET',
    path: '/api/admin/bookings/{id}',
    summary: 'Whose booking it is, what was paid and refunded, and what a full refund does.',
    access: 'operator',
    params: z.object({ id: uuid }),
    output: z.object({ status: success, booking: bookingToRefund }),
    errors: ['forbidden', 'not_found', 'invalid'],
  }),
  refundBooking: defineCall({
    method: 'POST',
    path: '/api/admin/bookings/refund',
    summary:
      'Refund a paid booking at any time, even after its tutor was credited: their wallet may go below zero. A meeting still ' +
      'to come is canceled if nothing of its price is left. Repeated with the same id, it is the same refund.',
    access: 'operator',
    body: z.object({
      /** Made by the client, once per form: a retry after a lost answer doesn't make a second refund. */
      id: z.optional(uuid),
      bookingId: uuid,
      amount: dollars,
      reason: adminTexts.reason,
    }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  retryRefund: defineCall({
    method: 'POST',
    path: '/api/admin/refunds/retry',
    summary: 'Retry a failed refund at the payment provider.',
    access: 'operator',
    body: z.object({ id: uuid }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  settleRefund: defineCall({
    method: 'POST',
    path: '/api/admin/refunds/settle',
    summary: 'Record how the student got the money of a failed refund by other means; they get an alert.',
    access: 'operator',
    body: z.object({ id: uuid, reason: adminTexts.otherMeans }),
    output: done,
    errors: ['forbidden', 'not_found', 'conflict', 'invalid'],
  }),
  money: defineCall({
    method: 'GET',
    path: '/api/admin/money',
    summary: 'The findings of the last ledger check, and the money that waits for an operator.',
    access: 'operator',
    output: z.object({
      status: success,
      checked_on: z.nullable(z.iso.datetime()),
      findings: z.array(finding),
      /** What students are still owed, oldest first; at most 100, as of the others. */
      failed_refunds: z.array(
        z.object({
          id: uuid,
          ...bookingOfMoney,
          /** Where to ask how they can be paid; null if their account is closed. */
          student_email: z.nullable(z.string()),
          amount: dollars,
          reason: z.string(),
          failure: z.nullable(z.string()),
        }),
      ),
      /** Refunds that are sent once they can be. */
      waiting_refunds: z.array(
        z.object({
          id: uuid,
          ...bookingOfMoney,
          amount: dollars,
          reason: z.string(),
          /** Money in our balance at the payment provider, or the decision of the student's bank. */
          waits_for: z.enum(['balance', 'bank']),
          owed_on: z.iso.datetime(),
        }),
      ),
      disputes: z.array(
        z.object({
          /** The payment provider's. */
          id: z.string(),
          ...bookingOfMoney,
          /** What the bank wants to know. */
          ...secondsThere,
          amount: dollars,
          reason: z.string(),
          opened_on: z.iso.datetime(),
          /** The deadline for an answer; null once it was answered. */
          answer_by: z.nullable(z.iso.datetime()),
        }),
      ),
    }),
    errors: ['forbidden'],
  }),
  stuckWithdrawals: defineCall({
    method: 'GET',
    path: '/api/admin/withdrawals',
    summary:
      'Withdrawals that need an operator, because they have been under way for too long or their account was closed or disconnected.',
    access: 'operator',
    output: z.object({
      status: success,
      /** Oldest first; at most 100. */
      withdrawals: z.array(stuckWithdrawal),
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

/** What operators decided about the caller's own posts and account, newest first, with the reasons. */
export const decisions = defineCall({
  method: 'GET',
  path: '/api/profile/decisions',
  summary: 'Operators’ decisions about you and your posts in the last 90 days, newest first; at most 50.',
  access: 'login',
  output: z.object({ status: success, decisions: z.array(decision) }),
  errors: [],
})
