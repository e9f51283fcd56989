import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { holdMinutes } from '#shared/domain/booking-states.ts'
import { beginJob } from '../../../local/jobs.ts'
import {
  accept,
  controlPayments,
  freeTiles,
  hold,
  moneyDone,
  pay,
  readBooking,
  request,
  weekOfTiles,
} from '../../../test/factories/bookings.ts'
import { meetIn } from '../../../test/factories/meetings.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
/** The same two people on either server. */
let callers: Person[]

beforeEach(async () => {
  stack = await startStack({ LOG_LEVEL: 'silent' })
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  const second = await stack.startSecond()
  const there = [tutor, student].map(person => {
    const same = new Person(second)
    for (const [name, value] of person.cookies) same.cookies.set(name, value)
    return same
  })
  callers = [tutor, student, ...there]
})

afterEach(() => stack?.close())

/** Runs the settle job on both servers at once, several times on each. */
async function settleEverywhere(): Promise<void> {
  const answers = await Promise.all([...callers, ...callers].map(person => person.call(bookings.settle)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await moneyDone(stack)
}

async function bookingsNow() {
  const { rows } = await sql<{ topic: string }>`
    select bookings.message as name, bookings.state, payments.state as payment,
      (select coalesce(json_agg(reason || ' ' || amount_cents || ' ' || state), '[]') from refunds
        where payment_id = payments.id) as refunds,
      (select json_agg(to_state order by id) from booking_changes where booking_id = bookings.id) as states,
      (select count(*) from reserved_times where booking_id = bookings.id) as reserved,
      (select coalesce(json_agg(kind order by kind), '[]') from alerts
        where facts->>'booking_id' = bookings.id::text and kind in ('booking_lapsed', 'booking_missed')) as told
    from bookings join payments on booking_id = bookings.id order by bookings.message`.execute(stack.db)
  return rows
}

test('the due work on bookings is done once, on two servers at once, twice and late', async () => {
  const postId = await makeTutor(stack, tutor)
  const slots = await freeTiles(student, postId)
  const next = () => slots.shift()!
  await request(stack, student, postId, next(), 'unanswered')
  const missed = await request(stack, student, postId, next(), 'missed')
  const meeting = next()
  const held = await request(stack, student, postId, meeting, 'held as agreed')
  for (const id of [missed, held]) await accept(tutor, id)
  await hold(student, postId, next(), 'never paid')
  await controlPayments(stack, 'webhooks', { mode: 'drop' })
  const { url } = await hold(student, postId, next(), 'paid and never told')
  await pay(url)

  stack.clock.advance({ minutes: 31 })
  await settleEverywhere()
  expect(await bookingsNow()).toMatchObject([
    { name: 'held as agreed', state: 'approved' },
    { name: 'missed', state: 'approved' },
    { name: 'never paid', state: 'expired', payment: 'ended', reserved: 0 },
    { name: 'paid and never told', state: 'requested', payment: 'paid', reserved: 2 },
    { name: 'unanswered', state: 'requested' },
  ])

  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(meeting.start)))
  await meetIn(stack, held, [tutor, student])
  stack.clock.advance({ hours: 48 })
  await settleEverywhere()
  stack.clock.advance({ hours: 1 })
  await settleEverywhere()
  const ended = { reserved: 0, payment: 'paid' }
  const lapsed = {
    ...ended,
    state: 'lapsed',
    refunds: ['lapsed 2000 done'],
    told: ['booking_lapsed', 'booking_lapsed'],
  }
  expect(await bookingsNow()).toEqual([
    {
      ...ended,
      name: 'held as agreed',
      state: 'completed',
      refunds: [],
      states: ['held', 'requested', 'approved', 'active', 'completed'],
      told: [],
    },
    {
      ...ended,
      name: 'missed',
      state: 'missed',
      refunds: ['missed 2000 done'],
      states: ['held', 'requested', 'approved', 'missed'],
      told: ['booking_missed', 'booking_missed'],
    },
    {
      name: 'never paid',
      state: 'expired',
      payment: 'ended',
      reserved: 0,
      refunds: [],
      states: ['held', 'expired'],
      told: [],
    },
    { ...lapsed, name: 'paid and never told', states: ['held', 'requested', 'lapsed'] },
    { ...lapsed, name: 'unanswered', states: ['held', 'requested', 'lapsed'] },
  ])
  const answer = await fetch(`${stack.url}/local/payments/control/state`)
  const { refund } = (await answer.json()) as { refund: { amount: number }[] }
  expect(refund.map(({ amount }) => amount)).toEqual([2000, 2000, 2000])
})

