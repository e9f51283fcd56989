import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { bookingOf, freeTiles, hold, zone as viewerZone } from '../../../test/factories/bookings.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  inWords,
  makeSession,
  type PlanInput,
  planOf,
  savePlan,
  starts,
  weekdayOf,
  weekly,
} from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

let stack: Stack
let tutor: Person
let student: Person
/** Each test plans on its own days, so that they don't collide. */
let days = 1

beforeAll(async () => {
  stack = await startStack()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
})

afterAll(() => stack?.close())

const nextDay = () => dayAhead(stack, ++days)

const create = (changes: Partial<PlanInput>, person = tutor) =>
  person.call(sessions.create, { body: planOf(stack, { starts_on: nextDay(), ...changes }) })

const read = async (person: Person, id: string) =>
  (await person.call(sessions.get, { query: { id } })).body.session

describe('a session', () => {
  test('is planned once if the answer is lost and it is sent again with its id', async () => {
    const plan = { starts_on: nextDay(), client_id: randomUUID() }
    const [first, again, ...both] = [
      await create(plan),
      await create(plan),
      ...(await Promise.all([create(plan), create({ ...plan, client_id: randomUUID() })])),
    ]
    expect([again.status, again.body.session.id]).toEqual([200, first.body.session.id])
    expect(both.map(({ status }) => status)).toEqual([200, 409])
    // Somebody else's id is no way to it.
    const others = await create(plan, student)
    expect(others.body.session.id).not.toBe(first.body.session.id)
    await tutor.call(sessions.remove, { body: { id: first.body.session.id } })
    expect((await create(plan)).body.session.id).not.toBe(first.body.session.id)
  })

  test('sent twice at once with its id is planned once', async () => {
    const plan = { starts_on: nextDay(), client_id: randomUUID() }
    const both = await Promise.all([create(plan), create(plan)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body.session.id).toBe(both[1].body.session.id)
  })

  test('is planned for one day, and visible to others with its time and its price', async () => {
    const starts_on = nextDay()
    const { id } = await makeSession(stack, tutor, { starts_on, end_time: '11:30' })
    const start = instantAt(starts_on, '10:00')
    expect(await read(student, id)).toMatchObject({
      title: 'Heaps, together',
      starts_at: start,
      event_date: start.slice(0, 10),
      event_time: start.slice(11, 19),
      start_time: '10:00',
      minutes: 90,
      rate: '30.00',
      price: '45.00',
      fee: '0.00',
      total: '45.00',
      location: null,
      capacity: 3,
      repeat: false,
      attendees: 0,
      is_owner: false,
      admin_profile: { username: 'tara.tutor', name: 'Tara Tutor' },
      upcoming: [{ starts_at: start, taken: 0, action: 'none', state: 'planned', booking_id: null }],
    })
    expect((await read(tutor, id)).is_owner).toBe(true)
  })

  test('has as many places as usual where no call has to carry those who paid', async () => {
    const roomOf = async (changes: Partial<PlanInput>) => {
      const { body } = await create(changes)
      return body.session.capacity
    }
    expect(await roomOf({ rate: '' })).toBe(50)
    expect(await roomOf({ location: 'Library' })).toBe(50)
    expect(await roomOf({ rate: '', capacity: 120 })).toBe(120)
    expect(await roomOf({ location: 'Library', capacity: 120 })).toBe(120)
  })

  test('with more paid places online than the video carries keeps them, but gets no more', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    await stack.db.updateTable('sessions').set({ capacity: 20 }).where('id', '=', session.id).execute()
    const saved = await savePlan(stack, tutor, await read(tutor, session.id), { title: 'Heaps, again' })
    expect([saved.status, (await read(tutor, session.id)).capacity]).toEqual([200, 20])
    const more = await savePlan(stack, tutor, await read(tutor, session.id), { capacity: 21 })
    expect(more.problem.errors?.[0]).toEqual({
      path: 'body.plan.capacity',
      message: expect.stringContaining('Video works for up to'),
    })
  })

  test('is free without a rate, and in person with a location', async () => {
    const session = await makeSession(stack, tutor, {
      starts_on: nextDay(),
      rate: '',
      location: 'Library, room 4',
    })
    expect(session).toMatchObject({ rate: null, price: null, total: null, location: 'Library, room 4' })
  })

  test('that repeats shows its next three days, without excluded ones', async () => {
    const first = nextDay()
    const week = (n: number) => daysAfter(first, 7 * n)
    const session = await makeSession(stack, tutor, {
      starts_on: first,
      start_time: '20:00',
      end_time: '21:00',
      repeat: true,
      repeat_days: [weekdayOf(first)],
      skipped_days: [week(1)],
    })
    expect(starts(session)).toEqual([0, 2, 3].map(n => instantAt(week(n), '20:00')))
    const { rows } = await sql<{ planned: number }>`
      select count(*) as planned from occurrences where session_id = ${session.id}`.execute(stack.db)
    expect(rows[0]!.planned).toBe(8)
  })

  test('that ends after midnight belongs to its first day', async () => {
    const starts_on = nextDay()
    const session = await makeSession(stack, tutor, { starts_on, start_time: '23:00', end_time: '01:00' })
    expect([session.minutes, session.starts_at]).toEqual([120, instantAt(starts_on, '23:00')])
  })

  test.each([
    ['America/New_York', 7],
    ['Australia/Sydney', 7],
  ])('in %s keeps its wall-clock time across both clock changes', async (timezone, weeksBefore) => {
    let at = stack.clock
      .now()
      .add({ hours: 24 * 60 })
      .toZonedDateTimeISO(timezone)
    for (let change = 0; change < 2; change++) {
      at = at.getTimeZoneTransition('next')!
      const first = at.toPlainDate().subtract({ days: weeksBefore })
      const days = [first, first.add({ days: 7 }), first.add({ days: 14 })].map(String)
      const session = await makeSession(stack, tutor, {
        timezone,
        starts_on: days[0]!,
        start_time: '18:00',
        end_time: '19:00',
        repeat: true,
        repeat_days: ['sun'],
      })
      expect(starts(session)).toEqual(days.map(day => instantAt(day, '18:00', timezone)))
      const offsets = starts(session).map(
        start => Temporal.Instant.from(start).toZonedDateTimeISO(timezone).offset,
      )
      expect(offsets[0]).not.toBe(offsets[1])
      await tutor.call(sessions.remove, { body: { id: session.id } })
    }
  })

  test('at a time that the clock skips is at the moment of the skip, and costs the same', async () => {
    const timezone = 'America/New_York'
    let change = stack.clock.now().toZonedDateTimeISO(timezone).getTimeZoneTransition('next')!
    // Use the change at which clocks go forward.
    if (change.hour !== 3) change = change.getTimeZoneTransition('next')!
    const session = await makeSession(stack, tutor, {
      starts_on: change.toPlainDate().toString(),
      start_time: '02:30',
      end_time: '03:30',
    })
    expect(session.starts_at).toBe(change.toInstant().toString({ fractionalSecondDigits: 3 }))
    expect([session.minutes, session.price]).toEqual([60, '30.00'])
  })

  test('belongs to the classes of its CRNs: the owner’s own if several have one', async () => {
    await addSection(stack.db, { crn: '20202', title: 'Linear Algebra' })
    const spring = { crn: '20202', title: 'Linear Algebra II', term: 'Spring 2030', startsOn: '2030-01-14' }
    await addSection(stack.db, spring)
    const latest = await makeSession(stack, tutor, { starts_on: nextDay(), crns: ['20202'] })
    expect(latest.crns).toEqual(['20202-Linear Algebra II'])
    const named = await makeSession(stack, tutor, { starts_on: nextDay(), crns: ['20202-Linear Algebra'] })
    expect(named.crns).toEqual(['20202-Linear Algebra'])
    const own = await addSection(stack.db, { crn: '20202', title: 'Algebra', school: 'Hill College' })
    await tutor.call(profiles.listClasses, { body: { section_ids: [own.sectionId] } })
    const listed = await makeSession(stack, tutor, {
      starts_on: nextDay(),
      crns: ['20202', '20202-Linear Algebra'],
    })
    expect(listed.crns).toEqual(['20202-Algebra'])
  })
})

