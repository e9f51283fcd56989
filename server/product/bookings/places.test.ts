import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { bookingChanges, bookingStates } from '#shared/domain/booking-states.ts'
import {
  controlPayments,
  freeTiles,
  hold,
  moneyDone,
  pay,
  readBooking,
} from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { range } from '../../../test/factories/made-up.ts'
import { subjectsTo } from '../../../test/factories/mails.ts'
import { closeDispute, dispute, refundsOf } from '../../../test/factories/money.ts'
import { makeSession, readSession, savePlan } from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
let people = 0

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'fatal' })
})

afterAll(() => stack?.close())

beforeEach(async () => {
  people++
  tutor = await stack.signIn(`tara${people}.tutor`)
  student = await stack.signIn(`stan${people}.student`)
  other = await stack.signIn(`otto${people}.other`)
})

const daily = {
  repeat: true,
  repeat_days: [
    'mon' as const,
    'tue' as const,
    'wed' as const,
    'thu' as const,
    'fri' as const,
    'sat' as const,
    'sun' as const,
  ],
}

type Wanted = { id: string; upcoming: { id: string }[] }
const book = async (
  person: Person,
  { id, upcoming }: Wanted,
  more: { total?: string; timezone?: string; resume?: boolean; n?: number } = {},
) => {
  const { n = 0, ...rest } = more
  const { status, problem } = await person.call(payments.bookSession, {
    body: { session_id: id, occurrence_id: upcoming[n]!.id, terms: true, ...rest },
  })
  return [status, problem.code, problem.detail]
}

