import * as z from 'zod/mini'
import { bookingStates } from '../domain/booking-states.ts'
import { defineCall } from './contract.ts'
import { dollars, line, moment, nextCursor, offset, success, text, uuid } from './fields.ts'
import { listed } from './reshape.ts'
import { agreement } from './terms.ts'

export const bookingPageSize = 6

export const bookingLimits = { remarks: 250, message: 250, location: 200 } as const

/** Validated by both the forms and the calls. */
export const bookingTexts = {
  remarks: z.union([z.literal(''), text(bookingLimits.remarks, 'Remarks')]),
  message: z.union([z.literal(''), text(bookingLimits.message, 'Message')]),
  location: line(bookingLimits.location, 'Location'),
}

/** What can go wrong in a meeting, with the words that people read. */
export const problemReasons = {
  absent: 'The tutor wasn’t there, or came very late',
  short: 'The meeting was much shorter than booked',
  quality: 'It wasn’t what I booked',
  conduct: 'The tutor’s behavior',
  technical: 'The call didn’t work',
  other: 'Something else',
} as const
export type ProblemReason = keyof typeof problemReasons

export const problemDetailsLimit = 2000

/** Validated by both the report form and the call. */
export const problemTexts = { details: text(problemDetailsLimit, 'Details', 'Say what happened.') }

/** Where and when a place was on a page. Without `location`, the page didn't show it or is older than this field. */
export const shownPlace = z.object({
  starts_on: moment,
  location: z.optional(z.nullable(bookingTexts.location)),
})
export type ShownPlace = z.output<typeof shownPlace>

const bookingProblem = z.object({
  /** The student's words, only for the student and the operators: null for the tutor. */
  reason: z.nullable(z.enum(Object.keys(problemReasons) as [ProblemReason])),
  details: z.nullable(z.string()),
  date: z.iso.datetime(),
  /** Empty while an operator is looking at it. */
  outcome: z.nullable(z.enum(['all', 'part', 'none'])),
  answer: z.nullable(z.string()),
})
export type BookingProblem = z.output<typeof bookingProblem>

/** Where the money of a paid booking is. */
const bookingMoney = z.object({
  paid_on: z.iso.datetime(),
  /**
   * `held` by Ignite until the meeting has taken place; `waiting` in the tutor's wallet, in case the student
   * reports a problem; `questioned`: waits there until the operators decide on a reported problem; `earned`:
   * the tutor can withdraw it; `bank`: the student's bank took it and hasn't decided; `back`: nothing of the
   * tutor's price is left.
   */
  where: z.enum(['held', 'waiting', 'questioned', 'earned', 'bank', 'back']),
  /** When the tutor can withdraw the `waiting` money. */
  free_on: z.nullable(z.iso.datetime()),
  /** When the last of its refunds left our balance; null while one is still due. */
  sent_back_on: z.nullable(z.iso.datetime()),
  /** How much of its refunds failed and is still owed; null if nothing is, and for the tutor. */
  refund_failed: z.nullable(z.string()),
  /** Part of it was refunded by another way than to the card. */
  refund_settled: z.boolean(),
})

/** Whether the student's bank disputed the payment, and the outcome. */
const bookingDispute = z.object({
  state: z.enum(['open', 'won', 'lost']),
  opened_on: z.iso.datetime(),
  /** How much of the payment the bank took. */
  amount: z.string(),
  /** The deadline for the tutor to help answer it; null for the student, and once it was answered. */
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
  /** Which side of the booking the caller is on. */
  role: z.enum(['student', 'tutor']),
  /**
   * The tutor's email, shown to the student once the booking is approved; null before that, and if the
   * booking doesn't take place.
   */
  admin: z.nullable(z.string()),
  admin_name: z.string(),
  admin_username: z.string(),
  admin_profile_image: z.nullable(z.string()),
  admin_time_zone: z.nullable(z.string()),
  /** Whether the caller can’t book the tutor anymore, who left, is suspended or is hidden by a block. */
  admin_gone: z.boolean(),
  joinee_name: z.string(),
  joinee_username: z.string(),
  joinee_profile_image: z.nullable(z.string()),
  joinee_time_zone: z.nullable(z.string()),
  other_joinee: z.array(z.string()),
  thumb_url: z.nullable(z.string()),
  /** The tutor's words with the decision, or either side's words with a cancellation. */
  booking_remarks: z.nullable(z.string()),
  /** The student's words with the request. */
  message: z.nullable(z.string()),
  /** Empty if the post is deleted, or hidden from the caller. */
  post_id: z.nullable(uuid),
  /** The course that the tutor was booked for without a post; null if for none. */
  course_id: z.nullable(z.number()),
  /** The tutor's price, the platform's fee on top, and what the student pays; dollars with two decimals. */
  amount: z.string(),
  fee: z.string(),
  total: z.string(),
  /** Null while it is unpaid. */
  money: z.nullable(bookingMoney),
  dispute: z.nullable(bookingDispute),
  /** How much of it was or will be refunded, and whether that is done. */
  refunded: z.nullable(z.string()),
  refund_done: z.boolean(),
  is_session: z.boolean(),
  /** Empty once the session is deleted, except for a student whose place stays. */
  session_id: z.nullable(uuid),
  /** Where a session meets in person; null if it is online. */
  location: z.nullable(z.string()),
  cancelled_by: z.nullable(z.enum(['student', 'tutor'])),
  /** Unpaid: until when the time is held, and where to pay. */
  held_until: z.nullable(z.iso.datetime()),
  checkout_url: z.nullable(z.string()),
  /** The start that its student chose, if its tutor moved or changed the session since; it may be the same time. */
  moved_from: z.nullable(z.iso.datetime()),
  /** Whether its session moved here and its student hasn't been shown the new time. */
  move_unseen: z.boolean(),
  /** Whether its tutor moved or changed its session while its student was paying, which ended the hold. */
  moved_unpaid: z.boolean(),
  /** What the caller would get or give back by canceling now; null if they can't cancel. */
  cancel_refund: z.nullable(z.string()),
  /** The refund policy in words for the caller's side. */
  refund_terms: z.string(),
  /**
   * Until when the caller, as the student, can report a problem; null if there is nothing to report, or it is
   * too late.
   */
  problem_until: z.nullable(z.iso.datetime()),
  /** Whether the student reported a problem, and the outcome; the tutor never sees the student's words. */
  problem: z.nullable(bookingProblem),
})
export type Booking = z.output<typeof booking>

