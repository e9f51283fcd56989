import * as z from 'zod/mini'
import { weekdays } from '../domain/schedule.ts'
import { bookingTexts } from './bookings.ts'
import { defineCall } from './contract.ts'
import { courseId } from './courses.ts'
import {
  cursor,
  day,
  dollars,
  line,
  nextCursor,
  offset,
  searchText,
  success,
  text,
  uuid,
  version,
} from './fields.ts'
import { personCard, username } from './people.ts'
import { planNamed } from './reshape.ts'

export const sessionLimits = {
  title: 120,
  description: 2000,
  minutes: { min: 15, max: 480 },
  capacity: { min: 1, max: 200, default: 50 },
  crns: 10,
  skippedDays: 100,
  /** Invitations per call, and per day: of all people, and of the same person to different sessions. */
  invitesAtOnce: 50,
  invitesADay: 200,
  invitesOfOneADay: 10,
} as const

export const sessionPageSize = 12

/** Validated by both the forms and the calls. */
export const sessionTexts = {
  title: line(sessionLimits.title, 'Title'),
  description: text(sessionLimits.description, 'Description'),
  location: z.union([z.literal(''), bookingTexts.location]),
}

const weekday = z.enum(weekdays)
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
  /** Places taken: paid or at Checkout; in a free session everyone who is enrolled. Null for a visitor. */
  taken: z.nullable(z.number()),
  /** The caller's own paid or held place in it. */
  booking_id: z.nullable(uuid),
  /** The start that the caller chose for that place, if the tutor moved or changed it since; it may be the same time. */
  moved_from: z.nullable(z.iso.datetime()),
  /** Whether that place moved here and the caller hasn't been shown the new time. */
  move_unseen: z.boolean(),
  /**
   * What the caller can do with it: pay for a place, continue paying, or enter its call while that is open. A
   * free meeting in person needs none, unless it has begun in one.
   */
  action: z.enum(['none', 'pay', 'resume', 'join', 'start', 'full']),
  /**
   * Whether people enter its call, which counts who comes. Of a free one that is over: whether anyone entered it,
   * since its session may have met somewhere else then.
   */
  has_call: z.boolean(),
})
export type Occurrence = z.output<typeof occurrence>

/** A session, as anyone with access sees it. Visitors learn neither where it takes place nor how many come. */
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
  /** Dollars an hour; null if it is free. */
  rate: z.nullable(dollars),
  /** What a place in one occurrence costs including the platform's fee; null if it is free. */
  price: z.nullable(dollars),
  fee: z.nullable(dollars),
  total: z.nullable(dollars),
  /** Null if it is online; empty if it isn't and the caller doesn't learn where. */
  location: z.nullable(z.string()),
  capacity: z.number(),
  repeat: z.boolean(),
  repeat_days: z.array(weekday),
  repeat_until: z.nullable(z.iso.date()),
  /** The first day, and the excluded days; for its owner's form. */
  starts_on: z.iso.date(),
  skipped_days: z.array(z.iso.date()),
  crns: z.array(z.string()),
  /** The course of each CRN, in the same order. */
  course_ids: z.array(z.number()),
  /** Everyone who is enrolled. Null for a visitor, and behind a block. */
  attendees: z.nullable(z.number()),
  admin_profile: sessionOwner,
  is_owner: z.boolean(),
  enrolled: z.boolean(),
  /** The caller's invitation, while it is unanswered. */
  invitation_id: z.nullable(uuid),
  /** The next occurrences, at most three. */
  upcoming: z.array(occurrence),
  version: z.number(),
  refund_terms: z.string(),
})
export type Session = z.output<typeof session>

const attendance = z.object({
  person: personCard,
  /** Whether the caller may see their profile and write to them: false after a block or a suspension. */
  visible: z.boolean(),
  /** Whether they paid for a place, if the session isn't free, and whether all of it was or is being refunded. */
  paid: z.boolean(),
  refunded: z.boolean(),
  /** Seconds in the room, and when they first came and last left. */
  seconds: z.number(),
  joined_at: z.nullable(z.iso.datetime()),
  left_at: z.nullable(z.iso.datetime()),
})

/** The message for an invalid number of people, in the form and the calls. */
export const roomFault = `A session can have ${sessionLimits.capacity.min} to ${sessionLimits.capacity.max} people.`

/** The message for too many people who pay to be in a video call, which can carry so many beside the owner. */
export function onlineRoomFault(places: number): string {
  return `Video works for up to ${places + 1} people at once, including you, so at most ${places} can pay for an online session.`
}

