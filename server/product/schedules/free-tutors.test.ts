import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { courses } from '#shared/api/courses.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { holdMinutes } from '#shared/domain/booking-states.ts'
import { nextDays } from '#shared/domain/calendar-days.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { emptySchedule, parseRange, weekdays } from '#shared/domain/schedule.ts'
import { checkRun, slotDays } from '#shared/domain/slots.ts'
import { beginJob } from '../../../local/jobs.ts'
import {
  accept,
  bookingOf,
  hold,
  moneyDone,
  pay,
  readBooking,
  type Slot,
  zone,
} from '../../../test/factories/bookings.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { nextFreeSlots, offerSlots } from './offered-slots.ts'
import { takenTimes } from './queries.ts'

let stack: Stack
let student: Person
let made = 0

beforeAll(async () => {
  stack = await startStack()
  student = await stack.signIn('stan.student')
})
afterAll(() => stack?.close())

type Hours = { ranges?: string[]; zone?: string; rate?: string; section?: Section }

/** A tutor with the same hours every day, by default around the clock; a post only if there is a section. */
async function makeTutor(hours: Hours = {}): Promise<{ person: Person; username: string }> {
  const { ranges = ['00:00 - 00:00'], zone: timezone = 'UTC', rate = '40.00', section } = hours
  const username = `tutor${++made}`
  const person = await stack.signIn(username)
  await person.call(profiles.save, { body: { hourly_rate: rate } })
  await person.call(schedules.save, { body: { schedule: everyDay(ranges), timezone } })
  if (section) await addPost(person, section)
  return { person, username }
}

function everyDay(ranges: string[]) {
  return Object.fromEntries(weekdays.map(day => [day, ranges])) as Record<(typeof weekdays)[number], string[]>
}

/** A course that no other test uses. */
function addCourse(): Promise<Section> {
  made++
  return addSection(stack.db, { course: `FND ${made}`, courseTitle: 'Topics', crn: `${50_000 + made}` })
}

type Query = { course_id?: number; from?: string; to?: string; max_rate_cents?: number; cursor?: string }

async function find(query: Query, person = student) {
  const { status, body, problem } = await person.call(schedules.free, { query: { timezone: zone, ...query } })
  if (status !== 200) throw new Error(`${problem.code}: ${problem.detail}`)
  return body
}

const namesOf = async (query: Query, person = student) =>
  (await find(query, person)).tutors.map(({ username }) => username)

/** An hour of the day after tomorrow. */
function hourAhead(hour: number): Slot {
  const day = stack.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 2 })
  const at = (minutes: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minutes) * 60_000).toISOString()
  return { start: at(0), end: at(30) }
}

/** The next free slots of a tutor, as the finder answers them. */
async function slotsOf(username: string, query: Query): Promise<Slot[]> {
  return (await find(query)).tutors.find(tutor => tutor.username === username)?.slots ?? []
}

/** Holds a time of a tutor for the student, without any post. */
async function holdOf(tutor: string, slot: Slot, more: { course_id?: number } = {}, person = student) {
  const { post_id: _, ...body } = bookingOf('', slot)
  const held = await person.call(payments.bookSlot, { body: { ...body, tutor, ...more } })
  if (held.status !== 200) throw new Error(`${held.problem.code}: ${held.problem.detail}`)
  return { id: held.body.booking_id, url: held.body.url }
}