test('more work than one batch holds is all done at once, even behind bookings that can’t be settled', async () => {
  const clock = stack.clock.now()
  const session = await makeSession(stack, tutor)
  const at = clock.subtract({ hours: 24 }).toString()
  // Half hours of two people in past years; the provider has no Checkouts for the first.
  await sql`
    with made as (
      insert into bookings (topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents, refund_policy,
        held_until, student_agreed_at, created_at)
      select 'Notes', tutor.id, student.id, ${at}::timestamptz - n * interval '1 hour',
        ${at}::timestamptz - n * interval '1 hour' + interval '30 minutes', 'held', 4000, 2000, '{}', ${at}, ${at}, ${at}
      from generate_series(1, 210) n, users tutor, users student
      where tutor.username = 'tara.tutor' and student.username = 'stan.student'
      returning id, starts_at
    )
    insert into payments (booking_id, amount_cents, checkout_id, created_at)
    select id, 2000, case when row_number() over (order by starts_at) <= 205 then 'cs_none_' || id end, ${clock}
    from made`.execute(stack.db)
  // Between them, ended times of the tutor's session.
  await sql`
    insert into occurrences (session_id, date, starts_at, ends_at)
    select ${session.id}, ${at}::date - n, ends_at - interval '30 minutes', ends_at
    from generate_series(1, 210) n, lateral (select ${at}::timestamptz - (n - 1) * interval '1 hour' as ends_at) time`.execute(
    stack.db,
  )
  await controlPayments(stack, 'faults', { kind: 'refuse', path: '/v1/checkout/sessions/*', times: '9999' })
  const settled = async () => {
    const { status, problem } = await tutor.call(bookings.settle)
    return [status, problem.code]
  }
  expect(await settled()).toEqual([503, 'upstream_unavailable'])
  const { rows: occurrences } = await sql`
    select state, count(*) as n from occurrences where ends_at <= ${clock} group by state`.execute(stack.db)
  expect(occurrences).toEqual([{ state: 'over', n: 210 }])
  const states = async () => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::int as n from bookings where topic = 'Notes' group by state`.execute(stack.db)
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  expect(await states()).toEqual({ expired: 5, held: 205 })
  await controlPayments(stack, 'faults/clear')
  // The provider knows nothing of them, but nobody can pay a Checkout of that time anymore anyway.
  expect(await settled()).toEqual([503, 'upstream_unavailable'])
  expect(await states()).toEqual({ expired: 5, held: 205 })
  stack.clock.advance({ hours: 1 })
  expect(await settled()).toEqual([200, undefined])
  expect(await states()).toEqual({ expired: 210 })
})

test('a hold ends at the moment its time is over, by a job of its own', async () => {
  const sue = await stack.signIn('sue.student')
  const postId = await makeTutor(stack, await stack.signIn('tom.tutor'))
  const [slot] = await freeTiles(sue, postId)
  const { id } = await hold(sue, postId, slot!)
  const state = async () => {
    const { rows } = await sql<{ state: string }>`select state from bookings where id = ${id}`.execute(
      stack.db,
    )
    return rows[0]!.state
  }
  const moment = await sql`
    select from pgboss.job join bookings on singleton_key = bookings.id::text and start_after = held_until
    where name = 'end-hold' and bookings.id = ${id}`.execute(stack.db)
  expect(moment.rows).toHaveLength(1)
  await beginJob(stack.db, 'end-hold', { bookingId: id })
  await stack.jobsDone()
  expect(await state()).toBe('held')
  stack.clock.advance({ minutes: holdMinutes })
  await beginJob(stack.db, 'end-hold', { bookingId: id })
  await stack.jobsDone()
  expect(await state()).toBe('expired')
})

test('a hold ends at the start of its time, so nobody pays for a meeting that has begun', async () => {
  const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'] })
  const [, slot] = await weekOfTiles(student, postId)
  const start = Temporal.Instant.from(slot!.start)
  stack.clock.advance(stack.clock.now().until(start.subtract({ minutes: 10 })))
  const { id, url } = await hold(student, postId, slot!, 'in ten minutes')
  expect(Temporal.Instant.from((await readBooking(student, id)).held_until!)).toEqual(start)
  stack.clock.advance({ minutes: 10 })
  await beginJob(stack.db, 'end-hold', { bookingId: id })
  await stack.jobsDone()
  await pay(url)
  await moneyDone(stack)
  expect(await bookingsNow()).toMatchObject([
    { name: 'in ten minutes', states: ['held', 'expired'], payment: 'ended', reserved: 0 },
  ])
})
