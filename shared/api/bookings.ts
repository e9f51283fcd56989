import * as z from 'zod/mini'
import { bookingStates } from '../domain/booking-states.ts'
import { defineCall } from './contract.ts'
import { nextCursor, offset, success, text, uuid } from './fields.ts'
import { agreement } from './terms.ts'

export const bookingPageSize = 6

export const bookingLimits = { remarks: 250, message: 250 } as const

/** What the forms and the calls both check. */
export const bookingTexts = {
  remarks: z.union([z.literal(''), text(bookingLimits.remarks, 'Remarks')]),
  message: z.union([z.literal(''), text(bookingLimits.message, 'Message')]),
}

/** What can have gone wrong in a meeting, with what a person reads. */
export const problemReasons = {
  absent: 'The tutor wasn’t there, or came very late',
  short: 'The meeting was much shorter than booked',
  quality: 'It wasn’t what was offered',
  conduct: 'The tutor’s conduct',
  technical: 'The room didn’t work',
  other: 'Something else',
} as const
export type ProblemReason = keyof typeof problemReasons

export const problemDetailsLimit = 2000

/** What the report form and the call both check. */
export const problemTexts = { details: text(problemDetailsLimit, 'Details') }

const bookingProblem = z.object({
  /** The student's words, for them and the operators alone: null for the tutor. */
  reason: z.nullable(z.enum(Object.keys(problemReasons) as [ProblemReason])),
  details: z.nullable(z.string()),
  date: z.iso.datetime(),
  /** Empty while it is looked at. */
  outcome: z.nullable(z.enum(['all', 'part', 'none'])),
  answer: z.nullable(z.string()),
})
export type BookingProblem = z.output<typeof bookingProblem>

/** Where the money of a paid booking is. */
const bookingMoney = z.object({
  paid_on: z.iso.datetime(),
  /**
   * `held` by Ignite until the meeting has taken place; `waiting` in the tutor's wallet, in case the student reports a
   * problem; `questioned`: there until the operators decide on the problem that was reported; `earned`, for the tutor to
   * withdraw; `bank`: taken by the student's until it decides; `back`: nothing of the tutor's price is left.
   */
  where: z.enum(['held', 'waiting', 'questioned', 'earned', 'bank', 'back']),
  /** From when its tutor can withdraw what is `waiting`. */
  free_on: z.nullable(z.iso.datetime()),
  /** When the last of its refunds left us; null while one is to. */
  sent_back_on: z.nullable(z.iso.datetime()),
  /** Whether a refund couldn't be made, and is owed still. */
  refund_failed: z.boolean(),
  /** Something of it was paid back by another way than the card. */
  refund_settled: z.boolean(),
})

/** That the student's bank questioned the payment, and what came of it. */
const bookingDispute = z.object({
  state: z.enum(['open', 'won', 'lost']),
  opened_on: z.iso.datetime(),
  /** Until when its tutor can help to answer it; null for the student, and once it was answered. */
  answer_by: z.nullable(z.iso.datetime()),
})

/** A booking as its two people see it. */
export const booking = z.object({
  id: uuid,
  topic: z.string(),
  /** The calendar day of its start in the caller's zone. */
  date: z.iso.date(),
  starts_on: z.iso.datetime(),
  ends_on: z.iso.datetime(),
  status: z.enum(bookingStates),
  /** Which of its people the caller is. */
  role: z.enum(['student', 'tutor']),
  /** The tutor's e-mail, for its student once it is approved; null before that, and after what doesn't take place. */
  admin: z.nullable(z.string()),
  admin_name: z.string(),
  admin_username: z.string(),
  admin_profile_image: z.nullable(z.string()),
  admin_time_zone: z.nullable(z.string()),
  joinee_name: z.string(),
  joinee_username: z.string(),
  joinee_profile_image: z.nullable(z.string()),
  joinee_time_zone: z.nullable(z.string()),
  other_joinee: z.array(z.string()),
  thumb_url: z.nullable(z.string()),
  /** The tutor's words with the decision, or either side's with a cancellation. */
  booking_remarks: z.nullable(z.string()),
  /** The student's words with the request. */
  message: z.nullable(z.string()),
  /** Empty once the post is deleted. */
  post_id: z.nullable(uuid),
  /** The tutor's price, the platform's fee on top, and what the student pays; dollars with two decimals. */
  amount: z.string(),
  fee: z.string(),
  total: z.string(),
  /** Null while it isn't paid. */
  money: z.nullable(bookingMoney),
  dispute: z.nullable(bookingDispute),
  /** What has come or is coming back of it, and whether that is done. */
  refunded: z.nullable(z.string()),
  refund_done: z.boolean(),
  is_session: z.boolean(),
  session_id: z.nullable(uuid),
  /** Where a session at a place is; null for what is online. */
  location: z.nullable(z.string()),
  cancelled_by: z.nullable(z.enum(['student', 'tutor'])),
  /** Unpaid: until when the time is held, and where it is paid. */
  held_until: z.nullable(z.iso.datetime()),
  checkout_url: z.nullable(z.string()),
  /** What the caller would get or give back by cancelling now; null where that can't be done. */
  cancel_refund: z.nullable(z.string()),
  refund_terms: z.string(),
  /** Until when the caller, as its student, can report a problem; null where there is nothing to report, or no longer. */
  problem_until: z.nullable(z.iso.datetime()),
  /** That the student reported a problem, and what came of it; of what they said the tutor sees nothing. */
  problem: z.nullable(bookingProblem),
})
export type Booking = z.output<typeof booking>