describe('the tutors with a free time', () => {
  test('come with the next free one first, each with their courses and next free half hours', async () => {
    const section = await addCourse()
    const late = await makeTutor({ ranges: ['15:00 - 15:30'], section })
    const early = await makeTutor({ ranges: ['14:00 - 16:15'], rate: '25.00', section })
    const { start } = hourAhead(14)
    const query = { course_id: section.courseId, from: start, to: hourAhead(17).end }
    const { tutors, next_cursor } = await find(query)
    expect(tutors.map(({ username }) => username)).toEqual([early.username, late.username])
    expect(next_cursor).toBeNull()
    expect(tutors[0]).toMatchObject({ hourly_rate: '25.00', email: null, is_you: false })
    expect(tutors[0]!.courses).toMatchObject([{ id: section.courseId }])
    const at = (time: string) => `${start.slice(0, 11)}${time}:00.000Z`
    expect(tutors[0]!.slots.map(slot => slot.start)).toEqual(['14:00', '14:30', '15:00', '15:30'].map(at))
    expect(tutors[0]!.slots[0]!.end).toBe(at('14:30'))
    expect(tutors[1]!.slots.map(slot => slot.start)).toEqual([at('15:00')])
  })

  test('needn’t have posted anything, unless a course is asked for', async () => {
    const section = await addCourse()
    const { username } = await makeTutor({ ranges: ['03:00 - 03:30'], rate: '1.00' })
    const cheap = { max_rate_cents: 100 }
    expect(await find(cheap)).toMatchObject({ tutors: [{ username, courses: [] }] })
    expect(await namesOf({ ...cheap, course_id: section.courseId })).toEqual([])
  })

  test('cost no more than asked, to the cent, and have an hour within the window', async () => {
    const section = await addCourse()
    const { username } = await makeTutor({ ranges: ['10:00 - 11:00'], rate: '19.99', section })
    const course = { course_id: section.courseId }
    expect(await namesOf({ ...course, max_rate_cents: 1999 })).toEqual([username])
    expect(await namesOf({ ...course, max_rate_cents: 1998 })).toEqual([])
    const between = (from: number, to: number) =>
      namesOf({ ...course, from: hourAhead(from).start, to: hourAhead(to).start })
    expect(await between(10, 11)).toEqual([username])
    expect(await between(11, 20)).toEqual([])
    expect(await between(5, 10)).toEqual([])
    const { start } = hourAhead(24 * 6)
    expect(await namesOf({ ...course, from: start })).toEqual([])
  })

  test('are neither the reader nor a suspended person, one without a rate, or one across a block', async () => {
    const section = await addCourse()
    const course = { course_id: section.courseId }
    const [own, free, blocking, blocked, suspended] = [
      await makeTutor({ section }),
      await makeTutor({ section }),
      await makeTutor({ section }),
      await makeTutor({ section }),
      await makeTutor({ section }),
    ]
    const reader = own.person
    expect(new Set(await namesOf(course, reader))).toEqual(
      new Set([free, blocking, blocked, suspended].map(({ username }) => username)),
    )
    await blocking.person.call(blocks.block, { body: { username: own.username } })
    await reader.call(blocks.block, { body: { username: blocked.username } })
    await stack.db
      .updateTable('users')
      .set({ suspended_at: stack.clock.now() })
      .where('username', '=', suspended.username)
      .execute()
    expect(await namesOf(course, reader)).toEqual([free.username])
    await free.person.call(profiles.save, { body: { hourly_rate: null } })
    expect(await namesOf(course, reader)).toEqual([])
  })

  test('of a course are those whose posts the reader sees', async () => {
    const section = await addCourse()
    const { username } = await makeTutor({ section })
    expect(await namesOf({ course_id: section.courseId })).toEqual([username])
    await sql`update posts set hidden_at = now(), hidden_reason = 'Copied.' where course_id = ${section.courseId}`.execute(
      stack.db,
    )
    expect(await namesOf({ course_id: section.courseId })).toEqual([])
  })

  test('page without repeating one, also within one moment', async () => {
    const section = await addCourse()
    const names: string[] = []
    for (let n = 0; n < 23; n++) {
      const { username } = await makeTutor({ ranges: ['06:00 - 07:00'], rate: '2.00', section })
      names.push(username)
    }
    for (const query of [{ max_rate_cents: 200 }, { course_id: section.courseId }]) {
      const first = await find(query)
      expect(first.tutors).toHaveLength(20)
      const rest = await find({ ...query, cursor: first.next_cursor! })
      expect(rest.next_cursor).toBeNull()
      const all = [...first.tutors, ...rest.tutors].map(({ username }) => username)
      expect(new Set(all).size).toBe(all.length)
      expect(all).toEqual(expect.arrayContaining(names))
      expect(all.length).toBeLessThanOrEqual(24)
    }
  })
})