describe('a place in a session', () => {
  test('is held, paid at a Checkout under its own name, and thereby approved', async () => {
    const session = await makeSession(stack, tutor)
    await enrolIn(session, student)
    const { id, url } = await holdPlaceIn(session, student)
    expect(await (await fetch(url)).text()).toContain('Group session: Heaps, together')
    expect(await readBooking(student, id)).toMatchObject({
      status: 'held',
      is_session: true,
      other_joinee: [],
    })
    expect(await pay(url)).toBe(`${stack.url}/booking/${id}?paid=1`)
    await moneyDone(stack)
    expect(await readBooking(student, id)).toMatchObject({
      status: 'approved',
      is_session: true,
      session_id: session.id,
      post_id: null,
      topic: 'Heaps, together',
      amount: '30.00',
      total: '30.00',
      starts_on: session.starts_at,
    })
    expect(await subjectsTo(stack, `tara${people}.tutor`)).toContain(
      `Stan${people} Student has a place in your session`,
    )
    const calendar = await student.fetch(bookings.calendar.path.replace('{id}', id))
    expect(await calendar.text()).toContain(`SUMMARY:Heaps\\, together with Tara${people} Tutor`)
    expect(await book(student, session)).toEqual([409, 'conflict', 'You already paid for a place.'])
  })

  test('keeps the zone in which a student without one sees its time, so that alerts use it', async () => {
    const session = await makeSession(stack, tutor)
    const zoneAfter = async (timezone: string) => {
      await book(student, session, { timezone })
      return (await student.call(profiles.own)).body.profile.time_zone
    }
    await enrolIn(session, student)
    expect(await zoneAfter('Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(await zoneAfter('Europe/Paris')).toBe('Asia/Tokyo')
  })

  test('requested again while it is held returns the same Checkout', async () => {
    const session = await makeSession(stack, tutor)
    await enrolIn(session, student)
    const first = await holdPlaceIn(session, student)
    const again = await Promise.all(Array.from({ length: 8 }, () => holdPlaceIn(session, student)))
    expect(new Set(again.map(({ url }) => url))).toEqual(new Set([first.url]))
  })

  test('that is over isn’t taken anew by a page that goes back to it', async () => {
    const session = await makeSession(stack, tutor)
    await enrolIn(session, student)
    const { id } = await holdPlaceIn(session, student)
    expect((await book(student, session, { resume: true }))[0]).toBe(200)
    await student.call(bookings.cancel, { body: { bookingId: id, unpaid: true } })
    expect(await book(student, session, { resume: true })).toEqual([
      409,
      'conflict',
      'Your hold expired. Choose the time again.',
    ])
    expect((await book(student, session))[0]).toBe(200)
  })

  test('whose hold its tutor ended can still be given up, unless it was paid', async () => {
    const session = await makeSession(stack, tutor, daily)
    for (const person of [student, other]) await enrolIn(session, person)
    const [held, paid] = [await holdPlaceIn(session, student), await holdPlaceIn(session, other)]
    await pay(paid.url)
    await moneyDone(stack)
    for (const { id } of [held, paid]) await tutor.call(bookings.cancel, { body: { bookingId: id } })
    const giveUp = async (person: Person, bookingId: string) =>
      (await person.call(bookings.cancel, { body: { bookingId, unpaid: true } })).status
    expect(await giveUp(student, held.id)).toBe(200)
    expect(await giveUp(other, paid.id)).toBe(409)
  })

  test('shows everyone who paid to each other, and to nobody before they pay', async () => {
    const session = await makeSession(stack, tutor)
    const first = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    const second = await holdPlaceIn(session, other)
    expect((await readBooking(other, second.id)).other_joinee).toEqual([])
    expect((await readBooking(student, first)).other_joinee).toEqual([])
    await pay(second.url)
    await moneyDone(stack)
    expect((await readBooking(other, second.id)).other_joinee).toEqual([`Stan${people} Student`])
    expect((await readBooking(student, first)).other_joinee).toEqual([`Otto${people} Other`])
    await student.call(blocks.block, { body: { username: `otto${people}.other` } })
    expect((await readBooking(other, second.id)).other_joinee).toEqual([])
    expect((await readBooking(student, first)).other_joinee).toEqual([])
  })

  test('is listed among its student’s bookings, and not in its tutor’s lists', async () => {
    const session = await makeSession(stack, tutor)
    const id = await payPlaceIn(stack, session, student)
    const ids = async (
      person: Person,
      call: typeof bookings.asTutor | typeof bookings.asStudent | typeof bookings.pending,
    ) => (await person.call(call, { query: {} })).body.bookings.map(booking => booking.id)
    expect(await ids(student, bookings.asStudent)).toEqual([id])
    expect(await ids(student, bookings.pending)).toEqual([id])
    for (const call of [bookings.asTutor, bookings.pending]) expect(await ids(tutor, call)).toEqual([])
    expect((await readBooking(tutor, id)).role).toBe('tutor')
  })

  test('is refused without an enrollment, to the owner, in a free session, at another price, and elsewhere', async () => {
    const session = await makeSession(stack, tutor)
    const free = await makeSession(stack, tutor, { rate: '', start_time: '14:00', end_time: '15:00' })
    expect(await book(student, session)).toEqual([409, 'conflict', 'Enroll in this session first.'])
    expect(await book(tutor, session)).toEqual([409, 'conflict', 'You teach this session.'])
    for (const one of [session, free]) await enrolIn(one, student)
    expect(await book(student, free)).toEqual([
      409,
      'conflict',
      'This session is free, so you don’t need to pay.',
    ])
    expect(await book(student, session, { total: '29.00' })).toEqual([
      409,
      'conflict',
      'The price is now $30.00. Check the summary again.',
    ])
    expect((await book(student, { id: session.id, upcoming: free.upcoming }))[0]).toBe(404)
    expect((await book(student, { id: free.id, upcoming: session.upcoming }))[0]).toBe(404)
    expect((await book(other, { ...session, id: '01999999-9999-7999-8999-999999999999' }))[0]).toBe(404)
    const { status } = await student.call(payments.bookSession, {
      body: { session_id: session.id, occurrence_id: 'x', terms: true },
    })
    expect(status).toBe(422)
  })

  test('is refused if its time has begun or was canceled, or the student is busy then', async () => {
    const session = await makeSession(stack, tutor, daily)
    await enrolIn(session, student)
    await tutor.call(sessions.skip, { body: { occurrence_id: session.upcoming[1]!.id } })
    expect((await book(student, session, { n: 1 }))[2]).toBe('This time was canceled. Choose another one.')

    const same = await makeSession(stack, other, daily)
    await payPlaceIn(stack, same, student)
    expect((await book(student, session))[2]).toBe('You have another booking at this time.')

    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(session.starts_at)))
    expect((await book(student, session))[2]).toBe('This time has already started. Choose a later one.')
  })

  test('is one of three times at most that its student holds at once', async () => {
    const session = await makeSession(stack, tutor, daily)
    await enrolIn(session, student)
    for (const n of [0, 1, 2]) await holdPlaceIn(session, student, n)
    const fourth = await makeSession(stack, other, { start_time: '14:00', end_time: '15:00' })
    await enrolIn(fourth, student)
    expect((await book(student, fourth)).slice(0, 2)).toEqual([429, 'rate_limited'])
  })

  test('counts toward the hours that its student can hold in a day without paying, as an hour at most', async () => {
    const session = await makeSession(stack, tutor, { start_time: '10:00', end_time: '14:00' })
    await enrolIn(session, student)
    for (const _ of range(0, 6)) {
      const { id } = await holdPlaceIn(session, student)
      await student.call(bookings.cancel, { body: { bookingId: id } })
    }
    expect((await book(student, session)).slice(0, 2)).toEqual([429, 'rate_limited'])
  })

  test('is limited to the free places, and free again when it is given up', async () => {
    const session = await makeSession(stack, tutor, { capacity: 1 })
    for (const person of [student, other]) await enrolIn(session, person)
    const { id } = await holdPlaceIn(session, student)
    expect(await book(other, session)).toEqual([409, 'slot_taken', 'This session is full.'])
    await student.call(bookings.cancel, { body: { bookingId: id } })
    expect((await book(other, session))[0]).toBe(200)
  })

  test('whose hold has expired is nobody’s, also while the payment provider can’t be asked', async () => {
    const session = await makeSession(stack, tutor)
    await enrolIn(session, student)
    const { id } = await holdPlaceIn(session, student)
    const seen = async () => (await readSession(student, session.id)).upcoming[0]!
    expect(await seen()).toMatchObject({ booking_id: id, action: 'resume' })
    const path = '/v1/checkout/sessions/*'
    await controlPayments(stack, 'faults', { kind: 'refuse', path, times: '9999' })
    stack.clock.advance({ minutes: 31 })
    expect(await seen()).toMatchObject({ booking_id: null, action: 'none' })
    await controlPayments(stack, 'faults/clear')
  })

  test('given up before it is paid keeps no money', async () => {
    const session = await makeSession(stack, tutor, { capacity: 1 })
    for (const person of [student, other]) await enrolIn(session, person)
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    const { id, url } = await holdPlaceIn(session, student)
    await student.call(bookings.cancel, { body: { bookingId: id } })
    await pay(url)
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    await payPlaceIn(stack, session, other)
    stack.clock.advance({ minutes: 31 })
    await student.call(bookings.settle)
    await moneyDone(stack)
    const { status } = await readBooking(student, id)
    expect(status).toBe('cancelled')
    const { rows } = await sql<{ state: string }>`
      select state from payments where booking_id = ${id}`.execute(stack.db)
    // Ended before the money came, or refunded after: never kept.
    expect(rows[0]!.state === 'ended' || (await refundsOf(stack, id))[0]?.cents === 3000).toBe(true)
  })

  test('doesn’t say, behind a block, when else the session meets and, once it is over, where, nor does its calendar file', async () => {
    const [here, elsewhere] = [{ location: 'Library, room 214' }, { location: 'My kitchen' }]
    const session = await makeSession(stack, tutor, { ...here, ...daily })
    await enrolIn(session, student)
    const { id: held } = await holdPlaceIn(session, student)
    await student.call(bookings.cancel, { body: { bookingId: held } })
    const paid = await payPlaceIn(stack, session, student, 1)
    await tutor.call(blocks.block, { body: { username: `stan${people}.student` } })
    expect((await savePlan(stack, tutor, session, { ...elsewhere, ...daily })).status).toBe(200)
    const calendarOf = async (id: string) =>
      (await student.fetch(bookings.calendar.path.replace('{id}', id))).text()
    expect((await readBooking(student, held)).location).toBe(null)
    expect(await calendarOf(held)).not.toContain('kitchen')
    expect((await readBooking(student, paid)).location).toBe('My kitchen')
    expect(await calendarOf(paid)).toContain('LOCATION:My kitchen')
    expect((await readBooking(tutor, paid)).location).toBe('My kitchen')

    const listed = async (person: Person, when: 'upcoming' | 'passed') => {
      const { body } = await person.call(enrolments.meetings, { query: { when } })
      return body.data.filter(({ occurrence }) => occurrence.id === session.upcoming[1]!.id)
    }
    const { id, starts_at, ends_at } = session.upcoming[1]!
    const only = { starts_at, ends_at, repeat: false, repeat_days: [], attendees: null }
    expect(await listed(student, 'upcoming')).toMatchObject([
      { readable: false, session: { ...only, location: 'My kitchen', upcoming: [{ id }] } },
    ])
    stack.clock.advance(stack.clock.now().until(ends_at))
    expect(await listed(student, 'passed')).toMatchObject([
      { readable: false, session: { ...only, location: '', upcoming: [] } },
    ])
    expect(JSON.stringify(await listed(student, 'passed'))).not.toContain('kitchen')
    expect(await listed(tutor, 'passed')).toMatchObject([
      { session: { location: 'My kitchen', repeat: true } },
    ])
  })

  test('canceled long before or by its tutor is refunded in full, later by half, and in full after its tutor moved it', async () => {
    const session = await makeSession(stack, tutor, daily)
    const early = await payPlaceIn(stack, session, student, 0)
    await student.call(bookings.cancel, { body: { bookingId: early } })
    expect(await refundsOf(stack, early)).toMatchObject([{ cents: 3000, reason: 'cancelled' }])
    expect(await subjectsTo(stack, `tara${people}.tutor`)).toContain(`Stan${people} Student gave up a place`)
    const refused = await payPlaceIn(stack, session, student, 0)
    await tutor.call(bookings.cancel, { body: { bookingId: refused } })
    expect(await refundsOf(stack, refused)).toMatchObject([{ cents: 3000 }])
    expect(await subjectsTo(stack, `stan${people}.student`)).toContain(
      `Tara${people} Tutor canceled your place`,
    )

    const late = await payPlaceIn(stack, session, student, 0)
    const moved = await payPlaceIn(stack, session, other, 0)
    await sql`update bookings set moved_from = starts_at - interval '1 hour' where id = ${moved}`.execute(
      stack.db,
    )
    const start = Temporal.Instant.from(session.upcoming[0]!.starts_at)
    stack.clock.advance(stack.clock.now().until(start.subtract({ hours: 2 })))
    for (const [person, bookingId] of [
      [student, late],
      [other, moved],
    ] as const) {
      expect((await person.call(bookings.cancel, { body: { bookingId } })).status).toBe(200)
    }
    expect(await refundsOf(stack, late)).toMatchObject([{ cents: 1500 }])
    expect(await refundsOf(stack, moved)).toMatchObject([{ cents: 3000 }])
  })

  test('is lost with the payment that a bank takes back, and its student hears that the place is gone', async () => {
    const id = await payPlaceIn(stack, await makeSession(stack, tutor), student)
    await closeDispute(stack, await dispute(stack, id), 'lost')
    await moneyDone(stack)
    expect(await readBooking(student, id)).toMatchObject({ status: 'cancelled', cancelled_by: null })
    expect(await subjectsTo(stack, `stan${people}.student`)).toContain('You lost your place')
  })
})

