import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { sessions } from '#shared/api/sessions.ts'
import { moneyDone, pay, readBooking } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import { refundsOf } from '../../../test/factories/money.ts'
import {
  dayAhead,
  daysAfter,
  instantAt,
  inWords,
  makeSession,
  readSession,
  savePlan,
  weekly,
} from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
/** Each test plans on its own days, so that they don't collide. */
let days = 2

beforeAll(async () => {
  stack = await startStack()
})
// Some let more days pass than a login lasts.
beforeEach(async () => {
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

afterAll(() => stack?.close())

const nextDay = () => dayAhead(stack, ++days)

describe('after people have paid', () => {
  test('a new time moves their place along, tells them both times, and lets them leave with a full refund', async () => {
    const session = await makeSession(stack, tutor, {
      starts_on: dayAhead(stack, 2),
      start_time: '22:30',
      end_time: '23:00',
    })
    const id = await payPlaceIn(stack, session, student)
    const { body } = await savePlan(stack, tutor, session, { start_time: '23:00', end_time: '23:30' })
    const to = body.session.starts_at
    expect(await readBooking(student, id)).toMatchObject({
      starts_on: to,
      status: 'approved',
      cancel_refund: '15.00',
    })
    const mail = (await mailsTo(stack, 'stan.student')).find(
      ({ subject }) => subject === 'Tara Tutor moved a session',
    )!
    expect(mail.text).toContain(`Before: ${inWords(session.starts_at, 'UTC')}`)
    expect(mail.text).toContain(`Now: ${inWords(to, 'UTC')}`)
    expect(mail.text).toContain(
      'If you can’t make the new time, give up your place before it starts for a full refund.',
    )
    expect(mail.text).not.toContain('Your hold ended')
    // Less than twelve hours before the start only half would be refunded, if it were still the time that
    // they paid for.
    const start = Temporal.Instant.from(to)
    stack.clock.advance({
      milliseconds: start.epochMilliseconds - stack.clock.now().epochMilliseconds - 60_000,
    })
    const left = await student.call(bookings.cancel, { body: { bookingId: id } })
    expect(left.status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(stack, id)).toEqual([{ cents: 1500, state: 'done', reason: 'cancelled' }])
  })

  test('a new day moves a one-time session’s places along, and cancels a repeating one’s', async () => {
    const day = nextDay()
    const once = await makeSession(stack, tutor, { starts_on: day, start_time: '12:00', end_time: '13:00' })
    const id = await payPlaceIn(stack, once, student)
    const moved = daysAfter(day, 100)
    const { body } = await savePlan(stack, tutor, once, {
      starts_on: moved,
      start_time: '12:00',
      end_time: '13:00',
    })
    expect(body.session.upcoming[0]!.id).toBe(once.upcoming[0]!.id)
    expect((await readBooking(student, id)).starts_on).toBe(instantAt(moved, '12:00'))

    const plan = { ...weekly(day), start_time: '13:00', end_time: '14:00' }
    const repeating = await makeSession(stack, tutor, plan)
    const gone = await payPlaceIn(stack, repeating, student)
    const stays = await payPlaceIn(stack, repeating, student, 1)
    const { status } = await savePlan(stack, tutor, repeating, { ...plan, skipped_days: [day] })
    expect(status).toBe(200)
    await moneyDone(stack)
    expect((await readBooking(student, gone)).status).toBe('cancelled')
    expect(await refundsOf(stack, gone)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    expect((await readBooking(student, stays)).status).toBe('approved')
    const told = (await mailsTo(stack, 'stan.student')).filter(
      ({ subject }) => subject === 'Tara Tutor canceled a date of a session',
    )
    expect(told.some(({ text }) => text.includes('We’re refunding $30.00'))).toBe(true)
  })

  test('a new day moves a one-time session’s places also onto a day that was once canceled, with a day’s notice', async () => {
    const owner = await stack.signIn('rhea.return')
    const [near, far] = [dayAhead(stack, 3), dayAhead(stack, 10)]
    const repeating = await makeSession(stack, owner, { ...weekly(near), rate: '30.00' })
    const canceled = await payPlaceIn(stack, repeating, other)
    const once = await savePlan(stack, owner, repeating, { starts_on: far })
    await moneyDone(stack)
    expect((await readBooking(other, canceled)).status).toBe('cancelled')
    const id = await payPlaceIn(stack, once.body.session, student)
    const back = await savePlan(stack, owner, once.body.session, { starts_on: near })
    expect(back.body.session.upcoming).toMatchObject([
      { id: once.body.session.upcoming[0]!.id, starts_at: instantAt(near, '10:00') },
    ])
    await moneyDone(stack)
    expect(await readBooking(student, id)).toMatchObject({
      status: 'approved',
      starts_on: instantAt(near, '10:00'),
    })
    expect(await refundsOf(stack, id)).toEqual([])
    // There and back again, where a canceled one and the session's own share the day.
    const away = await savePlan(stack, owner, back.body.session, { starts_on: far })
    expect(away.status).toBe(200)
    stack.clock.advance(
      stack.clock.now().until(Temporal.Instant.from(instantAt(near, '10:00')).subtract({ hours: 23 })),
    )
    const late = await stack.signIn('rhea.return')
    const refused = await savePlan(stack, late, away.body.session, { starts_on: near })
    expect([refused.status, refused.problem.errors?.map(({ path }) => path)]).toEqual([
      422,
      ['body.plan.starts_on'],
    ])
  })

  test('a student who is paying during the move is told, and their payment is refunded', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    await enrolIn(session, other)
    const held = await holdPlaceIn(session, other)
    expect((await savePlan(stack, tutor, session, { start_time: '18:00', end_time: '19:00' })).status).toBe(
      200,
    )
    // Paid just before the Checkout ends.
    await pay(held.url)
    await moneyDone(stack)
    const booking = await readBooking(other, held.id)
    const { status } = booking
    const back = await refundsOf(stack, held.id)
    const { rows } = await sql<{ state: string }>`
      select state from payments where booking_id = ${held.id}`.execute(stack.db)
    expect([status, back.length > 0]).toEqual(['cancelled', rows[0]!.state === 'paid'])
    expect(booking).toMatchObject({ moved_unpaid: true, moved_from: session.starts_at })
    const moved = (await mailsTo(stack, 'otto.other')).filter(
      ({ subject }) => subject === 'Tara Tutor moved a session',
    )
    expect(moved).toHaveLength(1)
    expect(moved[0]!.text).toContain('Your hold ended. Choose the new time if it works for you.')
    expect(moved[0]!.text).not.toContain('full refund')
    await payPlaceIn(stack, await readSession(other, session.id), other)
  })

  test('ten who pay during the move get the place at its new time, or their money back', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => stack.signIn(`payer${n}`)))
    await Promise.all(people.map(person => enrolIn(session, person)))
    const ask = { session_id: session.id, occurrence_id: session.upcoming[0]!.id, terms: true as const }
    const [moved, ...held] = await Promise.all([
      untilFree(() => savePlan(stack, tutor, session, { start_time: '20:00', end_time: '21:00' })),
      ...people.map(async person => {
        const { status, body } = await untilFree(() => person.call(payments.bookSession, { body: ask }))
        if (status === 200) await pay(body.url)
        return status
      }),
    ])
    expect([moved.status, held.filter(status => status >= 500)]).toEqual([200, []])
    await moneyDone(stack)
    const { rows } = await sql<{ wrong: number }>`
      select count(*) as wrong from bookings join payments on payments.booking_id = bookings.id
        left join refunds on refunds.payment_id = payments.id
      where occurrence_id = ${ask.occurrence_id} and payments.state = 'paid' and not (
        (bookings.state = 'approved' and starts_at = ${moved.body.session.starts_at}::timestamptz and refunds.id is null)
        or (bookings.state in ('cancelled', 'expired') and refunds.amount_cents = payments.amount_cents))`.execute(
      stack.db,
    )
    expect(rows[0]!.wrong).toBe(0)
  })

  test('whatever people and its owner do at once, nobody has paid for a time that doesn’t take place', async () => {
    const owner = await stack.signIn('maya.many')
    const plan = { ...weekly(dayAhead(stack, 3)), capacity: 2 }
    const session = await makeSession(stack, owner, plan)
    const crowd = await Promise.all(Array.from({ length: 5 }, (_, n) => stack.signIn(`crowd${n}`)))
    await Promise.all(crowd.map(person => enrolIn(session, person)))
    const statuses: number[] = []
    const attend = async (person: Person, n: number) => {
      const body = {
        session_id: session.id,
        occurrence_id: session.upcoming[n % 2]!.id,
        terms: true as const,
      }
      const held = await untilFree(() => person.call(payments.bookSession, { body }))
      statuses.push(held.status)
      if (held.status !== 200) return
      await pay(held.body.url)
      if (n % 3 > 0) return
      const { booking_id: bookingId } = held.body
      const left = await untilFree(() => person.call(bookings.cancel, { body: { bookingId } }))
      statuses.push(left.status)
    }
    const manage = async () => {
      for (const start_time of ['11:00', '12:00', '13:00']) {
        const now = await readSession(owner, session.id)
        const changes = { ...plan, start_time, end_time: '14:00' }
        statuses.push((await untilFree(() => savePlan(stack, owner, now, changes))).status)
      }
      const skip = { occurrence_id: session.upcoming[1]!.id }
      statuses.push((await untilFree(() => owner.call(sessions.skip, { body: skip }))).status)
      const remove = () => owner.call(sessions.remove, { body: { id: session.id } })
      statuses.push((await untilFree(remove)).status)
    }
    await Promise.all([manage(), ...crowd.map(attend)])
    expect(statuses.filter(status => status >= 500)).toEqual([])
    await moneyDone(stack)
    const { rows } = await sql<{ live: number; owing: number; reserved: number }>`
      select
        (select count(*) from bookings join occurrences on occurrences.id = occurrence_id where session_id = ${session.id}
          and bookings.state in ('held', 'approved', 'active')) as live,
        (select count(*) from payments join bookings on bookings.id = booking_id
          join occurrences on occurrences.id = occurrence_id
          where session_id = ${session.id} and payments.state = 'paid' and payments.amount_cents <> (
            select coalesce(sum(amount_cents), 0) from refunds where payment_id = payments.id and state = 'done')) as owing,
        (select count(*) from reserved_times join occurrences on occurrences.id = reserved_times.occurrence_id
          where session_id = ${session.id}) as reserved`.execute(stack.db)
    expect(rows[0]).toEqual({ live: 0, owing: 0, reserved: 0 })
  })

  test('in a free session everyone enrolled is told about the new time', async () => {
    const zoned = await stack.signIn('kay.kathmandu')
    await sql`update users set time_zone = 'Asia/Kathmandu' where email = 'kay.kathmandu@example.edu'`.execute(
      stack.db,
    )
    const session = await makeSession(stack, tutor, { starts_on: nextDay(), rate: '' })
    await enrolIn(session, zoned)
    const { body } = await savePlan(stack, tutor, session, {
      rate: '',
      start_time: '16:00',
      end_time: '17:00',
    })
    const [mail] = await mailsTo(stack, 'kay.kathmandu')
    expect(mail!.text).toContain(`Before: ${inWords(session.starts_at, 'Asia/Kathmandu')}`)
    expect(mail!.text).toContain(`Now: ${inWords(body.session.starts_at, 'Asia/Kathmandu')}`)
    expect(mail!.text).toContain(`See the new time: ${stack.url}/sessions/${session.id}`)
    expect(mail!.text).not.toMatch(/refund|hold ended/)
  })
})