const timezone = z.optional(z.string().check(z.maxLength(60)))
const page = z.object({ status: success, bookings: z.array(booking), next_cursor: nextCursor })
const list = { offset, cursor: z.optional(z.string().check(z.maxLength(100))), timezone }
const one = z.object({ status: success, booking })
const decision = z.object({
  bookingId: uuid,
  remarks: z._default(bookingTexts.remarks, ''),
  ...agreement,
})

export const bookings = {
  asStudent: defineCall({
    method: 'GET',
    path: '/api/meeting/bookings',
    summary: 'The bookings one made, the next to start first, six a page.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  asTutor: defineCall({
    method: 'GET',
    path: '/api/meeting/sessions',
    summary: 'The bookings made with oneself, the next to start first, six a page.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  pending: defineCall({
    method: 'GET',
    path: '/api/meeting/state/pending',
    summary:
      'One’s bookings of either side that are still to come or to be answered, the next to start first.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  passed: defineCall({
    method: 'GET',
    path: '/api/meeting/state/passed',
    summary: 'One’s bookings of either side that are over, the latest first.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  filtered: defineCall({
    method: 'POST',
    path: '/api/meeting/bookings/list',
    summary: 'One’s bookings by a filter: All, Pending (unanswered), Teaching, or Meetings (to attend).',
    access: 'login',
    body: z.object({
      filters: z._default(z.enum(['All', 'Pending', 'Teaching', 'Meetings']), 'All'),
      ...list,
    }),
    output: page,
    errors: ['invalid'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/meeting/booking/{id}',
    summary: 'One booking of one’s own. An unpaid one is first asked about at the payment provider.',
    access: 'login',
    params: z.object({ id: uuid }),
    query: z.object({ timezone }),
    output: one,
    errors: ['not_found'],
    perMinute: 240,
  }),
  approve: defineCall({
    method: 'POST',
    path: '/api/meeting/approve',
    summary: 'Accept a request made to oneself. Approved already, it stays so.',
    access: 'login',
    body: decision,
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  reject: defineCall({
    method: 'POST',
    path: '/api/meeting/reject',
    summary:
      'Decline a request made to oneself; the student gets everything back. Declined already, it stays so.',
    access: 'login',
    body: decision,
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/meeting/cancel',
    summary:
      'Cancel a booking of one’s own before its start; what comes back is the policy frozen into it, and everything of a place ' +
      'that was moved, also for an hour after its start where its student hadn’t seen that.',
    access: 'login',
    body: z.object({ bookingId: uuid, remarks: z._default(bookingTexts.remarks, '') }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  reportProblem: defineCall({
    method: 'POST',
    path: '/api/meeting/problem',
    summary:
      'Report, as its student, what went wrong in a meeting that took place, once and while its earnings wait; the operators ' +
      'decide what comes back.',
    access: 'login',
    body: z.object({
      bookingId: uuid,
      reason: z.enum(Object.keys(problemReasons) as [ProblemReason]),
      details: problemTexts.details,
    }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
    perMinute: 20,
  }),
  calendar: defineCall({
    method: 'GET',
    path: '/api/meeting/booking/{id}/calendar',
    summary: 'An approved booking as an entry for a calendar; fetched again after a change, it says so.',
    access: 'login',
    params: z.object({ id: uuid }),
    produces: 'text/calendar',
    errors: ['not_found', 'conflict'],
  }),
  settle: defineCall({
    method: 'POST',
    path: '/api/meeting/update',
    summary: 'Have what the clock owes to one’s bookings done now.',
    access: 'login',
    output: z.object({ status: success }),
    errors: [],
    perMinute: 30,
  }),
  settleByGet: defineCall({
    method: 'GET',
    path: '/api/meeting/update',
    summary: 'The same by GET, for clients that ask so; harmless, and done twice it does nothing more.',
    access: 'login',
    output: z.object({ status: success }),
    errors: [],
    perMinute: 30,
  }),
}