describe('a payment for a place', () => {
  const late = async (act: (id: string, occurrenceId: string) => Promise<unknown>) => {
    const session = await makeSession(stack, tutor, daily)
    await enrolIn(session, student)
    const { id, url } = await holdPlaceIn(session, student)
    await act(id, session.upcoming[0]!.id)
    await pay(url)
    await moneyDone(stack)
    return id
  }

  test('whose occurrence moved meanwhile is refunded, and the hold ends', async () => {
    const id = await late(bookingId =>
      sql`update bookings set moved_from = starts_at - interval '1 hour' where id = ${bookingId}`.execute(
        stack.db,
      ),
    )
    expect((await readBooking(student, id)).status).toBe('expired')
    expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, reason: 'late', state: 'done' }])
    expect(await subjectsTo(stack, `stan${people}.student`)).toContain('Your payment came too late')
  })

  test('whose occurrence was canceled at that moment is refunded', async () => {
    const id = await late((_, occurrenceId) =>
      sql`update occurrences set state = 'cancelled' where id = ${occurrenceId}`.execute(stack.db),
    )
    expect((await readBooking(student, id)).status).toBe('expired')
    expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, reason: 'late', state: 'done' }])
  })

  test('in the session of a person who blocks the student is refunded, and its owner never hears of it', async () => {
    const id = await late(async () => {
      // As if the block and the hold had been made at the same moment: the block ends no Checkout.
      await sql`insert into blocks (blocker_id, blocked_id)
        select tutor.id, student.id from users tutor, users student
        where tutor.username = ${`tara${people}.tutor`} and student.username = ${`stan${people}.student`}`.execute(
        stack.db,
      )
    })
    expect((await readBooking(student, id)).status).toBe('expired')
    expect(await refundsOf(stack, id)).toEqual([{ cents: 3000, reason: 'late', state: 'done' }])
    expect(await subjectsTo(stack, `tara${people}.tutor`)).not.toContain(
      `Stan${people} Student has a place in your session`,
    )
  })

  test('for a hold on a moved time gets another Checkout', async () => {
    const session = await makeSession(stack, tutor)
    await enrolIn(session, student)
    const first = await holdPlaceIn(session, student)
    await sql`update bookings set moved_from = starts_at - interval '1 hour' where id = ${first.id}`.execute(
      stack.db,
    )
    const second = await holdPlaceIn(session, student)
    expect(second.id).not.toBe(first.id)
    await pay(second.url)
    await moneyDone(stack)
    expect((await readBooking(student, first.id)).status).toBe('cancelled')
    expect((await readBooking(student, second.id)).status).toBe('approved')
  })
})

