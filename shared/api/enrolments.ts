import * as z from 'zod/mini'
import { bookingStates } from '../domain/booking-states.ts'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, success, uuid } from './fields.ts'
import { personCard } from './people.ts'
import { occurrence, session } from './sessions.ts'

/**
 * An upcoming occurrence of a session that the caller is enrolled in and hasn't paid for. Here and in a meeting, the session's date and
 * times are those of the occurrence.
 */
const unpaid = z.object({ session_id: uuid, ends_on: z.iso.datetime(), session, occurrence })
export type UnpaidOccurrence = z.output<typeof unpaid>

/** An occurrence as a card among the caller's meetings: as its teacher, or as someone with a place in it. */
const meeting = z.object({
  session_id: uuid,
  ends_on: z.iso.datetime(),
  session,
  occurrence,
  /** Whether the caller can open the session's page: not once it is deleted, except for people with a paid place. */
  readable: z.boolean(),
  role: z.enum(['teacher', 'student']),
  /** Everyone who has a place or came, and how many came. */
  expected: z.number(),
  attended: z.number(),
  /** The state of the caller's own place; null for the teacher and in free sessions. */
  status: z.nullable(z.enum(bookingStates)),
  /** Until when the caller can leave a moved place with a full refund. */
  leave_until: z.nullable(z.iso.datetime()),
})
export type SessionMeeting = z.output<typeof meeting>

const one = z.object({ status: success, session })
const undo = z.string().check(z.maxLength(500), z.regex(/^[\w-]+\.[\w-]+$/))
const list = { offset, cursor }

export const enrolments = {
  enrol: defineCall({
    method: 'POST',
    path: '/api/sessions/enrollment/enroll',
    summary:
      'Enroll in a session; does nothing if already enrolled. Also accepts an open invitation to it. With `undo`, which ' +
      'leaving answered within the last ten minutes, you are enrolled since when you were before.',
    access: 'login',
    body: z.object({ id: uuid, undo: z.optional(undo) }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
    perMinute: 60,
    perDay: 200,
  }),
  leave: defineCall({
    method: 'POST',
    path: '/api/sessions/enrollment/leave',
    summary:
      'Leave a session. Cancel upcoming paid places one by one first. `undo` is for enrolling again; null if you weren’t enrolled.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: z.extend(one, { undo: z.nullable(undo) }),
    errors: ['not_found', 'conflict'],
  }),
  ofSession: defineCall({
    method: 'GET',
    path: '/api/sessions/enrollment/list',
    summary: 'The people enrolled in your session, the latest first.',
    access: 'login',
    query: z.object({ id: uuid, ...list }),
    output: z.object({ status: success, data: z.array(personCard), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  unpaid: defineCall({
    method: 'GET',
    path: '/api/sessions/enrollment/user/enrolled',
    summary:
      'The upcoming occurrences that you haven’t paid for, in sessions you are enrolled in; the next first.',
    access: 'login',
    query: z.object({ ...list }),
    output: z.object({ status: success, data: z.array(unpaid), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  meetings: defineCall({
    method: 'GET',
    path: '/api/sessions/meetings',
    summary:
      'The occurrences that you teach or have a place in: upcoming, the next first, or past, the latest first. ' +
      '`filter` as for bookings.',
    access: 'login',
    query: z.object({
      when: z._default(z.enum(['upcoming', 'passed']), 'upcoming'),
      filter: z._default(z.enum(['All', 'Pending', 'Teaching', 'Meetings']), 'All'),
      ...list,
    }),
    output: z.object({ status: success, data: z.array(meeting), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
}
