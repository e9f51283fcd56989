import * as z from 'zod/mini'
import { weekdays } from '../domain/schedule.ts'
import { slotLengths } from '../domain/slots.ts'
import { defineCall } from './contract.ts'
import { courseId } from './courses.ts'
import { cursor, day, interval, moment, nextCursor, success, uuid, version } from './fields.ts'
import { personCard, username } from './people.ts'
import { only } from './reshape.ts'

const ranges = z
  .array(z.string().check(z.maxLength(20)))
  .check(z.maxLength(48, 'A day can have up to 48 time ranges.'))

/** A week: ranges 'HH:MM - HH:MM' by weekday, in the schedule's own zone. */
const days = z.object({
  mon: ranges,
  tue: ranges,
  wed: ranges,
  thu: ranges,
  fri: ranges,
  sat: ranges,
  sun: ranges,
})

const exception = z.object({ date: day, ranges })

const timeZone = z.string().check(z.minLength(1), z.maxLength(60))

const schedule = z.object({
  days,
  /** Other hours on single dates; no ranges is a day off. */
  exceptions: z.array(exception),
  /** The zone that all of it is in; null before the first save. */
  time_zone: z.nullable(z.string()),
  /** The client sends it with the next save; the server refuses that save if another one came between. */
  version: z.number(),
})
export type ScheduleAnswer = z.output<typeof schedule>

/**
 * A range of the weekly schedule on one of the next seven days, in the caller's zone. Another person's are what is left of it by
 * that date's hours, the present moment and the caller's midnight. When clocks go back, its wall-clock
 * times can mean two moments.
 */
const slot = z.extend(interval, {
  id: z.string(),
  day: z.string(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  zone: z.string(),
  local_start: z.string(),
  local_end: z.string(),
})

/** Whom to book: a post's author, or otherwise a tutor by name, for a course or in general. */
export const bookedTutor = {
  post_id: z.optional(uuid),
  tutor: z.optional(username),
  course_id: z.optional(courseId),
}

export const tutorPageSize = 20

/** Somebody who can be booked, with the courses they last shared notes for, and their next free half hours. */
const freeTutor = z.extend(personCard, {
  courses: z.array(z.object({ id: z.number(), subject: z.string() })),
  slots: z.array(interval),
})

export const schedules = {
  save: defineCall({
    method: 'POST',
    path: '/api/profile/calendar',
    summary:
      'Replace your schedule. Existing bookings stay. Also takes the days without the `schedule` around them.',
    access: 'login',
    reshape: body => (weekdays.some(day => day in body) ? { schedule: only(body, weekdays), ...body } : body),
    body: z.object({
      schedule: days,
      exceptions: z.optional(z.array(exception).check(z.maxLength(366))),
      /** The zone of the hours; if left out, the schedule’s or the profile’s. */
      timezone: z.optional(timeZone),
      version: z.optional(version),
    }),
    output: z.object({ status: success, schedule }),
    errors: ['invalid', 'conflict'],
    perMinute: 60,
  }),
  own: defineCall({
    method: 'GET',
    path: '/api/profile/calendar',
    summary:
      'Your own schedule: as saved, and as slots, one for each range of the week, on the next seven days. They are in the zone you name or ' +
      'else the schedule’s.',
    access: 'login',
    query: z.object({ timezone: z.optional(timeZone) }),
    output: z.object({ status: success, schedule, slots: z.array(slot) }),
    errors: ['invalid'],
  }),
  ofPerson: defineCall({
    method: 'GET',
    path: '/api/profile/calendar/users',
    summary:
      'A tutor’s slots in the next seven days in the zone you name or else your own, and the taken times (your own all, ' +
      'others’ only within the slots, with those at which you are busy). By username, or by your own email or that of ' +
      'somebody you share an accepted booking with; anyone else, known or not, has none.',
    access: 'visitor',
    query: z.object({
      username: z.optional(username),
      email: z.optional(z.string().check(z.maxLength(254))),
      timezone: z.optional(timeZone),
    }),
    output: z.object({ status: success, slots: z.array(slot), bookings: z.array(interval) }),
    errors: ['invalid'],
    perMinute: 300,
  }),
  tiles: defineCall({
    method: 'GET',
    path: '/api/slots',
    summary:
      'The bookable times of a post’s author, or of a tutor, in the next seven days: tiles by your calendar days.',
    access: 'login',
    query: z.object({
      ...bookedTutor,
      timezone: timeZone,
      minutes: z._default(
        z.pipe(
          z.enum(slotLengths.map(String) as ['30', '60']),
          z.transform(minutes => (minutes === '60' ? 60 : 30) as 30 | 60),
        ),
        30,
      ),
    }),
    output: z.object({
      status: success,
      tutor: z.object({ name: z.string(), username: z.string(), time_zone: z.nullable(z.string()) }),
      days: z.array(
        z.object({
          date: z.iso.date(),
          /** A tile belongs to a slot of the schedule; a run of tiles stays within one slot. */
          tiles: z.array(z.extend(interval, { slot_id: z.string(), booked: z.boolean() })),
        }),
      ),
      /** The caller's own unpaid times with the tutor, the next first: among the tiles, they are booked. */
      holds: z.array(z.extend(interval, { booking_id: uuid, message: z.nullable(z.string()) })),
      /** Why the caller can't book anything here, or null. */
      refusal: z.nullable(z.enum(['own_post', 'no_rate', 'no_schedule'])),
    }),
    errors: ['not_found', 'invalid'],
    perMinute: 300,
  }),
  free: defineCall({
    method: 'GET',
    path: '/api/tutors',
    summary:
      'Tutors with a free half hour that you can book, the next free one first: those who shared notes for a course, up to ' +
      'a rate in cents, between two moments of your next seven days. Each has its next free half hours. Twenty a page, ' +
      'up to 500.',
    access: 'login',
    query: z.object({
      timezone: timeZone,
      course_id: z.optional(courseId),
      from: z.optional(moment),
      to: z.optional(moment),
      max_rate_cents: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
      cursor,
    }),
    output: z.object({ status: success, tutors: z.array(freeTutor), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
    perMinute: 300,
  }),
}
