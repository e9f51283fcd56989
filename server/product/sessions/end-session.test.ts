import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { sessions } from '#shared/api/sessions.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { moneyDone, readBooking } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { meetIn } from '../../../test/factories/meetings.ts'
import { refundsOf } from '../../../test/factories/money.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  makeSession,
  readSession,
  savePlan,
  starts,
  weekly,
} from '../../../test/factories/sessions.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
/** Each test plans on its own days, so that they don't collide. */
let days = 1

beforeAll(async () => {
  stack = await startStack()
})

afterAll(() => stack?.close())

// Together the tests move the clock past the end of a login.
beforeEach(async () => {
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

const nextDay = () => dayAhead(stack, ++days)

describe('skipping an occurrence', () => {
  test('cancels only that one, with a full refund and the reason; repeating it changes nothing', async () => {
    const owner = await stack.signIn('ida.ill')
    const session = await makeSession(stack, owner, weekly(nextDay()))
    const id = await payPlaceIn(stack, session, student)
    // A student who blocks the owner hears of it, but doesn’t read what the owner writes.
    const theirs = await payPlaceIn(stack, session, other)
    await other.call(blocks.block, { body: { username: 'ida.ill' } })
    const body = { occurrence_id: session.upcoming[0]!.id, remarks: 'I am ill, sorry.' }
    const skipped = await owner.call(sessions.skip, { body })
    expect(starts(skipped.body.session)[0]).toBe(instantAt(daysAfter(session.starts_on, 7), '10:00'))
    expect(skipped.body.session.skipped_days).toEqual([session.starts_on])
    await moneyDone(stack)
    expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    const mails = await mailsTo(stack, 'stan.student')
    expect(mails.some(({ text }) => text.includes('Their message: I am ill, sorry.'))).toBe(true)
    const toldOther = await mailsTo(stack, 'otto.other')
    const told = toldOther.filter(({ subject }) => subject.includes('Ida Ill canceled'))
    expect(told.map(({ text }) => text.includes('Their message'))).toEqual([false])
    expect(await readBooking(other, theirs)).toMatchObject({ status: 'cancelled', booking_remarks: null })
    expect((await readBooking(student, id)).booking_remarks).toBe('I am ill, sorry.')
    expect((await owner.call(sessions.skip, { body })).status).toBe(200)
    // The owner's time is free again.
    await makeSession(stack, owner, { starts_on: session.starts_on })
  })

  test('of a one-time session leaves it without a time, until it is planned again', async () => {
    const owner = await stack.signIn('sal.single')
    const session = await makeSession(stack, owner, { starts_on: nextDay() })
    const { body } = await owner.call(sessions.skip, { body: { occurrence_id: session.upcoming[0]!.id } })
    expect(body.session).toMatchObject({ upcoming: [], starts_at: session.starts_at })
    const again = await savePlan(stack, owner, body.session, { start_time: '10:30', end_time: '11:30' })
    expect(starts(again.body.session)).toEqual([instantAt(session.starts_on, '10:30')])
  })

  test.each([
    ['one-time', 'len.later', (starts_on: string) => ({ starts_on })],
    ['repeating', 'lea.later', weekly],
  ])(
    'of a %s session leaves its day free to be planned again for later, also after its old start',
    async (_kind, name, planOn) => {
      const owner = await stack.signIn(name)
      const day = dayAhead(stack, 1)
      const plan = planOn(day)
      const session = await makeSession(stack, owner, plan)
      const { id } = session.upcoming[0]!
      const skipped = await owner.call(sessions.skip, { body: { occurrence_id: id } })
      stack.clock.advance(stack.clock.now().until(session.upcoming[0]!.starts_at))
      const later = { ...plan, skipped_days: [], start_time: '15:00', end_time: '16:00' }
      const again = await savePlan(stack, owner, skipped.body.session, later)
      expect(again.body.session.upcoming[0]).toMatchObject({ id, starts_at: instantAt(day, '15:00') })
      const place = await payPlaceIn(stack, again.body.session, student)
      expect((await readBooking(student, place)).status).toBe('approved')
    },
  )

  test('that has begun is refused', async () => {
    const owner = await stack.signIn('bea.begun')
    const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 1) })
    const [next] = session.upcoming
    stack.clock.advance(stack.clock.now().until(next!.starts_at))
    const { status, problem } = await owner.call(sessions.skip, { body: { occurrence_id: next!.id } })
    expect([status, problem.detail]).toEqual([
      409,
      'This session has already started, so you can’t cancel it.',
    ])
  })
})

