import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings, type ShownPlace } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import { type Occurrence, sessions } from '#shared/api/sessions.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { subjectsTo } from '../../../test/factories/mails.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import { dayAhead, inWords, makeSession, savePlan, weekly } from '../../../test/factories/sessions.ts'
import { callDuringChange } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
let people = 0

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

beforeEach(async () => {
  people++
  tutor = await stack.signIn(`tara${people}.tutor`)
  student = await stack.signIn(`stan${people}.student`)
  other = await stack.signIn(`otto${people}.other`)
})

const enrol = (person: Person, id: string) => person.call(enrolments.enrol, { body: { id } })
const leave = (person: Person, id: string) => person.call(enrolments.leave, { body: { id } })
const enrolled = async (id: string) =>
  (await tutor.call(enrolments.ofSession, { query: { id } })).body.data.map(({ name }) => name)

describe('enrolling', () => {
  test('in a session lists it as the person’s own, once however often it is requested', async () => {
    const { id } = await makeSession(stack, tutor)
    const first = await enrol(student, id)
    expect(first.body.session).toMatchObject({ enrolled: true, attendees: 1, is_owner: false })
    expect((await enrol(student, id)).body.session).toMatchObject({ enrolled: true, attendees: 1 })
    expect(await enrolled(id)).toEqual([`Stan${people} Student`])
  })

  test('notifies the owner, with one mail for those of a day', async () => {
    const { id } = await makeSession(stack, tutor)
    await enrolIn({ id }, student)
    // The mail says what has happened by the time it is written.
    await stack.jobsDone()
    await enrolIn({ id }, other)
    expect(await subjectsTo(stack, `tara${people}.tutor`)).toEqual([
      `Stan${people} Student enrolled in your session`,
    ])
    const { rows } = await sql<{ others: number }>`
      select (facts->>'others')::int as others from alerts where facts->>'session_id' = ${id}`.execute(
      stack.db,
    )
    expect(rows).toEqual([{ others: 1 }])
  })

  test('and paying for two dates is told as one person', async () => {
    const session = await makeSession(stack, tutor, weekly(dayAhead(stack, 2)))
    await payPlaceIn(stack, session, student, 0)
    await payPlaceIn(stack, session, student, 1)
    const paid = () =>
      sql<{ others: number }>`select (facts->>'others')::int as others from alerts
        where facts->>'session_id' = ${session.id} and kind = 'place_paid'`
        .execute(stack.db)
        .then(({ rows }) => rows)
    expect(await paid()).toEqual([{ others: 0 }])
    await payPlaceIn(stack, session, other, 0)
    expect(await paid()).toEqual([{ others: 1 }])
  })

  test('again after leaving notifies the owner once a day', async () => {
    const { id } = await makeSession(stack, tutor)
    for (let time = 0; time < 3; time++) {
      await enrolIn({ id }, student)
      // Read, so that the next one would be another alert.
      const [told] = (await tutor.call(alerts.list, { query: {} })).body.data
      await tutor.call(alerts.mark, { body: { ids: [told!.id], read: true } })
      await leave(student, id)
    }
    const { rows } = await sql<{ count: number; others: number }>`
      select count(*)::int as count, max((facts->>'others')::int) as others from alerts
      where facts->>'session_id' = ${id} and kind = 'session_enrolled'`.execute(stack.db)
    expect(rows).toEqual([{ count: 1, others: 0 }])
    stack.clock.advance({ hours: 25 })
    await enrolIn({ id }, student)
    const later =
      await sql`select from alerts where facts->>'session_id' = ${id} and kind = 'session_enrolled'`.execute(
        stack.db,
      )
    expect(later.rows).toHaveLength(2)
  })

  test('is refused in the person’s own session, in one that is over, and in a missing one', async () => {
    const { id } = await makeSession(stack, tutor)
    const own = await enrol(tutor, id)
    expect([own.status, own.problem.detail]).toEqual([409, 'You teach this session.'])
    expect((await enrol(student, '01999999-9999-7999-8999-999999999999')).status).toBe(404)
    expect((await student.call(enrolments.enrol, { body: { id: 'x' } })).status).toBe(422)
    await tutor.call(sessions.remove, { body: { id } })
    expect((await enrol(student, id)).status).toBe(404)
  })

  test('in a free session takes a place, and there are only as many as its limit', async () => {
    const { id } = await makeSession(stack, tutor, { rate: '', capacity: 1 })
    await enrolIn({ id }, student)
    const full = await enrol(other, id)
    expect([full.status, full.problem.detail]).toEqual([409, 'This session is full.'])
    expect((await enrol(student, id)).status).toBe(200)
    expect((await leave(student, id)).body.session).toMatchObject({ enrolled: false, attendees: 0 })
    expect((await enrol(other, id)).status).toBe(200)
  })

  test('is refused to a person whom the owner blocks, and a block ends it', async () => {
    const { id } = await makeSession(stack, tutor)
    await enrolIn({ id }, student)
    await tutor.call(blocks.block, { body: { username: `stan${people}.student` } })
    expect(await enrolled(id)).toEqual([])
    expect((await enrol(student, id)).status).toBe(404)
    expect((await leave(student, id)).status).toBe(404)
    await tutor.call(blocks.unblock, { body: { username: `stan${people}.student` } })
    expect((await student.call(sessions.get, { query: { id } })).body.session.enrolled).toBe(false)
  })

  test('is listed only for the owner', async () => {
    const { id } = await makeSession(stack, tutor)
    for (const person of [student, stack.visitor()]) {
      expect((await person.call(enrolments.ofSession, { query: { id } })).status).toBe(
        person === student ? 404 : 401,
      )
    }
  })
})