describe('a person who leaves', () => {
  test('or is suspended is removed from every session, and their places are canceled', async () => {
    const session = await makeSession(stack, tutor, { capacity: 2 })
    const first = await payPlaceIn(stack, session, student)
    const second = await payPlaceIn(stack, session, other)
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.suspend, {
      body: { username: `stan${people}.student`, reason: 'The same advertisement.' },
    })
    await other.call(account.remove, { body: { username: `otto${people}.other` } })
    await moneyDone(stack)
    const { body } = await tutor.call(enrolments.ofSession, { query: { id: session.id } })
    expect(body.data).toEqual([])
    for (const id of [first, second]) {
      expect(await readBooking(tutor, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'student' })
      expect(await refundsOf(stack, id)).toMatchObject([{ cents: 3000 }])
    }
  })

  test('takes their sessions with them, and everyone gets a refund', async () => {
    const session = await makeSession(stack, tutor)
    const id = await payPlaceIn(stack, session, student)
    await tutor.call(account.remove, { body: { username: `tara${people}.tutor` } })
    await moneyDone(stack)
    expect((await readBooking(student, id)).status).toBe('cancelled')
    expect(await refundsOf(stack, id)).toMatchObject([{ cents: 3000, state: 'done' }])
  })
})

describe('a slot of a tutor', () => {
  test('isn’t free while they teach a session, nor is a place for a student with a slot at that time', async () => {
    const postId = await makeTutor(stack, tutor)
    const [slot] = await freeTiles(student, postId)
    await hold(student, postId, slot!)
    const start = Temporal.Instant.from(slot!.start).toZonedDateTimeISO('UTC')
    const session = await makeSession(stack, other, {
      starts_on: start.toPlainDate().toString(),
      start_time: start.toPlainTime().toString({ smallestUnit: 'minute' }),
      end_time: start.add({ minutes: 30 }).toPlainTime().toString({ smallestUnit: 'minute' }),
      timezone: 'UTC',
    })
    await enrolIn(session, student)
    expect((await book(student, session))[2]).toBe('You have another booking at this time.')
  })
})