describe('the places in a canceled occurrence', () => {
  /** Runs the jobs that cancel them once more, twice at the same time. */
  async function repeat() {
    await sql`insert into pgboss.job (name, data)
      select name, data from pgboss.job, generate_series(1, 2) where name = 'cancel-places'`.execute(stack.db)
    await moneyDone(stack)
  }

  test('are canceled by a job that has the same result however often it runs, and spares places paid for again', async () => {
    const owner = await stack.signIn('rita.repeated')
    const [first, second] = [await stack.signIn('fay.first'), await stack.signIn('sid.second')]
    const day = nextDay()
    const session = await makeSession(stack, owner, weekly(day))
    const places = [
      await payPlaceIn(stack, session, first, 0),
      await payPlaceIn(stack, session, first, 1),
      await payPlaceIn(stack, session, second, 0),
    ]
    const ids = session.upcoming.slice(0, 2).map(({ id }) => id)
    for (const occurrence_id of ids) await owner.call(sessions.skip, { body: { occurrence_id } })
    await moneyDone(stack)
    const before = await Promise.all(['fay.first', 'sid.second'].map(name => mailsTo(stack, name)))
    expect(before.map(mails => mails.filter(({ subject }) => subject.includes('canceled')).length)).toEqual([
      2, 1,
    ])
    // Its day is planned again, and paid for again.
    stack.clock.advance({ minutes: 1 })
    const now = await readSession(owner, session.id)
    const again = await savePlan(stack, owner, now, { ...weekly(day), skipped_days: [] })
    expect(again.body.session.upcoming[0]!.id).toBe(ids[0])
    const anew = await payPlaceIn(stack, again.body.session, first)
    await repeat()
    for (const id of places) {
      expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    }
    expect(await refundsOf(stack, anew)).toEqual([])
    expect((await readBooking(first, anew)).status).toBe('approved')
    const after = await mailsTo(stack, 'sid.second')
    const told = after.slice(0, after.length - before[1]!.length).map(({ subject }) => subject)
    expect(told).toEqual([expect.stringContaining('restored a date')])
  })

  test('are canceled, refunded and told of though the job comes to them only after the start', async () => {
    const owner = await stack.signIn('lars.late')
    const session = await makeSession(stack, owner, { starts_on: nextDay() })
    const id = await payPlaceIn(stack, session, await stack.signIn('wes.waits'))
    const [next] = session.upcoming
    stack.clock.advance(
      stack.clock.now().until(Temporal.Instant.from(next!.starts_at).subtract({ minutes: 1 })),
    )
    const again = await stack.signIn('lars.late')
    const job = await pauseAt(stack.databaseUrl, 'select from bookings where id = $1 for update', [id])
    await again.call(sessions.skip, { body: { occurrence_id: next!.id, remarks: 'The tram is stuck.' } })
    await job.reached()
    stack.clock.advance({ minutes: 2 })
    await job.release()
    await moneyDone(stack)
    expect(await readBooking(await stack.signIn('wes.waits'), id)).toMatchObject({
      status: 'cancelled',
      booking_remarks: 'The tram is stuck.',
    })
    expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    const mails = await mailsTo(stack, 'wes.waits')
    expect(mails.some(({ text }) => text.includes('The tram is stuck.'))).toBe(true)
  })

  test('are canceled for everyone else though one of them can’t be', async () => {
    const owner = await stack.signIn('ollie.one')
    const people = [await stack.signIn('stu.stuck'), await stack.signIn('nan.next')]
    const session = await makeSession(stack, owner, { starts_on: nextDay() })
    const places = new Map<Person, string>()
    for (const person of people) places.set(person, await payPlaceIn(stack, session, person))
    const { rows } = await sql<{ first: string }>`
      select id as first from bookings where occurrence_id = ${session.upcoming[0]!.id}
      order by student_id limit 1`.execute(stack.db)
    const stuck = rows[0]!.first
    await sql`create function refuse_cancelling() returns trigger language plpgsql
      as 'begin raise exception ''not now''; end'`.execute(stack.db)
    await sql`create trigger stuck before update on bookings for each row
      when (old.id = ${sql.lit(stuck)}) execute function refuse_cancelling()`.execute(stack.db)
    await owner.call(sessions.skip, { body: { occurrence_id: session.upcoming[0]!.id } })
    await moneyDone(stack)
    for (const [person, id] of places) {
      const { status } = await readBooking(person, id)
      expect(status).toBe(id === stuck ? 'approved' : 'cancelled')
    }
    await sql`drop trigger stuck on bookings`.execute(stack.db)
  })
})