describe('a slot', () => {
  test('is gone the moment somebody holds it, and free again once the hold ends', async () => {
    const section = await addCourse()
    const { username } = await makeTutor({ section })
    const other = await stack.signIn('otto')
    const { start, end } = hourAhead(12)
    const query = { course_id: section.courseId, from: start, to: hourAhead(13).start }
    const [taken, next] = await slotsOf(username, query)
    expect(taken).toEqual({ start, end })
    const { id } = await holdOf(username, taken!, {}, other)
    expect(await slotsOf(username, query)).toEqual([next])
    stack.clock.advance({ minutes: holdMinutes })
    await beginJob(stack.db, 'end-hold', { bookingId: id })
    await stack.jobsDone()
    expect(await slotsOf(username, query)).toEqual([taken, next])
  })

  test('is gone while it is booked, and free again after a cancellation', async () => {
    const section = await addCourse()
    const { person, username } = await makeTutor({ section })
    const other = await stack.signIn('otto')
    const query = { course_id: section.courseId, from: hourAhead(9).start, to: hourAhead(9).end }
    const [slot] = await slotsOf(username, query)
    const { id, url } = await holdOf(username, slot!, { course_id: section.courseId }, other)
    await pay(url)
    await moneyDone(stack)
    await accept(person, id)
    expect(await readBooking(other, id)).toMatchObject({
      post_id: null,
      topic: expect.stringMatching(/^FND \d+ Topics$/),
    })
    expect(await namesOf(query)).toEqual([])
    await other.call(bookings.cancel, { body: { bookingId: id } })
    expect(await slotsOf(username, query)).toEqual([slot])
  })

  test('isn’t offered to a student who is busy then, and is to others', async () => {
    const section = await addCourse()
    const [one, two] = [await makeTutor({ section }), await makeTutor({ section })]
    const query = { course_id: section.courseId, from: hourAhead(4).start, to: hourAhead(4).end }
    const busy = await stack.signIn('busy.student')
    await holdOf(one.username, hourAhead(4), {}, busy)
    expect(await namesOf(query, busy)).toEqual([])
    expect(await namesOf(query)).toEqual([two.username])
  })

  test('follows the schedule as soon as it is saved', async () => {
    const section = await addCourse()
    const { person, username } = await makeTutor({ section, ranges: ['08:00 - 08:30'] })
    const times = async () =>
      (
        await slotsOf(username, {
          course_id: section.courseId,
          from: hourAhead(0).start,
          to: hourAhead(24).start,
        })
      ).map(({ start }) => start.slice(11, 16))
    expect(await times()).toEqual(['08:00'])
    await person.call(schedules.save, { body: { schedule: everyDay(['21:15 - 22:30']), timezone: 'UTC' } })
    expect(await times()).toEqual(['21:15', '21:45'])
    await person.call(schedules.save, {
      body: { schedule: everyDay(['09:00 - 10:00']), timezone: 'Asia/Kathmandu' },
    })
    expect(await times()).toEqual(['03:15', '03:45'])
    await person.call(schedules.save, { body: { schedule: everyDay([]) } })
    expect(await namesOf({ course_id: section.courseId })).toEqual([])
  })

  test('of the days that time brings is added by the job, whether or not slots were ever written', async () => {
    const section = await addCourse()
    const { username } = await makeTutor({ section, ranges: ['12:00 - 12:30'] })
    const other = await makeTutor({ section, ranges: ['12:00 - 12:30'] })
    await sql`delete from offered_slots where tutor_id = (select id from users where username = ${other.username})`.execute(
      stack.db,
    )
    await sql`update schedules set offered_until = null where user_id = (select id from users where username = ${other.username})`.execute(
      stack.db,
    )
    stack.clock.advance({ hours: 24 * 6 })
    for (let times = 0; times < 2; times++) {
      await beginJob(stack.db, 'extend-slots', {})
      await stack.jobsDone()
    }
    student = await stack.signIn('stan.student')
    for (const name of [username, other.username]) {
      expect((await slotsOf(name, { course_id: section.courseId })).length).toBeGreaterThanOrEqual(6)
    }
    const { rows } = await sql<{ passed: number }>`
      select count(*)::int as passed from offered_slots join users on users.id = tutor_id
      where starts_at < ${stack.clock.now()} and username in (${username}, ${other.username})`.execute(
      stack.db,
    )
    expect(rows).toEqual([{ passed: 0 }])
  })
})

