import * as z from 'zod/mini'
import { weekdays } from '../domain/schedule.ts'
import { bookingTexts } from './bookings.ts'
import { defineCall } from './contract.ts'
import { cursor, dollars, line, nextCursor, offset, searchText, success, text, uuid } from './fields.ts'
import { personCard, username } from './people.ts'

export const sessionLimits = {
  title: 120,
  description: 2000,
  location: 200,
  minutes: { min: 15, max: 480 },
  capacity: { min: 1, max: 200, default: 50 },
  crns: 10,
  skippedDays: 100,
  /** Invitations at once, and a day. */
  invitesAtOnce: 50,
  invitesADay: 200,
} as const

export const sessionPageSize = 12

/** What the forms and the calls both check. */
export const sessionTexts = {
  title: line(sessionLimits.title, 'Title'),
  description: text(sessionLimits.description, 'Description'),
  location: z.union([z.literal(''), line(sessionLimits.location, 'Location')]),
}

const day = z.enum(weekdays)
const wallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** A session's owner as its cards show them. */
export const sessionOwner = z.object({
  username: z.string(),
  name: z.string(),
  profile_image: z.nullable(z.string()),
  college: z.nullable(z.string()),
  designation: z.nullable(z.string()),
})

/** One time at which a session takes place. */
export const occurrence = z.object({
  id: uuid,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  state: z.enum(['planned', 'over', 'cancelled']),
  /** Places taken: paid or being paid for; of a free session everyone who is enrolled. */
  taken: z.number(),
  /** The caller's own paid or held place in it. */
  booking_id: z.nullable(uuid),
  /** What the caller can do with it: pay for a place, go on paying, or enter its meeting while that is open. */
  action: z.enum(['none', 'pay', 'resume', 'join', 'start', 'full']),
})
export type Occurrence = z.output<typeof occurrence>

/** A session as anyone who may see it does. */
export const session = z.object({
  id: uuid,
  title: z.string(),
  description: z.string(),
  /** Of its next occurrence, or its last one: the UTC date and times, and the same as instants. */
  event_date: z.iso.date(),
  event_time: z.string(),
  end_time: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** The owner's zone, and the wall-clock time in it. */
  time_zone: z.string(),
  start_time: z.string(),
  minutes: z.number(),
  /** Dollars an hour; null where it is free. */
  rate: z.nullable(dollars),
  /** What a place in one occurrence costs with the platform's fee; null where it is free. */
  price: z.nullable(dollars),
  fee: z.nullable(dollars),
  total: z.nullable(dollars),
  /** Null where it is online. */
  location: z.nullable(z.string()),
  capacity: z.number(),
  repeat: z.boolean(),
  repeat_days: z.array(day),
  repeat_until: z.nullable(z.iso.date()),
  /** The first day, and those left out; for its owner's form. */
  starts_on: z.iso.date(),
  skipped_days: z.array(z.iso.date()),
  crns: z.array(z.string()),
  /** Everyone who is enrolled. */
  attendees: z.number(),
  admin_profile: sessionOwner,
  is_owner: z.boolean(),
  enrolled: z.boolean(),
  /** The caller's invitation, while it waits for an answer. */
  invitation_id: z.nullable(uuid),
  /** The next ones, at most three. */
  upcoming: z.array(occurrence),
  version: z.number(),
  refund_terms: z.string(),
})
export type Session = z.output<typeof session>

const attendance = z.object({
  person: personCard,
  /** Whether they paid for a place, where the session isn't free. */
  paid: z.boolean(),
  /** Seconds in the room, and when they came first and left last. */
  seconds: z.number(),
  joined_at: z.nullable(z.iso.datetime()),
  left_at: z.nullable(z.iso.datetime()),
})

/** What the form and the calls say of another number of people. */
export const roomFault = `There can be ${sessionLimits.capacity.min} to ${sessionLimits.capacity.max} people in a session.`