describe('leaving', () => {
  test('changes nothing for a person who isn’t enrolled', async () => {
    const { id } = await makeSession(stack, tutor)
    expect((await leave(student, id)).status).toBe(200)
    expect((await leave(tutor, id)).status).toBe(200)
  })

  test('releases a hold, and waits until paid places are canceled', async () => {
    const held = await makeSession(stack, tutor)
    await enrolIn(held, student)
    const hold = await holdPlaceIn(held, student)
    expect((await leave(student, held.id)).status).toBe(200)
    const { body } = await student.call(bookings.get, { params: { id: hold.id }, query: {} })
    expect(body.booking.status).toBe('cancelled')

    const paid = await makeSession(stack, tutor, { start_time: '14:00', end_time: '15:00' })
    const bookingId = await payPlaceIn(stack, paid, student)
    await student.call(profiles.save, { body: { time_zone: 'Asia/Tokyo' } })
    const refused = await leave(student, paid.id)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      `You paid for a place on ${inWords(paid.upcoming[0]!.starts_at, 'Asia/Tokyo')}. Give it up first, on its booking page.`,
    ])
    await student.call(bookings.cancel, { body: { bookingId } })
    expect((await leave(student, paid.id)).status).toBe(200)
  })

  test('waits for the end of an account before it locks what goes with that', async () => {
    const session = await makeSession(stack, tutor)
    await enrolIn(session, student)
    await holdPlaceIn(session, student)
    const { status } = await callDuringChange(
      stack.db,
      `stan${people}.student`,
      () => leave(student, session.id),
      trx => sql`select from enrolments where session_id = ${session.id} for update nowait`.execute(trx),
    )
    expect(status).toBe(200)
  })

  test('waits until a paid meeting that is under way is over, also once the session is deleted', async () => {
    const session = await makeSession(stack, tutor)
    await payPlaceIn(stack, session, student)
    const [{ starts_at, ends_at }] = session.upcoming as [Occurrence]
    stack.clock.advance(stack.clock.now().until(starts_at))
    // Whoever paid still opens its page.
    await tutor.call(sessions.remove, { body: { id: session.id } })
    expect((await leave(student, session.id)).problem.detail).toBe(
      'A meeting you paid for is in progress, so you can’t leave this session right now.',
    )
    stack.clock.advance(stack.clock.now().until(ends_at))
    expect((await leave(student, session.id)).status).toBe(200)
  })
})

test('a place that is held keeps its price, and is refused at another', async () => {
  const session = await makeSession(stack, tutor)
  await enrolIn(session, student)
  const held = await holdPlaceIn(session, student)
  await savePlan(stack, tutor, session, { rate: '20.00' })
  const again = (total?: string) =>
    student.call(payments.bookSession, {
      body: { session_id: session.id, occurrence_id: session.upcoming[0]!.id, total, terms: true },
    })
  const cheaper = await again('20.00')
  expect([cheaper.status, cheaper.problem.detail]).toEqual([
    409,
    'You’re already holding this time for $30.00. Pay for it or give it up first.',
  ])
  for (const total of ['30.00', undefined]) expect((await again(total)).body.url).toBe(held.url)
  await student.call(bookings.cancel, { body: { bookingId: held.id } })
  expect((await again('20.00')).status).toBe(200)
})