describe('an invalid value is refused at its field:', () => {
  test.each<[string, Partial<PlanInput>, string]>([
    ['no weekday', { repeat: true }, 'repeat_days'],
    ['a day that is over', { starts_on: '2020-01-01' }, 'starts_on'],
    ['a day in years', { starts_on: '2090-01-01' }, 'starts_on'],
    ['no day at all', { starts_on: '2026-02-31' }, 'starts_on'],
    ['no length', { end_time: '10:00' }, 'end_time'],
    ['less than a quarter of an hour', { end_time: '10:14' }, 'end_time'],
    ['more than eight hours', { end_time: '18:01' }, 'end_time'],
    ['an end before the start', { end_time: '09:00' }, 'end_time'],
    ['no time', { start_time: '25:00' }, 'start_time'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset for a zone', { timezone: '+02:00' }, 'timezone'],
    ['an unknown CRN', { crns: ['99999-Nothing'] }, 'crns'],
    ['what is no CRN', { crns: ['?'] }, 'crns'],
    ['a rate below a dollar', { rate: '0.99' }, 'rate'],
    ['a rate above a thousand', { rate: '1000.01' }, 'rate'],
    ['a rate that is no amount', { rate: '-5.00' }, 'rate'],
    ['a place for less than can be paid', { rate: '1.00', end_time: '10:15' }, 'rate'],
    ['no room', { capacity: 0 }, 'capacity'],
    ['room for too many', { capacity: 201 }, 'capacity'],
    ['more paid places online than the video carries', { capacity: 4 }, 'capacity'],
    ['no title', { title: ' ' }, 'title'],
    ['a title of several lines', { title: 'Heaps\nand stacks' }, 'title'],
    ['no description', { description: '' }, 'description'],
  ])('%s', async (_what, changes, field) => {
    const { status, problem } = await create(changes)
    expect([status, problem.errors?.[0]?.path.replace(/\.\d+$/, '')]).toEqual([422, `body.${field}`])
  })

  test('a repetition that ends before its first day, or with no day left', async () => {
    const starts_on = nextDay()
    const day = Temporal.PlainDate.from(starts_on)
    const repeat = { starts_on, repeat: true, repeat_days: ['mon'] } satisfies Partial<PlanInput>
    const before = await create({ ...repeat, repeat_until: day.subtract({ days: 1 }).toString() })
    expect(before.problem.errors?.[0]).toEqual({
      path: 'body.repeat_until',
      message: 'The last day can’t be before the first.',
    })
    const other = day.dayOfWeek === 1 ? 'tue' : 'mon'
    const none = await create({ ...repeat, repeat_days: [other], repeat_until: starts_on })
    expect([none.status, none.problem.errors?.[0]?.path]).toEqual([422, 'body.repeat_until'])
  })

  test('one whose first weeks are all skipped, which nothing would show', async () => {
    const starts_on = nextDay()
    const skipped_days = Array.from({ length: 9 }, (_, week) => daysAfter(starts_on, 7 * week))
    const { status, problem } = await create({ ...weekly(starts_on), skipped_days })
    expect([status, problem.errors]).toEqual([
      422,
      [
        {
          path: 'body.starts_on',
          message: 'Its first 8 weeks are all skipped. Choose a later first day.',
        },
      ],
    ])
  })

  test('a start that has passed today', async () => {
    // A zone in which the first hour of today is over, whenever this runs.
    const timezone = stack.clock.now().toZonedDateTimeISO('UTC').hour > 0 ? 'UTC' : 'Etc/GMT-12'
    const { status, problem } = await create({
      timezone,
      starts_on: dayAhead(stack, 0, timezone),
      start_time: '00:15',
      end_time: '01:15',
    })
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'body.start_time'])
  })

  test('more sessions than the limit', async () => {
    const busy = await stack.signIn('bea.busy')
    const canceled = await makeSession(stack, busy, { starts_on: dayAhead(stack, 1) })
    await busy.call(sessions.skip, { body: { occurrence_id: canceled.upcoming[0]!.id } })
    for (let n = 0; n < 39; n++) {
      await makeSession(stack, busy, { starts_on: dayAhead(stack, 2 + n), rate: '' })
    }
    const last = await makeSession(stack, busy, { starts_on: dayAhead(stack, 50) })
    const other = { starts_on: dayAhead(stack, 60) }
    const again = await read(busy, canceled.id)
    const refused = [
      await busy.call(sessions.create, { body: planOf(stack, other) }),
      await savePlan(stack, busy, again, other),
    ]
    for (const { status, problem } of refused) {
      expect([status, problem.detail]).toEqual([
        409,
        'You have 40 upcoming sessions, the most you can have. Delete one first.',
      ])
    }
    expect((await savePlan(stack, busy, again, { title: 'Renamed' })).status).toBe(200)
    // One more, as from before the limit.
    await sql`update occurrences set state = 'planned' where session_id = ${canceled.id}`.execute(stack.db)
    expect((await savePlan(stack, busy, last, { start_time: '09:00' })).status).toBe(200)
  })
})