describe('deleting a session', () => {
  test('refunds everything, stops open Checkouts, tells everyone, and frees its owner’s time', async () => {
    const session = await makeSession(stack, tutor, weekly(nextDay()))
    const paid = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    const held = await holdPlaceIn(session, other, 1)
    expect((await tutor.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(stack, paid)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    expect((await readBooking(other, held.id)).status).toBe('cancelled')
    expect((await readBooking(student, paid)).session_id).toBeNull()
    const { rows } = await sql<{ state: string }>`
      select state from payments where booking_id = ${held.id}`.execute(stack.db)
    expect(rows).toEqual([{ state: 'ended' }])
    for (const name of ['stan.student', 'otto.other']) {
      const subjects = (await mailsTo(stack, name)).map(({ subject }) => subject)
      expect(subjects).toContain('Tara Tutor canceled a session')
    }
    for (const person of [tutor, student, other]) {
      expect((await person.call(sessions.get, { query: { id: session.id } })).status).toBe(404)
    }
    expect((await tutor.call(sessions.remove, { body: { id: session.id } })).status).toBe(404)
    await makeSession(stack, tutor, weekly(session.starts_on))
  })

  test('with more dates than a mail lists says how many there are', async () => {
    const owner = await stack.signIn('dee.daily')
    const plan = { ...weekly(dayAhead(stack, 1)), repeat_days: [...weekdays], rate: '' }
    const session = await makeSession(stack, owner, plan)
    await enrolIn(session, student)
    const { rows } = await sql<{ dates: number }>`
      select count(*)::int as dates from occurrences where session_id = ${session.id}`.execute(stack.db)
    const { dates } = rows[0]!
    expect((await owner.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    const mail = (await mailsTo(stack, 'stan.student')).find(
      ({ subject }) => subject === 'Dee Daily canceled a session',
    )
    expect(mail!.text.match(/\s[AP]M to /g)).toHaveLength(12)
    expect(mail!.text).toContain(`And ${dates - 12} more dates.`)
    const { body } = await student.call(alerts.list, { query: {} })
    const alert = body.data.find(({ kind }) => kind === 'session_cancelled')
    expect(alert!.about).toContain(` and ${dates - 1} more`)
  })

  test('lets a meeting in progress continue, for people with a place in it', async () => {
    const owner = await stack.signIn('mia.midway')
    const session = await makeSession(stack, owner, weekly(dayAhead(stack, 1)))
    const id = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    const [next] = session.upcoming
    stack.clock.advance(stack.clock.now().until(next!.starts_at))
    expect((await owner.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    expect((await other.call(sessions.get, { query: { id: session.id } })).status).toBe(404)
    expect(await readSession(student, session.id)).toMatchObject({
      upcoming: [{ id: next!.id, action: 'join' }],
    })
    const { body } = await owner.call(enrolments.meetings, { query: {} })
    expect(body.data.map(({ occurrence }) => [occurrence.id, occurrence.action])).toEqual([
      [next!.id, 'start'],
    ])
    await meetIn(stack, next!.id, [owner, student])
    stack.clock.advance({ hours: 1 })
    await owner.call(bookings.settle)
    expect((await readBooking(student, id)).status).toBe('completed')
    expect((await owner.call(enrolments.meetings, { query: {} })).body.data).toEqual([])
    // Only the student still has the session's page, through their place.
    for (const [person, readable] of [
      [owner, false],
      [student, true],
    ] as const) {
      const passed = await person.call(enrolments.meetings, { query: { when: 'passed' } })
      expect(
        passed.body.data.map(({ occurrence, ...card }) => [occurrence.id, card.readable]),
      ).toContainEqual([next!.id, readable])
      expect((await person.call(sessions.get, { query: { id: session.id } })).status).toBe(
        readable ? 200 : 404,
      )
    }
    expect((await readBooking(student, id)).session_id).toBe(session.id)
    expect((await readBooking(owner, id)).session_id).toBeNull()
  })

  test('lets a free meeting in progress continue, for everyone enrolled', async () => {
    const owner = await stack.signIn('fay.free')
    const guest = await stack.signIn('gil.guest')
    const session = await makeSession(stack, owner, { ...weekly(dayAhead(stack, 1)), rate: '' })
    await enrolIn(session, guest)
    const [next] = session.upcoming
    stack.clock.advance(stack.clock.now().until(next!.starts_at))
    await owner.call(sessions.remove, { body: { id: session.id } })
    for (const [person, action] of [
      [owner, 'start'],
      [guest, 'join'],
    ] as const) {
      const { body } = await person.call(enrolments.meetings, { query: {} })
      expect(body.data.map(({ occurrence }) => [occurrence.id, occurrence.action])).toEqual([
        [next!.id, action],
      ])
    }
    await meetIn(stack, next!.id, [owner, guest])
  })

  test('happens with its owner’s suspension, and with the end of their account', async () => {
    const operator = await stack.signIn('opal.operator')
    const suspended = await stack.signIn('sue.suspended')
    const leaver = await stack.signIn('lee.leaver')
    const ends = [
      {
        owner: suspended,
        end: () => operator.call(admin.suspend, { body: { username: 'sue.suspended', reason: 'Spam.' } }),
      },
      { owner: leaver, end: () => leaver.call(account.remove, { body: { username: 'lee.leaver' } }) },
    ]
    for (const { owner, end } of ends) {
      const session = await makeSession(stack, owner, weekly(nextDay()))
      const id = await payPlaceIn(stack, session, student)
      expect((await end()).status).toBe(200)
      await moneyDone(stack)
      expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
      expect((await student.call(sessions.get, { query: { id: session.id } })).status).toBe(404)
      const { rows } = await sql<{
        title: string
      }>`select title from sessions where id = ${session.id}`.execute(stack.db)
      expect(rows[0]!.title === session.title).toBe(owner === suspended)
    }
  })
})