test('a place that moved is refused to a page that still shows its old time or location', async () => {
  const session = await makeSession(stack, tutor, { location: 'Room 1' })
  const [{ id: occurrence_id, starts_at: starts_on }] = session.upcoming as [Occurrence]
  await enrolIn(session, student)
  const book = async (shown: ShownPlace) => {
    const body = { session_id: session.id, occurrence_id, shown, terms: true as const }
    const { status, problem } = await student.call(payments.bookSession, { body })
    return [status, problem?.detail]
  }
  const { body: nearby } = await savePlan(stack, tutor, session, { location: 'Room 2' })
  const elsewhere = [409, 'The location has changed. Check the summary again.']
  for (const location of ['Room 1', null]) expect(await book({ starts_on, location })).toEqual(elsewhere)
  expect((await book({ starts_on, location: 'Room 2' }))[0]).toBe(200)
  const later = { location: 'Room 2', start_time: '20:00', end_time: '21:00' }
  const { body: moved } = await savePlan(stack, tutor, nearby.session, later)
  const late = [409, 'The time has changed. Check the summary again.']
  for (const location of ['Room 2', undefined]) expect(await book({ starts_on, location })).toEqual(late)
  expect((await book({ starts_on: moved.session.starts_at, location: 'Room 2' }))[0]).toBe(200)
})

describe('payments that are due', () => {
  test('are for the next three occurrences of each session, without those paid for; the next first', async () => {
    const daily = await makeSession(stack, tutor, {
      repeat: true,
      repeat_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    })
    const free = await makeSession(stack, tutor, { rate: '', start_time: '06:00', end_time: '07:00' })
    await enrolIn(free, student)
    const bookingId = await payPlaceIn(stack, daily, student, 1)
    const unpaid = async () =>
      (await student.call(enrolments.unpaid, { query: {} })).body.data.map(({ occurrence }) => occurrence.id)
    const [first, , third] = daily.upcoming
    expect(await unpaid()).toEqual([first!.id, third!.id])
    await holdPlaceIn(daily, student, 2)
    const { body } = await student.call(enrolments.unpaid, { query: {} })
    expect(body.data.map(({ occurrence }) => occurrence.action)).toEqual(['pay', 'resume'])
    await student.call(bookings.cancel, { body: { bookingId } })
    expect(await unpaid()).toEqual(daily.upcoming.map(({ id }) => id))
    expect((await other.call(enrolments.unpaid, { query: {} })).body.data).toEqual([])
    expect((await student.call(enrolments.unpaid, { query: { cursor: 'x' } })).status).toBe(422)
  })

  test('each have a session’s details with their own date and times, which are enough to pay for them', async () => {
    const payer = await stack.signIn('pia.payer')
    const daily = await makeSession(stack, tutor, {
      repeat: true,
      repeat_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      start_time: '03:00',
      end_time: '04:00',
    })
    await enrolIn(daily, payer)
    const { body } = await payer.call(enrolments.unpaid, { query: {} })
    for (const { session, occurrence, ends_on } of body.data) {
      const { event_date, event_time, end_time } = session
      expect(`${event_date}T${event_time}.000Z`).toBe(occurrence.starts_at)
      expect(ends_on.slice(11, 19)).toBe(end_time)
    }
    const { id, title, event_date, event_time } = body.data[2]!.session
    const paid = await payer.fetch('/api/payment/booksession', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, title, event_date, event_time, timezone: 'UTC' }),
    })
    const { booking_id } = (await paid.json()) as { booking_id: string }
    const { booking } = (await payer.call(bookings.get, { params: { id: booking_id }, query: {} })).body
    expect(booking.starts_on).toBe(daily.upcoming[2]!.starts_at)
  })
})