describe('a person’s time', () => {
  test('is reserved once: a session over another, or over a booking, is refused and the time named', async () => {
    const starts_on = nextDay()
    await makeSession(stack, tutor, { starts_on })
    const { status, problem } = await create({ starts_on, start_time: '10:59', end_time: '12:00' })
    expect(status).toBe(409)
    const named = inWords(instantAt(starts_on, '10:59'), 'America/New_York')
    expect(problem.detail).toBe(`You have a booking or another session at that time: ${named}.`)
    await makeSession(stack, tutor, { starts_on, start_time: '11:00', end_time: '12:00' })
  })

  test('is reserved once when many ask at the same moment: one session of ten is created', async () => {
    const starts_on = nextDay()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => untilFree(() => create({ starts_on, start_time: `10:0${n}` }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('that a session takes is gray in the picker, and can’t be booked', async () => {
    const owner = await stack.signIn('gus.group')
    const postId = await makeTutor(stack, owner)
    const [tile] = await freeTiles(student, postId)
    const at = Temporal.Instant.from(tile!.start).toZonedDateTimeISO('America/New_York')
    const wall = (minutes: number) => at.add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' })
    const plan = { starts_on: at.toPlainDate().toString(), start_time: wall(0), end_time: wall(60) }
    const { id } = await makeSession(stack, owner, plan)
    const query = { post_id: postId, timezone: viewerZone }
    const { body } = await student.call(schedules.tiles, { query })
    const tiles = body.days.flatMap(day => day.tiles)
    expect(tiles.find(({ start }) => start === tile!.start)?.booked).toBe(true)
    const refused = await student.call(payments.bookSlot, { body: bookingOf(postId, tile!) })
    expect([refused.status, refused.problem.code]).toEqual([409, 'slot_taken'])
    await owner.call(sessions.remove, { body: { id } })
    await hold(student, postId, tile!)
    const over = await owner.call(sessions.create, { body: planOf(stack, plan) })
    expect(over.status).toBe(409)
  })

  test('is taken by a session or a booking, whichever comes first, and never by both', async () => {
    const owner = await stack.signIn('rae.race')
    const postId = await makeTutor(stack, owner)
    for (const tile of (await freeTiles(student, postId)).slice(0, 4)) {
      const at = Temporal.Instant.from(tile.start).toZonedDateTimeISO('America/New_York')
      const wall = (minutes: number) => at.add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' })
      const plan = { starts_on: at.toPlainDate().toString(), start_time: wall(0), end_time: wall(30) }
      const rival = await stack.signIn(`rival${wall(0).replace(':', '')}`)
      const [made, booked] = await Promise.all([
        owner.call(sessions.create, { body: planOf(stack, plan) }),
        rival.call(payments.bookSlot, { body: bookingOf(postId, tile) }),
      ])
      expect([made.status, booked.status].sort()).toEqual([200, 409])
    }
  })
})

describe('sessions are found', () => {
  test('by their owner’s name, the latest created first and page by page', async () => {
    const owner = await stack.signIn('pia.pages')
    const made = []
    for (let n = 0; n < 13; n++)
      made.push(await makeSession(stack, owner, { starts_on: dayAhead(stack, 2 + n) }))
    const ids = made.map(({ id }) => id).reverse()
    const first = await student.call(sessions.own, { query: { username: 'pia.pages' } })
    expect(first.body.sessions.map(({ id }) => id)).toEqual(ids.slice(0, 12))
    const next = { username: 'pia.pages', cursor: first.body.next_cursor!, offset: 12 }
    const second = await student.call(sessions.own, { query: next })
    expect(second.body.sessions.map(({ id }) => id)).toEqual(ids.slice(12))
    expect(second.body.next_cursor).toBeNull()
    const own = await owner.call(sessions.own, { query: {} })
    expect(own.body.sessions).toHaveLength(12)
    expect((await student.call(sessions.own, { query: { username: 'nobody' } })).status).toBe(404)
    const strange = await student.call(sessions.own, { query: { cursor: 'here' } })
    expect([strange.status, strange.problem.errors?.[0]?.path]).toEqual([422, 'query.cursor'])
  })

  test('neither by people whom their owner blocked, nor by people who blocked the owner', async () => {
    const blocked = await stack.signIn('bo.blocked')
    const { id } = await makeSession(stack, tutor, { starts_on: nextDay() })
    await tutor.call(blocks.block, { body: { username: 'bo.blocked' } })
    expect((await blocked.call(sessions.get, { query: { id } })).status).toBe(404)
    expect((await blocked.call(sessions.own, { query: { username: 'tara.tutor' } })).status).toBe(404)
    const theirs = await makeSession(stack, blocked, { starts_on: nextDay() })
    expect((await tutor.call(sessions.get, { query: { id: theirs.id } })).status).toBe(404)
  })

  test('by visitors, who learn neither where they are nor how many people come', async () => {
    const owner = await stack.signIn('vera.visited')
    const changes = { starts_on: nextDay(), location: 'Room 214' }
    const { id } = await makeSession(stack, owner, changes)
    const online = await makeSession(stack, owner, { starts_on: nextDay(), rate: '' })
    await student.call(enrolments.enrol, { body: { id: online.id } })
    const visitor = stack.visitor()
    const seen = await read(visitor, id)
    expect(seen).toMatchObject({
      title: 'Heaps, together',
      rate: '30.00',
      total: '30.00',
      location: '',
      attendees: null,
      is_owner: false,
      enrolled: false,
      invitation_id: null,
      upcoming: [{ taken: null, booking_id: null, action: 'none' }],
      admin_profile: { username: 'vera.visited' },
    })
    expect(await read(visitor, online.id)).toMatchObject({
      location: null,
      attendees: null,
      upcoming: [{ taken: null }],
    })
    const list = await visitor.call(sessions.own, { query: { username: 'vera.visited' } })
    expect(list.body.sessions.map(one => one.id)).toEqual([online.id, id])
    expect(list.body.sessions[1]).toEqual(seen)
    expect((await visitor.call(sessions.own, { query: {} })).status).toBe(401)
    expect((await visitor.call(sessions.ofClass, { query: {} })).status).toBe(401)
  })

  test('not by visitors once they are deleted, or their owner is suspended', async () => {
    const owner = await stack.signIn('sue.suspended')
    const visitor = stack.visitor()
    const gone = await makeSession(stack, owner, { starts_on: nextDay() })
    const hidden = await makeSession(stack, owner, { starts_on: nextDay() })
    await owner.call(sessions.remove, { body: { id: gone.id } })
    const missing = await visitor.call(sessions.get, {
      query: { id: '01999999-9999-7999-8999-999999999999' },
    })
    await stack.db
      .updateTable('users')
      .set({ suspended_at: stack.clock.now() })
      .where('username', '=', 'sue.suspended')
      .execute()
    for (const { id } of [gone, hidden]) {
      const { status, problem } = await visitor.call(sessions.get, { query: { id } })
      expect([status, problem.detail]).toEqual([404, missing.problem.detail])
    }
    expect((await visitor.call(sessions.own, { query: { username: 'sue.suspended' } })).status).toBe(404)
  })
})