const timezone = z.optional(z.string().check(z.maxLength(60)))
const page = z.object({ status: success, bookings: z.array(booking), next_cursor: nextCursor })
const list = { offset, cursor: z.optional(z.string().check(z.maxLength(100))), timezone }
const one = z.object({ status: success, booking })
const decision = z.object({
  bookingId: uuid,
  remarks: z.nullish(bookingTexts.remarks),
  ...agreement,
})

export const bookings = {
  asStudent: defineCall({
    method: 'GET',
    path: '/api/meeting/bookings',
    summary: 'The bookings you made, the next to start first, six a page.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  asTutor: defineCall({
    method: 'GET',
    path: '/api/meeting/sessions',
    summary: 'The bookings made with you, the next to start first, six a page.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  pending: defineCall({
    method: 'GET',
    path: '/api/meeting/state/pending',
    summary: 'Your upcoming and unanswered bookings on either side, the next to start first.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  next: defineCall({
    method: 'GET',
    path: '/api/meeting/next',
    summary:
      'Your next accepted booking on either side, without places in sessions; the first request that waits for your ' +
      'answer, and how many do.',
    access: 'login',
    output: z.object({
      status: success,
      next: z.nullable(booking),
      request: z.nullable(booking),
      requests: z.number(),
    }),
    errors: [],
  }),
  passed: defineCall({
    method: 'GET',
    path: '/api/meeting/state/passed',
    summary: 'Your past and canceled bookings on either side, the latest first.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['invalid'],
  }),
  filtered: defineCall({
    method: 'POST',
    path: '/api/meeting/bookings/list',
    summary:
      'Your upcoming bookings by one filter or several: All, Pending (unanswered), Teaching, or Meetings (to attend). Those of ' +
      'any of them; of none, all.',
    access: 'login',
    reshape: body => listed(body, 'filters'),
    body: z.object({
      filters: z._default(
        z.array(z.enum(['All', 'Pending', 'Teaching', 'Meetings'])).check(z.maxLength(4)),
        [],
      ),
      ...list,
    }),
    output: page,
    errors: ['invalid'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/meeting/booking/{id}',
    summary: 'One of your bookings. For an unpaid one, the server first asks the payment provider.',
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
    summary: 'Accept a request made to you. Does nothing if already approved.',
    access: 'login',
    body: decision,
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  reject: defineCall({
    method: 'POST',
    path: '/api/meeting/reject',
    summary:
      'Decline a request made to you; the student gets a full refund. Does nothing if already declined.',
    access: 'login',
    body: decision,
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/meeting/cancel',
    summary:
      'Cancel your booking before its start; the refund follows the policy frozen into it, and is full until the ' +
      'tutor accepts. A moved place is refunded in full, up to an hour after its start if its student hadn’t seen the move.',
    access: 'login',
    body: z.object({
      bookingId: uuid,
      remarks: z._default(bookingTexts.remarks, ''),
      /** The `cancel_refund` that the page showed; the server refuses the call if it is less now. */
      refund: z.optional(dollars),
      /** True if the page showed it as an unpaid hold to give up; the server refuses the call if it is paid by now. */
      unpaid: z.optional(z.boolean()),
    }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  seeMove: defineCall({
    method: 'POST',
    path: '/api/meeting/move/seen',
    summary:
      'Say, as its student, that you were shown the new start and location of a moved place; if it has moved again, nothing changes.',
    access: 'login',
    body: z.extend(shownPlace, { bookingId: uuid }),
    output: z.object({ status: success }),
    errors: ['not_found', 'invalid'],
  }),
  reportProblem: defineCall({
    method: 'POST',
    path: '/api/meeting/problem',
    summary:
      'Report, as its student, what went wrong in a meeting that took place, once and while its earnings wait; the ' +
      'operators decide about a refund.',
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
    summary:
      'An approved booking as a calendar entry; fetched again after a change, it replaces the old entry.',
    access: 'login',
    params: z.object({ id: uuid }),
    produces: 'text/calendar',
    errors: ['not_found', 'conflict'],
  }),
  settle: defineCall({
    method: 'POST',
    path: '/api/meeting/update',
    summary: 'Make due changes to your bookings now.',
    access: 'login',
    output: z.object({ status: success }),
    errors: ['upstream_unavailable'],
    perMinute: 30,
  }),
  settleByGet: defineCall({
    method: 'GET',
    path: '/api/meeting/update',
    summary: 'The same by GET, for clients that use it; safe to repeat.',
    access: 'login',
    output: z.object({ status: success }),
    errors: ['upstream_unavailable'],
    perMinute: 30,
  }),
}