test('among many people, the same tutors come in the same order, each once over all pages', async () => {
  const section = await addCourse()
  // More than are looked at one by one; none of them has hours.
  await sql`
    insert into users (name, email, username, hourly_rate_cents)
    select 'Many ' || n, 'many' || n || '@example.edu', 'many' || n, 90000 from generate_series(1, 501) n`.execute(
    stack.db,
  )
  const hours = ['16:00 - 17:00', '14:00 - 16:30', '14:00 - 14:30', '13:45 - 15:00']
  const mine: string[] = []
  for (const range of hours) mine.push((await makeTutor({ ranges: [range], section })).username)
  const other = await stack.signIn('otto')
  await holdOf(mine[1]!, hourAhead(14), {}, other)
  const window = { from: hourAhead(14).start, to: hourAhead(17).start }
  const all: string[] = []
  let cursor: string | undefined
  do {
    const page = await find({ ...window, ...(cursor && { cursor }) })
    all.push(...page.tutors.map(({ username }) => username))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(all).size).toBe(all.length)
  const expected = await namesOf({ ...window, course_id: section.courseId })
  expect(expected).toHaveLength(4)
  expect(all.filter(name => mine.includes(name))).toEqual(expected)
  expect(expected.indexOf(mine[2]!)).toBeLessThan(expected.indexOf(mine[1]!))
})