test.each(['slot', 'place'] as const)('the database changes a %s only as the rules do', async kind => {
  const { upcoming } = await makeSession(stack, tutor)
  const occurrence = upcoming[0]!
  const { rows: ids } = await sql<{ id: string }>`
    select id from users where username in (${`tara${people}.tutor`}, ${`stan${people}.student`})
    order by username desc`.execute(stack.db)
  const start = Temporal.Instant.from(occurrence.starts_at).add({ hours: kind === 'slot' ? 1 : 0 })
  const changed: string[] = []
  for (const from of bookingStates) {
    const trx = await stack.db.startTransaction().execute()
    const { id } = await trx
      .insertInto('bookings')
      .values({
        topic: 'Heaps',
        kind,
        occurrence_id: kind === 'place' ? occurrence.id : null,
        state: from,
        tutor_id: ids[0]!.id,
        student_id: ids[1]!.id,
        starts_at: start,
        ends_at: start.add({ hours: 1 }),
        rate_cents: 3000,
        amount_cents: 3000,
        refund_policy: '{}',
        held_until: start,
        student_agreed_at: start,
        created_at: start,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const to of bookingStates.filter(state => state !== from)) {
      await sql`savepoint before`.execute(trx)
      await sql`update bookings set state = ${to} where id = ${id}`.execute(trx).then(
        () => changed.push(`${from} → ${to}`),
        error => expect(String(error)).toContain(`that is ${from} does not become ${to}`),
      )
      await sql`rollback to before`.execute(trx)
    }
    await trx.rollback().execute()
  }
  const allowed = bookingChanges
    .filter(change => (change.kind ?? kind) === kind)
    .flatMap(({ from, to }) => from.map(state => `${state} → ${to}`))
  expect(changed.sort()).toEqual([...new Set(allowed)].sort())
})