const plan = {
  title: sessionTexts.title,
  description: sessionTexts.description,
  /** The first day, or the only one, in `timezone`. */
  starts_on: z.iso.date(),
  start_time: wallTime,
  end_time: wallTime,
  timezone: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Dollars an hour; empty or left out where it is free. */
  rate: z._default(z.union([z.literal(''), dollars]), ''),
  location: z._default(sessionTexts.location, ''),
  capacity: z._default(
    z
      .int(roomFault)
      .check(z.gte(sessionLimits.capacity.min, roomFault), z.lte(sessionLimits.capacity.max, roomFault)),
    sessionLimits.capacity.default,
  ),
  repeat: z._default(z.boolean(), false),
  repeat_days: z._default(z.array(day).check(z.maxLength(7)), []),
  repeat_until: z._default(z.nullable(z.iso.date()), null),
  skipped_days: z._default(z.array(z.iso.date()).check(z.maxLength(sessionLimits.skippedDays)), []),
  /** CRNs, alone or as `crn-title`. */
  crns: z._default(z.array(line(230, 'CRN')).check(z.maxLength(sessionLimits.crns)), []),
}

const one = z.object({ status: success, session })
const done = z.object({ status: success })
const list = { offset, cursor }

export const sessions = {
  create: defineCall({
    method: 'POST',
    path: '/api/sessions/create',
    summary: 'Plan a session for many: once, or on weekdays that repeat.',
    access: 'login',
    body: z.object(plan),
    output: one,
    errors: ['conflict', 'invalid'],
    perMinute: 20,
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/sessions',
    summary: 'A session by its id.',
    access: 'login',
    query: z.object({ id: uuid }),
    output: one,
    errors: ['not_found', 'invalid'],
  }),
  own: defineCall({
    method: 'GET',
    path: '/api/sessions/user',
    summary: 'The sessions of a person, oneself unless a username names another; the latest made first.',
    access: 'login',
    query: z.object({ ...list, username: z.optional(username) }),
    output: z.object({ status: success, sessions: z.array(session), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  ofClass: defineCall({
    method: 'GET',
    path: '/api/sessions/class',
    summary:
      'Sessions with a CRN, or whose title or description has the words, that are still to come; the next first.',
    access: 'login',
    query: z.object({
      crn: z._default(z.string().check(z.trim(), z.maxLength(230)), ''),
      text: z._default(searchText, ''),
      ...list,
    }),
    output: z.object({ status: success, sessions: z.array(session), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/sessions/update',
    summary:
      'Change one’s session. `editedDescription` alone changes just that; with `plan` all of it: occurrences move with it, those ' +
      'that are paid to at least a day from now, and who paid for one is told and may leave with a full refund. What was made ' +
      'shorter is refunded in part.',
    access: 'login',
    body: z.object({
      id: uuid,
      editedDescription: z.optional(sessionTexts.description),
      plan: z.optional(z.object({ ...plan, version: z.int() })),
    }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
    perMinute: 60,
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/sessions/delete',
    summary: 'Delete one’s session: what is to come is cancelled, and who paid for it gets everything back.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: done,
    errors: ['not_found', 'conflict'],
  }),
  skip: defineCall({
    method: 'POST',
    path: '/api/sessions/skip',
    summary:
      'Cancel one occurrence of one’s session that hasn’t begun; who paid for it gets everything back.',
    access: 'login',
    body: z.object({ occurrence_id: uuid, remarks: z._default(bookingTexts.remarks, '') }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  calendar: defineCall({
    method: 'GET',
    path: '/api/sessions/occurrence/{id}/calendar',
    summary:
      'One time of a session that one teaches, or is enrolled in without paying, as an entry for a calendar; fetched again ' +
      'after a change, it says so. A paid place has that of its booking.',
    access: 'login',
    params: z.object({ id: uuid }),
    produces: 'text/calendar',
    errors: ['not_found'],
  }),
  occurrences: defineCall({
    method: 'GET',
    path: '/api/sessions/occurrences',
    summary:
      'Every occurrence of one’s session with who has a place and who came, the latest first; or those that are coming, the ' +
      'next first, or those that are over. Ten a page.',
    access: 'login',
    query: z.object({ id: uuid, when: z._default(z.enum(['all', 'coming', 'over']), 'all'), cursor }),
    output: z.object({
      status: success,
      occurrences: z.array(z.object({ occurrence, people: z.array(attendance) })),
      next_cursor: nextCursor,
    }),
    errors: ['not_found', 'invalid'],
  }),
}
