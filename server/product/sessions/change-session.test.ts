import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { meetings } from '#shared/api/meetings.ts'
import { payments } from '#shared/api/payments.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { moneyDone, pay } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { dayAhead, instantAt, makeSession, type PlanInput, planOf } from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
/** Each test plans on days of its own, so that none meets another's. */
let days = 1

beforeAll(async () => {
  stack = await startStack()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

afterAll(() => stack?.close())

const nextDay = () => dayAhead(stack, ++days)
const later = (day: string, more: number) => Temporal.PlainDate.from(day).add({ days: more }).toString()
const weekdayOf = (day: string) =>
  (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const)[Temporal.PlainDate.from(day).dayOfWeek - 1]!

const weekly = (starts_on: string): Partial<PlanInput> => ({
  starts_on,
  repeat: true,
  repeat_days: [weekdayOf(starts_on)],
})

/** Saves a session again with some of its plan changed. */
const update = (
  session: Pick<Session, 'id' | 'version' | 'starts_on'>,
  changes: Partial<PlanInput>,
  person = tutor,
) => {
  const plan = { ...planOf(stack, { starts_on: session.starts_on, ...changes }), version: session.version }
  return person.call(sessions.update, { body: { id: session.id, plan } })
}

const read = async (person: Person, id: string) =>
  (await person.call(sessions.get, { query: { id } })).body.session

const bookingOf = async (person: Person, id: string) =>
  (await person.call(bookings.get, { params: { id }, query: {} })).body.booking

const starts = ({ upcoming }: Session) => upcoming.map(({ starts_at }) => starts_at)

async function mailsTo(name: string): Promise<{ subject: string; text: string }[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=${name}@example.edu`)
  const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] }
  return messages
}

/** How a mail names a moment to somebody in a zone. */
const inWords = (iso: string, timeZone: string) =>
  new Date(iso).toLocaleString('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' })

async function refundsOf(bookingId: string) {
  const { rows } = await sql<{ cents: number; state: string; reason: string }>`
    select refunds.amount_cents as cents, refunds.state, reason from refunds join payments on payments.id = payment_id
    where booking_id = ${bookingId}`.execute(stack.db)
  return rows
}

describe('changing a session', () => {
  test('changes its description alone, or everything, and refuses a save on top of another', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const described = await tutor.call(sessions.update, {
      body: { id: session.id, editedDescription: '  Only trees.  ' },
    })
    expect(described.body.session).toMatchObject({
      description: 'Only trees.',
      version: 2,
      title: session.title,
    })
    const stale = await update(session, { title: 'Stale' })
    expect([stale.status, stale.problem.detail]).toEqual([
      409,
      'This session was changed meanwhile, perhaps in another window. Load it again.',
    ])
    const saved = await update(described.body.session, {
      title: 'Trees',
      location: 'Library',
      capacity: 3,
      rate: '',
      start_time: '14:00',
      end_time: '16:00',
    })
    expect(saved.body.session).toMatchObject({
      title: 'Trees',
      location: 'Library',
      capacity: 3,
      rate: null,
      minutes: 120,
      version: 3,
      starts_at: instantAt(session.starts_on, '14:00'),
    })
    const both = await Promise.all([
      update(saved.body.session, { title: 'One' }),
      update(saved.body.session, { title: 'Another' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const nothing = await tutor.call(sessions.update, { body: { id: session.id } })
    expect(nothing.status).toBe(422)
  })

  test('by anyone but its owner finds nothing', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    expect((await update(session, { title: 'Mine now' }, other)).status).toBe(404)
    const skip = { occurrence_id: session.upcoming[0]!.id }
    expect((await other.call(sessions.skip, { body: skip })).status).toBe(404)
    expect((await other.call(sessions.remove, { body: { id: session.id } })).status).toBe(404)
    expect((await other.call(sessions.occurrences, { query: { id: session.id } })).status).toBe(404)
    expect(await read(tutor, session.id)).toMatchObject({ title: session.title, version: 1 })
  })

  test('names the field that makes no sense', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const refused = await Promise.all([
      update(session, { starts_on: '2020-01-01' }),
      update(session, { end_time: '10:05' }),
      update(session, { crns: ['99999'] }),
    ])
    expect(refused.map(({ status, problem }) => [status, problem.errors?.[0]?.path])).toEqual([
      [422, 'body.plan.starts_on'],
      [422, 'body.plan.end_time'],
      [422, 'body.plan.crns'],
    ])
  })

  test('can’t put it over something else of its owner', async () => {
    const day = nextDay()
    await makeSession(stack, tutor, { starts_on: day, start_time: '15:00', end_time: '16:00' })
    const session = await makeSession(stack, tutor, { starts_on: day })
    const { status, problem } = await update(session, { start_time: '15:30', end_time: '16:30' })
    expect([status, problem.detail]).toEqual([
      409,
      `You have a booking or another session at that time: ${inWords(instantAt(day, '15:30'), 'America/New_York')}.`,
    ])
    expect((await read(tutor, session.id)).starts_at).toBe(session.starts_at)
  })

  test('can make each occurrence take the time of the one before it', async () => {
    const owner = await stack.signIn('dora.daily')
    const night = {
      starts_on: dayAhead(stack, 2),
      start_time: '20:00',
      end_time: '04:00',
      repeat: true,
    } as const
    const repeat_days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
    const session = await makeSession(stack, owner, { ...night, repeat_days: [...repeat_days] })
    const changed = await update(
      session,
      { ...night, repeat_days: [...repeat_days], start_time: '02:00', end_time: '10:00' },
      owner,
    )
    expect(changed.status).toBe(200)
    expect(starts(changed.body.session)[1]).toBe(instantAt(later(night.starts_on, 1), '02:00'))
  })

  test('that repeats keeps the days that match, drops the others and adds what is new', async () => {
    const day = nextDay()
    const session = await makeSession(stack, tutor, {
      ...weekly(day),
      start_time: '06:00',
      end_time: '07:00',
    })
    const { body } = await update(session, {
      ...weekly(day),
      repeat_days: [weekdayOf(day), weekdayOf(later(day, 2))],
      skipped_days: [later(day, 7)],
      start_time: '07:00',
      end_time: '08:00',
    })
    expect(starts(body.session)).toEqual([0, 2, 9].map(n => instantAt(later(day, n), '07:00')))
    expect(body.session.upcoming[0]!.id).toBe(session.upcoming[0]!.id)
    const back = await update(body.session, { ...weekly(day), start_time: '07:00', end_time: '08:00' })
    expect(starts(back.body.session)).toEqual([0, 7, 14].map(n => instantAt(later(day, n), '07:00')))
  })

  test('that has begun can be put on another day, and not once more on the same one', async () => {
    const owner = await stack.signIn('olga.over')
    const session = await makeSession(stack, owner, {
      starts_on: dayAhead(stack, 1),
      start_time: '01:00',
      end_time: '02:00',
    })
    stack.clock.advance(stack.clock.now().until(session.starts_at))
    const today = await update(session, { start_time: '20:00', end_time: '21:00' }, owner)
    expect([today.status, today.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.starts_on'])
    const titled = await update(session, { title: 'Over', start_time: '01:00', end_time: '02:00' }, owner)
    expect(titled.body.session).toMatchObject({ title: 'Over', starts_at: session.starts_at })
    const again = await update(titled.body.session, { starts_on: dayAhead(stack, 3) }, owner)
    expect(starts(again.body.session)).toEqual([session.starts_at, instantAt(dayAhead(stack, 3), '10:00')])
  })

  test('of its rate leaves what is paid as it was, and can’t give away what others paid for', async () => {
    const session = await makeSession(stack, tutor, {
      ...weekly(nextDay()),
      start_time: '08:00',
      end_time: '09:00',
    })
    const paid = await payPlaceIn(stack, session, student)
    const plan = { ...weekly(session.starts_on), start_time: '08:00', end_time: '09:00' }
    const { body } = await update(session, { ...plan, rate: '50.00' })
    expect(body.session).toMatchObject({ rate: '50.00', total: '50.00' })
    expect((await bookingOf(student, paid)).amount).toBe('30.00')
    const free = await update(body.session, { ...plan, rate: '' })
    expect([free.status, free.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.rate'])
  })

  test('of its room can’t leave out those who have a place', async () => {
    const day = nextDay()
    const session = await makeSession(stack, tutor, { starts_on: day })
    await payPlaceIn(stack, session, student)
    await payPlaceIn(stack, session, other)
    const small = await update(session, { capacity: 1 })
    expect([small.status, small.problem.errors?.[0]]).toEqual([
      422,
      { path: 'body.plan.capacity', message: '2 people have a place. There must be room for them.' },
    ])
    expect((await update(session, { capacity: 2 })).status).toBe(200)
    const free = await makeSession(stack, tutor, {
      starts_on: day,
      start_time: '11:00',
      end_time: '12:00',
      rate: '',
    })
    await enrolIn(free, student)
    await enrolIn(free, other)
    const less = await update(free, { start_time: '11:00', end_time: '12:00', rate: '', capacity: 1 })
    expect([less.status, less.problem.errors?.[0]?.path]).toEqual([422, 'body.plan.capacity'])
  })
})

describe('after people have paid', () => {
  test('another time takes their place along, tells them both times, and lets them leave with everything', async () => {
    const session = await makeSession(stack, tutor, {
      starts_on: dayAhead(stack, 1),
      start_time: '23:00',
      end_time: '23:30',
    })
    const id = await payPlaceIn(stack, session, student)
    const { body } = await update(session, { start_time: '23:30', end_time: '23:59' })
    const to = body.session.starts_at
    expect(await bookingOf(student, id)).toMatchObject({
      starts_on: to,
      status: 'approved',
      cancel_refund: '15.00',
    })
    const mail = (await mailsTo('stan.student')).find(
      ({ subject }) => subject === 'Tara Tutor moved a session',
    )!
    expect(mail.text).toContain(`Before: ${inWords(session.starts_at, 'UTC')}`)
    expect(mail.text).toContain(`Now: ${inWords(to, 'UTC')}`)
    // Less than twelve hours before the start half would come back, were it still the time that they paid for.
    const start = Temporal.Instant.from(to)
    stack.clock.advance({
      milliseconds: start.epochMilliseconds - stack.clock.now().epochMilliseconds - 60_000,
    })
    const left = await student.call(bookings.cancel, { body: { bookingId: id } })
    expect(left.status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual([{ cents: 1500, state: 'done', reason: 'cancelled' }])
  })

  test('another day takes a single session’s places along, and cancels a repeating one’s', async () => {
    const day = nextDay()
    const once = await makeSession(stack, tutor, { starts_on: day, start_time: '12:00', end_time: '13:00' })
    const id = await payPlaceIn(stack, once, student)
    const moved = later(day, 100)
    const { body } = await update(once, { starts_on: moved, start_time: '12:00', end_time: '13:00' })
    expect(body.session.upcoming[0]!.id).toBe(once.upcoming[0]!.id)
    expect((await bookingOf(student, id)).starts_on).toBe(instantAt(moved, '12:00'))

    const plan = { ...weekly(day), start_time: '13:00', end_time: '14:00' }
    const repeating = await makeSession(stack, tutor, plan)
    const gone = await payPlaceIn(stack, repeating, student)
    const stays = await payPlaceIn(stack, repeating, student, 1)
    const { status } = await update(repeating, { ...plan, skipped_days: [day] })
    expect(status).toBe(200)
    await moneyDone(stack)
    expect((await bookingOf(student, gone)).status).toBe('cancelled')
    expect(await refundsOf(gone)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    expect((await bookingOf(student, stays)).status).toBe('approved')
    const told = (await mailsTo('stan.student')).filter(
      ({ subject }) => subject === 'Tara Tutor cancelled a session',
    )
    expect(told.some(({ text }) => text.includes('$30.00 is on its way back'))).toBe(true)
  })

  test('who is paying when it moves is told, and what they pay comes back', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    await enrolIn(session, other)
    const held = await holdPlaceIn(session, other)
    expect((await update(session, { start_time: '18:00', end_time: '19:00' })).status).toBe(200)
    // Paid in the moment before the Checkout ends.
    await pay(held.url)
    await moneyDone(stack)
    const { status } = await bookingOf(other, held.id)
    const back = await refundsOf(held.id)
    const { rows } = await sql<{ state: string }>`
      select state from payments where booking_id = ${held.id}`.execute(stack.db)
    expect([status, back.length > 0]).toEqual(['cancelled', rows[0]!.state === 'paid'])
    const moved = (await mailsTo('otto.other')).filter(
      ({ subject }) => subject === 'Tara Tutor moved a session',
    )
    expect(moved).toHaveLength(1)
    await payPlaceIn(stack, await read(other, session.id), other)
  })

  test('ten who pay while it moves have the place at its time now, or their money back', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => stack.signIn(`payer${n}`)))
    await Promise.all(people.map(person => enrolIn(session, person)))
    const ask = { session_id: session.id, occurrence_id: session.upcoming[0]!.id, terms: true as const }
    const [moved, ...held] = await Promise.all([
      update(session, { start_time: '20:00', end_time: '21:00' }),
      ...people.map(async person => {
        const { status, body } = await person.call(payments.bookSession, { body: ask })
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

  test('whatever people and its owner do at once, nobody has paid for what doesn’t take place', async () => {
    const owner = await stack.signIn('maya.many')
    const plan = { ...weekly(dayAhead(stack, 3)), capacity: 4 }
    const session = await makeSession(stack, owner, plan)
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, n) => stack.signIn(`crowd${n}`)))
    await Promise.all(crowd.map(person => enrolIn(session, person)))
    const statuses: number[] = []
    const attend = async (person: Person, n: number) => {
      const held = await person.call(payments.bookSession, {
        body: { session_id: session.id, occurrence_id: session.upcoming[n % 2]!.id, terms: true },
      })
      statuses.push(held.status)
      if (held.status !== 200) return
      await pay(held.body.url)
      if (n % 3 > 0) return
      const left = await person.call(bookings.cancel, { body: { bookingId: held.body.booking_id } })
      statuses.push(left.status)
    }
    const manage = async () => {
      for (const start_time of ['11:00', '12:00', '13:00']) {
        const now = await read(owner, session.id)
        const changes = { ...plan, start_time, end_time: '14:00' }
        statuses.push((await update(now, changes, owner)).status)
      }
      const skip = { occurrence_id: session.upcoming[1]!.id }
      statuses.push((await owner.call(sessions.skip, { body: skip })).status)
      statuses.push((await owner.call(sessions.remove, { body: { id: session.id } })).status)
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

  test('in a free session everyone enrolled is told of another time', async () => {
    const zoned = await stack.signIn('kay.kathmandu')
    await sql`update users set time_zone = 'Asia/Kathmandu' where email = 'kay.kathmandu@example.edu'`.execute(
      stack.db,
    )
    const session = await makeSession(stack, tutor, { starts_on: nextDay(), rate: '' })
    await enrolIn(session, zoned)
    const { body } = await update(session, { rate: '', start_time: '16:00', end_time: '17:00' })
    const [mail] = await mailsTo('kay.kathmandu')
    expect(mail!.text).toContain(`Before: ${inWords(session.starts_at, 'Asia/Kathmandu')}`)
    expect(mail!.text).toContain(`Now: ${inWords(body.session.starts_at, 'Asia/Kathmandu')}`)
  })
})

describe('skipping an occurrence', () => {
  test('cancels it alone, with everything back and the reason told; again, it stays so', async () => {
    const session = await makeSession(stack, tutor, weekly(nextDay()))
    const id = await payPlaceIn(stack, session, student)
    const body = { occurrence_id: session.upcoming[0]!.id, remarks: 'I am ill, sorry.' }
    const skipped = await tutor.call(sessions.skip, { body })
    expect(starts(skipped.body.session)[0]).toBe(instantAt(later(session.starts_on, 7), '10:00'))
    expect(skipped.body.session.skipped_days).toEqual([session.starts_on])
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    const mails = await mailsTo('stan.student')
    expect(mails.some(({ text }) => text.includes('They write: I am ill, sorry.'))).toBe(true)
    expect((await tutor.call(sessions.skip, { body })).status).toBe(200)
    // The owner's time is free again.
    await makeSession(stack, tutor, { starts_on: session.starts_on })
  })

  test('of a single session leaves it without a time, until it is planned again', async () => {
    const session = await makeSession(stack, tutor, { starts_on: nextDay() })
    const { body } = await tutor.call(sessions.skip, { body: { occurrence_id: session.upcoming[0]!.id } })
    expect(body.session).toMatchObject({ upcoming: [], starts_at: session.starts_at })
    const again = await update(body.session, { start_time: '10:30', end_time: '11:30' })
    expect(starts(again.body.session)).toEqual([instantAt(session.starts_on, '10:30')])
  })

  test('that has begun is refused', async () => {
    const owner = await stack.signIn('bea.begun')
    const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 1) })
    const [next] = session.upcoming
    stack.clock.advance(stack.clock.now().until(next!.starts_at))
    const { status, problem } = await owner.call(sessions.skip, { body: { occurrence_id: next!.id } })
    expect([status, problem.detail]).toEqual([
      409,
      'This time has begun or is over, and can’t be cancelled any more.',
    ])
  })
})

describe('deleting a session', () => {
  test('gives everything back, ends what is being paid, tells everyone, and frees its owner’s time', async () => {
    const session = await makeSession(stack, tutor, weekly(nextDay()))
    const paid = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    const held = await holdPlaceIn(session, other, 1)
    expect((await tutor.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(paid)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
    expect((await bookingOf(other, held.id)).status).toBe('cancelled')
    const { rows } = await sql<{ state: string }>`
      select state from payments where booking_id = ${held.id}`.execute(stack.db)
    expect(rows).toEqual([{ state: 'ended' }])
    for (const name of ['stan.student', 'otto.other']) {
      const subjects = (await mailsTo(name)).map(({ subject }) => subject)
      expect(subjects).toContain('Tara Tutor cancelled a session')
    }
    for (const person of [tutor, student, other]) {
      expect((await person.call(sessions.get, { query: { id: session.id } })).status).toBe(404)
    }
    expect((await tutor.call(sessions.remove, { body: { id: session.id } })).status).toBe(404)
    await makeSession(stack, tutor, weekly(session.starts_on))
  })

  test('lets a meeting that has begun go on, for those who have a place in it', async () => {
    const owner = await stack.signIn('mia.midway')
    const session = await makeSession(stack, owner, weekly(dayAhead(stack, 1)))
    const id = await payPlaceIn(stack, session, student)
    await enrolIn(session, other)
    const [next] = session.upcoming
    stack.clock.advance(stack.clock.now().until(next!.starts_at))
    expect((await owner.call(sessions.remove, { body: { id: session.id } })).status).toBe(200)
    expect((await other.call(sessions.get, { query: { id: session.id } })).status).toBe(404)
    expect(await read(student, session.id)).toMatchObject({ upcoming: [{ id: next!.id, action: 'join' }] })
    for (const person of [owner, student]) {
      const { status } = await person.call(meetings.credentials, { body: { bookingId: next!.id } })
      expect(status).toBe(200)
    }
    stack.clock.advance({ hours: 1 })
    await owner.call(bookings.settle)
    expect((await bookingOf(student, id)).status).toBe('completed')
  })

  test('comes with its owner’s suspension, and with the end of their account', async () => {
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
      expect(await refundsOf(id)).toEqual([{ cents: 3000, state: 'done', reason: 'cancelled' }])
      expect((await student.call(sessions.get, { query: { id: session.id } })).status).toBe(404)
      const { rows } = await sql<{
        title: string
      }>`select title from sessions where id = ${session.id}`.execute(stack.db)
      expect(rows[0]!.title === session.title).toBe(owner === suspended)
    }
  })
})

test('who came early to what is then moved hasn’t been to it', async () => {
  const owner = await stack.signIn('elle.early')
  const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 1) })
  const id = await payPlaceIn(stack, session, student)
  const [next] = session.upcoming
  stack.clock.advance(
    stack.clock.now().until(Temporal.Instant.from(next!.starts_at).subtract({ minutes: 5 })),
  )
  for (const person of [owner, student]) {
    const { status } = await person.call(meetings.credentials, { body: { bookingId: next!.id } })
    expect(status).toBe(200)
  }
  const { status } = await update(session, { start_time: '12:00', end_time: '13:00' }, owner)
  expect(status).toBe(200)
  const { body } = await owner.call(sessions.occurrences, { query: { id: session.id } })
  expect(body.occurrences[0]!.people).toMatchObject([{ paid: true, seconds: 0, joined_at: null }])
  stack.clock.advance({ hours: 4 })
  await owner.call(bookings.settle)
  expect((await bookingOf(student, id)).status).toBe('missed')
})

test('attendance shows its owner who had a place, who came, and for how long, the latest occurrence first', async () => {
  const owner = await stack.signIn('ann.attended')
  const session = await makeSession(stack, owner, weekly(dayAhead(stack, 1)))
  await payPlaceIn(stack, session, student)
  await payPlaceIn(stack, session, other)
  const [first] = session.upcoming
  stack.clock.advance(stack.clock.now().until(first!.starts_at))
  const enter = async (person: Person) =>
    (await person.call(meetings.credentials, { body: { bookingId: first!.id } })).status
  expect([await enter(owner), await enter(student)]).toEqual([200, 200])
  stack.clock.advance({ seconds: 20 })
  expect([await enter(owner), await enter(student)]).toEqual([200, 200])
  const { body } = await owner.call(sessions.occurrences, { query: { id: session.id } })
  expect(body.occurrences).toHaveLength(9)
  const { occurrence, people } = body.occurrences.at(-1)!
  expect(occurrence).toMatchObject({ id: first!.id, taken: 2, action: 'start' })
  expect(people.map(({ person, paid, seconds }) => [person.name, paid, seconds])).toEqual([
    ['Otto Other', true, 0],
    ['Stan Student', true, 20],
  ])
  const query = { id: session.id, cursor: `${first!.starts_at}_${first!.id}` }
  const beyond = await owner.call(sessions.occurrences, { query })
  expect(beyond.body).toMatchObject({ occurrences: [], next_cursor: null })
})
