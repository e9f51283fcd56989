import * as z from 'zod/mini'
import { bookingTexts, shownPlace } from './bookings.ts'
import { defineCall } from './contract.ts'
import { day, dollars, moment, success, uuid } from './fields.ts'
import { placeNamed } from './reshape.ts'
import { bookedTutor } from './schedules.ts'
import { agreement } from './terms.ts'

/**
 * True if the page goes back to the Checkout of a hold, and so shows neither its price nor the terms; the server refuses the call if
 * the hold is over.
 */
const resume = z.optional(z.boolean())

const timezone = z.string().check(z.minLength(1), z.maxLength(60))

/** Money of a payment that went back, or is to go back, to the student. */
export const returned = z.object({
  date: z.iso.datetime(),
  amount: dollars,
  reason: z.string(),
  state: z.enum(['pending', 'done', 'failed', 'void', 'settled']),
})
export type Returned = z.output<typeof returned>

/** What is booked until it is paid, and where to pay it. */
const held = z.object({
  status: success,
  url: z.string(),
  booking_id: uuid,
  /** Until when the time or the place is held. */
  held_until: z.iso.datetime(),
})

/** How many bookings a student can make in 24 hours that they pay for; those that are refunded count too. */
export const bookingsADay = 50

export const payments = {
  quote: defineCall({
    method: 'GET',
    path: '/api/payment/quote',
    summary: 'The current price of a time of a post’s author, or of a tutor, for the order summary.',
    access: 'login',
    query: z.object({ ...bookedTutor, start: moment, end: moment }),
    output: z.object({
      status: success,
      minutes: z.number(),
      hourly_rate: dollars,
      /** The tutor's price, the platform's fee on top of it, and the total. */
      amount: dollars,
      fee: dollars,
      total: dollars,
      currency: z.literal('usd'),
      /** What a cancellation refunds, in words; frozen into the booking. */
      refund_terms: z.string(),
    }),
    errors: ['not_found', 'conflict', 'invalid'],
    perMinute: 240,
  }),
  bookSlot: defineCall({
    method: 'POST',
    path: '/api/payment/bookslot',
    summary:
      'Hold a time of a post’s author, or of a tutor, and return the Checkout that pays for it. Repeated while it is ' +
      'held, it returns the same Checkout, takes a new message if there is one, and refuses another total or subject.',
    failure: 'Unable to get the checkout url',
    access: 'login',
    body: z.object({
      ...bookedTutor,
      /** The slot's id in the schedule; only a hint, since the times decide. */
      slot_id: z.nullish(z.string().check(z.maxLength(60))),
      /** The day and the wall-clock times in `timezone`; an end not after the start is on the next day. */
      date: day,
      start_time: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
      end_time: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
      timezone,
      /**
       * The start and the end as instants, which distinguish the two hours when clocks go back; if given, they take
       * precedence.
       */
      start: z.optional(moment),
      end: z.optional(moment),
      /** The total that the page showed; the server refuses the call if it has changed. */
      total: z.optional(dollars),
      message: z.optional(bookingTexts.message),
      resume,
      ...agreement,
    }),
    output: held,
    errors: ['not_found', 'conflict', 'slot_taken', 'invalid', 'quota_exceeded', 'upstream_unavailable'],
    perMinute: 30,
  }),
  bookSession: defineCall({
    method: 'POST',
    path: '/api/payment/booksession',
    summary:
      'Hold a place in one occurrence of a session you are enrolled in and return the Checkout that pays for it. ' +
      'Repeated while it is held, it returns the same Checkout, and refuses another total. Also takes a session or an ' +
      'unpaid enrollment as lists answer them.',
    failure: 'Unable to book the session: some server error happened',
    access: 'login',
    reshape: placeNamed,
    body: z.object({
      session_id: uuid,
      /** The occurrence by its id, otherwise by its end or its start, otherwise the next one to come. */
      occurrence_id: z.optional(uuid),
      ends_on: z.optional(moment),
      starts_at: z.optional(moment),
      timezone: z.optional(timezone),
      total: z.optional(dollars),
      /** Where and when the page said it is; the server refuses the call if it has moved. */
      shown: z.optional(shownPlace),
      resume,
      ...agreement,
    }),
    output: held,
    errors: ['not_found', 'conflict', 'slot_taken', 'invalid', 'quota_exceeded', 'upstream_unavailable'],
    perMinute: 30,
  }),
  receipt: defineCall({
    method: 'GET',
    path: '/api/payment/receipt/{id}',
    summary: 'The receipt of your paid booking: the payment, how it is divided, and refunds.',
    access: 'login',
    params: z.object({ id: uuid }),
    output: z.object({
      status: success,
      receipt: z.object({
        /** A short number for people to refer to it. */
        number: z.string(),
        booking_id: uuid,
        role: z.enum(['student', 'tutor']),
        /** The caller's own. */
        email: z.string(),
        topic: z.string(),
        is_session: z.boolean(),
        starts_on: z.iso.datetime(),
        ends_on: z.iso.datetime(),
        minutes: z.number(),
        student_name: z.string(),
        tutor_name: z.string(),
        tutor_username: z.string(),
        hourly_rate: dollars,
        amount: dollars,
        fee: dollars,
        total: dollars,
        paid_on: z.iso.datetime(),
        refunds: z.array(returned),
        /** What remains paid after refunds. */
        net: dollars,
      }),
    }),
    errors: ['not_found'],
  }),
  webhook: defineCall({
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'The payment provider’s webhook; only signed events count.',
    access: 'visitor',
    consumes: 'application/json',
    output: z.object({ status: success }),
    errors: ['malformed'],
    perMinute: 6000,
  }),
}