describe('meetings', () => {
  test('are those that one teaches or has a place in, by side, with the number of people expected', async () => {
    const paid = await makeSession(stack, tutor, {
      repeat: true,
      repeat_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    })
    const free = await makeSession(stack, tutor, { rate: '', start_time: '06:00', end_time: '07:00' })
    await enrolIn(free, other)
    await payPlaceIn(stack, paid, student, 1)
    type Query = { filter?: 'Pending' | 'Teaching' | 'Meetings'; when?: 'passed' }
    const list = async (person: Person, query: Query) =>
      (await person.call(enrolments.meetings, { query })).body.data
    expect(await list(student, {})).toMatchObject([
      {
        role: 'student',
        status: 'approved',
        expected: 1,
        attended: 0,
        occurrence: { id: paid.upcoming[1]!.id },
      },
    ])
    expect(await list(other, {})).toMatchObject([
      { role: 'student', status: null, expected: 1, session: { id: free.id } },
    ])
    const taught = await list(tutor, {})
    expect(taught.map(({ role }) => role)).toEqual(['teacher', 'teacher', 'teacher', 'teacher'])
    expect(taught.map(({ expected }) => expected).toSorted()).toEqual([0, 0, 1, 1])
    expect(await list(tutor, { filter: 'Meetings' })).toEqual([])
    expect(await list(student, { filter: 'Teaching' })).toEqual([])
    expect(await list(tutor, { filter: 'Pending' })).toEqual([])
    expect(await list(tutor, { when: 'passed' })).toEqual([])
  })

  test('in a free session stay with a student who left it, as far as they came', async () => {
    const session = await makeSession(stack, tutor, { ...weekly(dayAhead(stack, 1)), rate: '' })
    for (const person of [student, other]) await enrolIn(session, person)
    const [first, second] = session.upcoming
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.starts_at)))
    const leaveRoom = await sitIn(first!.id, tutor, student)
    stack.clock.advance({ minutes: 30 })
    await leaveRoom()
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(second!.ends_at)))
    student = await stack.signIn(`stan${people}.student`)
    other = await stack.signIn(`otto${people}.other`)
    const passed = async (person: Person, filter?: 'Teaching') =>
      (
        await person.call(enrolments.meetings, { query: { when: 'passed', ...(filter && { filter }) } })
      ).body.data.map(({ occurrence }) => occurrence.id)
    expect(await passed(student)).toEqual([second!.id, first!.id])
    for (const person of [student, other]) expect((await leave(person, session.id)).status).toBe(200)
    expect(await passed(student)).toEqual([first!.id])
    expect(await passed(student, 'Teaching')).toEqual([])
    expect(await passed(other)).toEqual([])
    await enrol(student, session.id)
    expect(await passed(student)).toEqual([first!.id])
  })

  test('in a free session come back with a student who undoes at once that they left it', async () => {
    const session = await makeSession(stack, tutor, {
      ...weekly(dayAhead(stack, 1)),
      rate: '',
      location: 'Room 1',
    })
    for (const person of [student, other]) await enrolIn(session, person)
    const [first] = session.upcoming
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.ends_at)))
    student = await stack.signIn(`stan${people}.student`)
    other = await stack.signIn(`otto${people}.other`)
    const passed = async (person: Person) =>
      (await person.call(enrolments.meetings, { query: { when: 'passed' } })).body.data.map(
        ({ occurrence }) => occurrence.id,
      )
    const undo = async (person: Person, text: string | null) =>
      person.call(enrolments.enrol, { body: { id: session.id, undo: text! } })
    const left = (await leave(student, session.id)).body.undo
    expect((await leave(student, session.id)).body.undo).toBeNull()
    const others = (await leave(other, session.id)).body.undo
    expect(await passed(student)).toEqual([])
    // It is of one person and one session.
    await undo(other, left)
    expect(await passed(other)).toEqual([])
    await undo(student, left)
    expect(await passed(student)).toEqual([first!.id])
    const { rows } = await sql<{ kind: string; others: number }>`
      select kind, (facts->>'others')::int as others from alerts
      where facts->>'session_id' = ${session.id} and user_id = (select owner_id from sessions where id = ${session.id})
      order by id`.execute(stack.db)
    // Of the two first, and of the one who came back without undoing.
    expect(rows).toEqual([
      { kind: 'session_enrolled', others: 1 },
      { kind: 'session_enrolled', others: 0 },
    ])
    await leave(other, session.id)
    stack.clock.advance({ minutes: 10 })
    await undo(other, others)
    expect(await passed(other)).toEqual([])
  })

  test('that a student missed name the booking of their place', async () => {
    const session = await makeSession(stack, tutor)
    const bookingId = await payPlaceIn(stack, session, student)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(session.upcoming[0]!.ends_at)))
    student = await stack.signIn(`stan${people}.student`)
    await student.call(bookings.settle)
    const { body } = await student.call(enrolments.meetings, { query: { when: 'passed' } })
    expect(body.data).toMatchObject([
      { status: 'missed', occurrence: { booking_id: bookingId, action: 'none' } },
    ])
  })
})