test('a student who came early to a time that was canceled and is planned again hasn’t attended it', async () => {
  const owner = await stack.signIn('abe.again')
  const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 1) })
  await payPlaceIn(stack, session, student)
  const [next] = session.upcoming
  stack.clock.advance(
    stack.clock.now().until(Temporal.Instant.from(next!.starts_at).subtract({ minutes: 9 })),
  )
  const leave = await sitIn(next!.id, owner, student)
  stack.clock.advance({ minutes: 6 })
  await leave()
  const { body } = await owner.call(sessions.skip, { body: { occurrence_id: next!.id } })
  await moneyDone(stack)
  const again = await savePlan(stack, owner, body.session, { end_time: '11:30' })
  expect(again.body.session.upcoming).toMatchObject([{ id: next!.id, starts_at: next!.starts_at }])
  const id = await payPlaceIn(stack, again.body.session, student)
  stack.clock.advance({ hours: 2 })
  await owner.call(bookings.settle)
  expect((await readBooking(student, id)).status).toBe('missed')
})

test('a student who came early to a time that then moves hasn’t attended it', async () => {
  const owner = await stack.signIn('elle.early')
  const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 1) })
  const id = await payPlaceIn(stack, session, student)
  const [next] = session.upcoming
  stack.clock.advance(
    stack.clock.now().until(Temporal.Instant.from(next!.starts_at).subtract({ minutes: 5 })),
  )
  const leave = await sitIn(next!.id, owner, student)
  stack.clock.advance({ minutes: 4 })
  await leave()
  const { status } = await savePlan(stack, owner, session, { starts_on: daysAfter(session.starts_on, 3) })
  expect(status).toBe(200)
  expect((await readBooking(student, id)).status).toBe('approved')
  const { body } = await owner.call(sessions.occurrences, { query: { id: session.id } })
  expect(body.occurrences[0]!.people).toMatchObject([{ paid: true, seconds: 0, joined_at: null }])
  stack.clock.advance({ hours: 4 * 24 })
  const [again, teacher] = [await stack.signIn('stan.student'), await stack.signIn('elle.early')]
  await teacher.call(bookings.settle)
  expect((await readBooking(again, id)).status).toBe('missed')
})