describe('bad questions', () => {
  test.each<[string, object, number]>([
    ['a zone that is none', { timezone: 'Mars/Olympus' }, 422],
    ['no zone', { timezone: undefined }, 422],
    ['an end before the start', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 422],
    ['a moment that is none', { from: 'tonight' }, 422],
    ['a rate that isn’t whole cents', { max_rate_cents: 19.99 }, 422],
    ['a negative rate', { max_rate_cents: -1 }, 422],
    ['a cursor of something else', { cursor: 'next' }, 422],
    ['a course that is no id', { course_id: 'CS' }, 422],
    ['a course that isn’t there anymore', { course_id: 999_999_999 }, 404],
  ])('%s: refused', async (_, query, status) => {
    const answer = await student.call(schedules.free, { query: { timezone: zone, ...query } as never })
    expect(answer.status).toBe(status)
  })

  test('a time that has passed, or is too far ahead, is only empty', async () => {
    expect(await namesOf({ to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await namesOf({ from: '2999-01-01T00:00:00Z' })).toEqual([])
  })

  test('a visitor is asked to sign in', async () => {
    const { status } = await stack.visitor().call(schedules.free, { query: { timezone: zone } })
    expect(status).toBe(401)
  })
})

test('the tutors of a course come with their next three free half hours', async () => {
  const section = await addCourse()
  const { username } = await makeTutor({ section, ranges: ['00:00 - 00:00'] })
  const slots = await slotsOf(username, { course_id: section.courseId })
  const { body } = await stack.visitor().call(courses.tutors, { params: { id: section.courseId } })
  expect(body.tutors.map(tutor => tutor.slots)).toEqual([slots.slice(0, 3)])
})

const zones = Intl.supportedValuesOf('timeZone')
const begin = Temporal.Instant.from('2024-01-01T00:00Z')
const changes = zones.flatMap(name => {
  const next = begin.toZonedDateTimeISO(name).getTimeZoneTransition('next')
  return next ? [{ zone: name, moment: next.epochMilliseconds }] : []
})
const minute = 60_000
const texts = [
  '00:00 - 03:00',
  '01:30 - 02:15',
  '09:15 - 12:00',
  '13:00 - 13:40',
  '18:00 - 21:30',
  '22:00 - 02:30',
]
const cases = fc.record({
  change: fc.constantFrom(...changes),
  other: fc.constantFrom(...zones),
  tutorChanges: fc.boolean(),
  // "Tonight" for most of them.
  ahead: fc.integer({ min: -6 * 60, max: 36 * 60 }),
  days: fc.array(fc.constantFrom(...texts), { minLength: 7, maxLength: 7 }),
  off: fc.integer({ min: 0, max: 7 }),
  busy: fc.uniqueArray(fc.nat(7 * 24 * 4), { maxLength: 12 }),
})

test('the index agrees with the engine: for any schedule, bookings and zones, also where clocks change tonight', async () => {
  const { username } = await makeTutor()
  const idOf = async (name: string) =>
    (await stack.db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow())
      .id
  const [id, viewerId] = [await idOf(username), await idOf('stan.student')]
  const plain = { topic: 'Rivers', rate_cents: 4000, amount_cents: 4000, refund_policy: '{}' }
  let compared = 0
  await fc.assert(
    fc.asyncProperty(cases, async ({ change, other, tutorChanges, ahead, days, off, busy }) => {
      const now = Temporal.Instant.fromEpochMilliseconds(
        Math.floor(change.moment / minute) * minute - ahead * minute + 457,
      )
      const [tutorZone, viewerZone] = tutorChanges ? [change.zone, other] : [other, change.zone]
      const schedule = Object.fromEntries(weekdays.map((day, n) => [day, [parseRange(days[n]!)!]]))
      const date = now.toZonedDateTimeISO(tutorZone).toPlainDate().add({ days: off }).toString()
      const calendar = {
        schedule: { ...emptySchedule, ...schedule },
        exceptions: [{ date, ranges: [parseRange('06:10 - 07:10')!] }],
        zone: tutorZone,
      }
      const wanted = busy.map(quarter => {
        const start = Math.floor(now.epochMilliseconds / minute) * minute + quarter * 15 * minute
        return { start, end: start + 15 * minute }
      })
      await stack.db.transaction().execute(async trx => {
        await offerSlots(trx, id, calendar, now)
        for (const run of wanted) {
          const { start: starts_at, end: ends_at } = instantsOf(run)
          const people = { tutor_id: id, student_id: viewerId }
          const stamps = { held_until: now, student_agreed_at: now, created_at: now }
          await trx
            .insertInto('bookings')
            .values({ ...plain, ...people, ...stamps, starts_at, ends_at, state: 'requested' })
            .execute()
        }
        const until = nextDays(now, viewerZone, 7).at(-1)!.end
        const window = { start: now.epochMilliseconds, end: until }
        const found = (await nextFreeSlots(trx, null, [id], { window, count: 10_000 })).get(id) ?? []
        const taken = await takenTimes(trx, [id], { start: window.start, end: until + 60 * minute })
        const question = { calendar, busy: taken, viewerZone, now }
        const tiles = slotDays(question, 30).flatMap(({ slots }) => slots.flatMap(slot => slot.tiles))
        const offered: Interval[] = tiles
          .filter(tile => !tile.booked)
          .map(({ start, end }) => ({ start, end }))
        expect(found).toEqual(offered)
        for (const slot of found.slice(0, 5)) expect(checkRun(question, slot)).toBeNull()
        compared += found.length
        await sql`delete from bookings where tutor_id = ${id}`.execute(trx)
      })
    }),
    { numRuns: 60 },
  )
  expect(compared).toBeGreaterThan(1000)
})

test('in a night in which clocks change, the finder has what the picker has', async () => {
  const change = stack.clock
    .now()
    .add({ hours: 24 })
    .toZonedDateTimeISO('America/New_York')
    .getTimeZoneTransition('next')!
  stack.clock.advance(stack.clock.now().until(change.toInstant().subtract({ hours: 8 })))
  student = await stack.signIn('stan.student')
  const section = await addCourse()
  const { username } = await makeTutor({ section, zone: 'America/New_York', ranges: ['22:00 - 04:00'] })
  const query = { tutor: username, timezone: 'America/New_York' }
  const { body } = await student.call(schedules.tiles, { query })
  const tiles = body.days.flatMap(({ tiles: of }) => of).map(({ start }) => start)
  // Six hours by the clocks are five or seven.
  const tonight = tiles.filter(start => Date.parse(start) < change.epochMilliseconds + 12 * 3600_000)
  expect([10, 14]).toContain(tonight.length)
  const found = await slotsOf(username, { course_id: section.courseId })
  expect(found.map(({ start }) => start)).toEqual(tiles.slice(0, 6))
  const { id } = await holdOf(username, found[0]!)
  expect((await readBooking(student, id)).starts_on).toBe(tiles[0])
  const answer = await hold(student, (await addPost(await stack.signIn(username), section)).id, found[1]!)
  expect(answer.id).not.toBe(id)
})