const plan = {
  title: sessionTexts.title,
  description: sessionTexts.description,
  /** The first day, or the only one, in `timezone`. */
  starts_on: day,
  start_time: wallTime,
  end_time: wallTime,
  timezone: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Dollars an hour; empty or left out if it is free. */
  rate: z._default(z.union([z.literal(''), dollars]), ''),
  location: z._default(sessionTexts.location, ''),
  /** Left out: as many as usual, or, paid and online, as a video call can carry. */
  capacity: z.optional(
    z
      .int(roomFault)
      .check(z.gte(sessionLimits.capacity.min, roomFault), z.lte(sessionLimits.capacity.max, roomFault)),
  ),
  repeat: z._default(z.boolean(), false),
  repeat_days: z._default(z.array(weekday).check(z.maxLength(7)), []),
  repeat_until: z._default(z.nullable(day), null),
  skipped_days: z._default(z.array(day).check(z.maxLength(sessionLimits.skippedDays)), []),
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
    summary:
      'Plan a group session: once, or on weekdays that repeat. Also takes `event_date`, `event_time` and `end_time` in ' +
      'UTC, as sessions are answered. Sent again with its `client_id`, it is the same session.',
    access: 'login',
    reshape: planNamed,
    body: z.object({
      ...plan,
      /** The client's own id for it: sent again with it, it is the same session, as it is now. */
      client_id: z.optional(uuid),
      /** If left out, the caller's own zone. */
      timezone: z.optional(plan.timezone),
      /** Whether the day and the times are given in UTC; they are then kept as they are in `timezone`. */
      in_utc: z._default(z.boolean(), false),
    }),
    output: one,
    errors: ['conflict', 'invalid'],
    perMinute: 20,
    perDay: 200,
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/sessions',
    summary: 'A session by its id.',
    access: 'visitor',
    query: z.object({ id: uuid }),
    output: one,
    errors: ['not_found', 'invalid'],
    perMinute: 300,
  }),
  own: defineCall({
    method: 'GET',
    path: '/api/sessions/user',
    summary:
      'A person’s sessions, the latest created first; yours without a username, for which you need a login.',
    access: 'visitor',
    query: z.object({ ...list, username: z.optional(username) }),
    output: z.object({ status: success, sessions: z.array(session), next_cursor: nextCursor }),
    errors: ['unauthenticated', 'not_found', 'invalid'],
    perMinute: 300,
  }),
  ofClass: defineCall({
    method: 'GET',
    path: '/api/sessions/class',
    summary: 'Upcoming sessions with a CRN, or with the words in their title or description; the next first.',
    access: 'login',
    query: z.object({
      crn: z._default(z.string().check(z.trim(), z.maxLength(230)), ''),
      text: z._default(searchText, ''),
      ...list,
    }),
    output: z.object({ status: success, sessions: z.array(session), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  ofCourse: defineCall({
    method: 'GET',
    path: '/api/sessions/course',
    summary: 'Upcoming sessions for any class of a course, the next first.',
    access: 'visitor',
    query: z.object({ ...list, course_id: courseId }),
    output: z.object({ status: success, sessions: z.array(session), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
    perMinute: 300,
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/sessions/update',
    summary:
      'Change your session. `editedDescription` alone changes only that, with `version` only if the session still has it; ' +
      '`plan` changes everything: occurrences move ' +
      'with it, paid ones to at least a day from now, and people who paid for one are told and may leave with a full ' +
      'refund. Shortened ones are refunded in part.',
    access: 'login',
    body: z.object({
      id: uuid,
      editedDescription: z.optional(sessionTexts.description),
      /** The version whose description was edited. Without it, the description replaces any other. */
      version: z.optional(version),
      plan: z.optional(z.object({ ...plan, version })),
    }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid', 'quota_exceeded'],
    perMinute: 60,
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/sessions/delete',
    summary: 'Delete your session: upcoming occurrences are canceled, and people who paid get a full refund.',
    access: 'login',
    body: z.object({ id: uuid }),
    output: done,
    errors: ['not_found', 'conflict'],
  }),
  skip: defineCall({
    method: 'POST',
    path: '/api/sessions/skip',
    summary:
      'Cancel one occurrence of your session that hasn’t begun; people who paid for it get a full refund.',
    access: 'login',
    body: z.object({ occurrence_id: uuid, remarks: z._default(bookingTexts.remarks, '') }),
    output: one,
    errors: ['not_found', 'conflict', 'invalid'],
  }),
  calendar: defineCall({
    method: 'GET',
    path: '/api/sessions/occurrence/{id}/calendar',
    summary:
      'An occurrence of a session that you teach, or are enrolled in for free, as a calendar entry; fetched again ' +
      'after a change, it replaces the old entry. A paid place has its booking’s entry.',
    access: 'login',
    params: z.object({ id: uuid }),
    produces: 'text/calendar',
    errors: ['not_found'],
  }),
  occurrences: defineCall({
    method: 'GET',
    path: '/api/sessions/occurrences',
    summary:
      'Every occurrence of your session with who has a place and who came, the latest first; or only upcoming ones, ' +
      'the next first, or only past ones. Ten a page.',
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
