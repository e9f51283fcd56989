import * as z from 'zod/mini'
import { bookingTexts } from './bookings.ts'
import { defineCall } from './contract.ts'
import { dollars, success, uuid } from './fields.ts'
import { agreement } from './terms.ts'

const timezone = z.string().check(z.minLength(1), z.maxLength(60))

export const payments = {
  quote: defineCall({
    method: 'GET',
    path: '/api/payment/quote',
    summary: 'What a time of a post’s author costs now, for the order summary.',
    access: 'login',
    query: z.object({ post_id: uuid, start: z.iso.datetime(), end: z.iso.datetime() }),
    output: z.object({
      status: success,
      minutes: z.number(),
      hourly_rate: dollars,
      /** The tutor's price, the platform's fee on top of it, and what both come to. */
      amount: dollars,
      fee: dollars,
      total: dollars,
      currency: z.literal('usd'),
      /** What a cancellation gives back, in words; frozen into the booking. */
      refund_terms: z.string(),
    }),
    errors: ['not_found', 'conflict', 'invalid'],
    perMinute: 240,
  }),
  bookSlot: defineCall({
    method: 'POST',
    path: '/api/payment/bookslot',
    summary:
      'Hold a time of a post’s author and answer the Checkout that pays for it. Asked again while it is held, the answer is ' +
      'the same Checkout.',
    access: 'login',
    body: z.object({
      post_id: uuid,
      /** The slot's id of the schedule; only a hint, as times decide. */
      slot_id: z.nullish(z.string().check(z.maxLength(60))),
      /** The day and the wall times in `timezone`; an end not after the start is on the next day. */
      date: z.iso.date(),
      start_time: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
      end_time: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
      timezone,
      /** The same as instants, which tell the two hours of a clock going back apart; they win where given. */
      start: z.optional(z.iso.datetime()),
      end: z.optional(z.iso.datetime()),
      /** The total the person was shown; refused when it is another by now. */
      total: z.optional(dollars),
      message: z._default(bookingTexts.message, ''),
      ...agreement,
    }),
    output: z.object({
      status: success,
      url: z.string(),
      booking_id: uuid,
      /** Until when the time is held. */
      held_until: z.iso.datetime(),
    }),
    errors: ['not_found', 'conflict', 'slot_taken', 'invalid', 'upstream_unavailable'],
    perMinute: 30,
  }),
  bookSession: defineCall({
    method: 'POST',
    path: '/api/payment/booksession',
    summary:
      'Hold a place in one occurrence of a session one is enrolled in and answer the Checkout that pays for it. Asked again ' +
      'while it is held, the answer is the same Checkout.',
    access: 'login',
    body: z.object({
      session_id: uuid,
      occurrence_id: uuid,
      timezone: z.optional(timezone),
      total: z.optional(dollars),
      ...agreement,
    }),
    output: z.object({
      status: success,
      url: z.string(),
      booking_id: uuid,
      /** Until when the place is held. */
      held_until: z.iso.datetime(),
    }),
    errors: ['not_found', 'conflict', 'slot_taken', 'invalid', 'upstream_unavailable'],
    perMinute: 30,
  }),
  receipt: defineCall({
    method: 'GET',
    path: '/api/payment/receipt/{id}',
    summary:
      'The receipt of a paid booking of one’s own: what was paid, with what of it going to whom, and what came back.',
    access: 'login',
    params: z.object({ id: uuid }),
    output: z.object({
      status: success,
      receipt: z.object({
        /** Short, for people to name it by. */
        number: z.string(),
        booking_id: uuid,
        role: z.enum(['student', 'tutor']),
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
        refunds: z.array(
          z.object({
            date: z.iso.datetime(),
            amount: dollars,
            reason: z.string(),
            state: z.enum(['pending', 'done', 'failed', 'void', 'settled']),
          }),
        ),
        /** What remains paid. */
        net: dollars,
      }),
    }),
    errors: ['not_found'],
  }),
  webhook: defineCall({
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'Where the payment provider tells what happened; only what it signed counts.',
    access: 'visitor',
    consumes: 'application/json',
    output: z.object({ status: success }),
    errors: ['malformed'],
    perMinute: 6000,
  }),
}
