import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { meetings } from '#shared/api/meetings.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { schedules } from '#shared/api/schedules.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { wallets } from '#shared/api/wallets.ts'
import {
  bookingOf,
  freeTiles,
  hold,
  moneyDone,
  pay,
  request,
  type Slot,
  zone,
} from '../../../test/factories/bookings.ts'
import { meetIn, sitIn } from '../../../test/factories/meetings.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
let postId: string
/** Each test takes the next free hour, so that none meets another's. */
let hours: Slot[] = []

beforeAll(async () => {
  stack = await startStack()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
  postId = await makeTutor(stack, tutor)
})

afterAll(() => stack?.close())

function plus(iso: string, minutes: number): string {
  return new Date(Date.parse(iso) + minutes * 60_000).toISOString()
}

/** An hour of the tutor's that nobody has, farther ahead than a cancellation that gives back half. */
async function nextHour(): Promise<Slot> {
  const soon = stack.clock.now().add({ hours: 13 }).epochMilliseconds
  hours = hours.filter(({ start }) => Date.parse(start) > soon)
  if (hours.length === 0) {
    const tiles = (await Promise.all([2, 3, 4, 5].map(day => freeTiles(student, postId, day)))).flat()
    const free = new Set(tiles.map(({ start }) => start))
    hours = tiles
      .filter(({ start }) => start.includes(':00:') && free.has(plus(start, 30)))
      .map(({ start }) => ({ start, end: plus(start, 60) }))
  }
  return hours.shift()!
}

const of = async (person: Person, id: string) =>
  (await person.call(bookings.get, { params: { id }, query: { timezone: zone } })).body.booking

const decide = (
  person: Person,
  call: typeof bookings.approve | typeof bookings.reject,
  bookingId: string,
  remarks = '',
) => person.call(call, { body: { bookingId, remarks, terms: true } })

async function mailsTo(name: string): Promise<string[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=${name}@example.edu`)
  const { messages } = (await answer.json()) as { messages: { subject: string }[] }
  return messages.map(({ subject }) => subject)
}

async function refundsOf(id: string) {
  const { rows } = await sql<{ amount_cents: number; reason: string; state: string }>`
    select refunds.amount_cents, reason, refunds.state from refunds join payments on payments.id = payment_id
    where booking_id = ${id}`.execute(stack.db)
  return rows
}

describe('booking a slot', () => {
  test('holds it, is paid at the Checkout, and asks the tutor', async () => {
    const slot = await nextHour()
    const { body: quoted } = await student.call(payments.quote, { query: { post_id: postId, ...slot } })
    expect(quoted).toMatchObject({ minutes: 60, hourly_rate: '40.00', amount: '40.00' })
    const { id, url } = await hold(student, postId, slot, 'Could we do heaps?')
    expect(await of(student, id)).toMatchObject({ status: 'held', role: 'student', checkout_url: url })
    expect((await tutor.call(bookings.get, { params: { id }, query: {} })).status).toBe(404)
    expect(await pay(url)).toBe(`${stack.url}/booking/${id}?paid=1`)
    await moneyDone(stack)
    expect(await of(tutor, id)).toMatchObject({
      status: 'requested',
      role: 'tutor',
      joinee_name: 'Stan Student',
      message: 'Could we do heaps?',
      amount: '40.00',
      starts_on: slot.start,
    })
    expect(await mailsTo('tara.tutor')).toContain('Stan Student asks for a session')
  })

  test('asked again while it is held, answers the same Checkout', async () => {
    const slot = await nextHour()
    const first = await hold(student, postId, slot)
    const again = await Promise.all(Array.from({ length: 8 }, () => hold(student, postId, slot)))
    expect(new Set(again.map(({ url }) => url))).toEqual(new Set([first.url]))
    await student.call(bookings.cancel, { body: { bookingId: first.id } })
  })

  test('that another has is refused with what the picker says of it, and greyed for everybody', async () => {
    const slot = await nextHour()
    const { id } = await hold(student, postId, slot)
    const { status, problem } = await other.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'slot_taken',
      'Look like this post is already booked',
    ])
    const { body } = await other.call(schedules.tiles, { query: { post_id: postId, timezone: zone } })
    const tile = body.days.flatMap(day => day.tiles).find(({ start }) => start === slot.start)
    expect(tile?.booked).toBe(true)
    await student.call(bookings.cancel, { body: { bookingId: id } })
    expect((await hold(other, postId, slot)).id).not.toBe(id)
  })

  test('that ends before it starts, or that clocks skip, is refused at the field', async () => {
    const { start, end } = hours[0]!
    const refusal = async (more: object) => {
      const body = { ...bookingOf(postId, hours[0]!), ...more }
      const { status, problem } = await other.call(payments.bookSlot, { body })
      return [status, problem.errors?.[0]?.path]
    }
    expect(await refusal({ start: end, end: start })).toEqual([422, 'body.end'])
    expect(await refusal({ start, end: start })).toEqual([422, 'body.end'])
    const night = { timezone: 'America/New_York', date: '2027-03-14' }
    const skipped = { ...night, start_time: '02:30', end_time: '03:00' }
    expect(await refusal(skipped)).toEqual([422, 'body.start_time'])
  })

  test('of one’s own post, of a tutor without rate or hours, or of a post that is gone is refused by name', async () => {
    const slot = hours[0]!
    const own = await tutor.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect([own.status, own.problem.detail]).toEqual([409, 'This is your own post: you can’t book yourself.'])
    const bare = await stack.signIn('bea.bare')
    const barePost = await makeTutor(stack, bare, { ranges: [] })
    await sql`update users set hourly_rate_cents = null where email = 'bea.bare@example.edu'`.execute(
      stack.db,
    )
    const noRate = await student.call(payments.bookSlot, { body: bookingOf(barePost, slot) })
    expect([noRate.status, noRate.problem.detail]).toEqual([
      409,
      'This tutor doesn’t offer paid sessions at the moment.',
    ])
    await student.call(posts.remove, { query: { id: barePost } })
    const gone = await student.call(payments.bookSlot, {
      body: bookingOf('01999999-9999-7999-8999-999999999999', slot),
    })
    expect([gone.status, gone.problem.detail]).toEqual([404, 'post is missing'])
  })

  test.each([
    ['in the past', -120, 60, 'This time has begun already. Choose a later one.'],
    ['of another length', 0, 45, 'Choose whole slots of 30 minutes.'],
    [
      'that begins between two tiles',
      10,
      60,
      'The tutor can’t be booked at this time any more. Choose another one.',
    ],
    ['beyond the week', 60 * 24 * 9, 60, 'Only the next seven days can be booked.'],
  ])('%s is refused by name', async (_, shift, minutes, message) => {
    const past = shift < 0
    const base = past ? stack.clock.now().toString() : hours[0]!.start
    const start = plus(base, shift)
    const { status, problem } = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, hours[0]!), start, end: plus(start, minutes) },
    })
    expect([status, problem.detail]).toEqual([422, message])
  })

  test('without the terms ticked, or at another price than was shown, is refused', async () => {
    const slot = hours[0]!
    const noTerms = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, slot), terms: false as never },
    })
    expect(noTerms.status).toBe(422)
    const { status, problem } = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, slot), total: '12.00' },
    })
    expect([status, problem.code]).toEqual([409, 'conflict'])
    expect(problem.detail).toContain('$40.00')
  })

  test('that overlaps another booking of the student is refused', async () => {
    const slot = await nextHour()
    const second = await stack.signIn('theo.tutor')
    const secondPost = await makeTutor(stack, second)
    const { id } = await hold(student, postId, slot)
    const { status, problem } = await student.call(payments.bookSlot, { body: bookingOf(secondPost, slot) })
    expect([status, problem.detail]).toEqual([409, 'You have another booking at this time.'])
    await student.call(bookings.cancel, { body: { bookingId: id } })
  })

  test('a declined card leaves it held, and a second card pays', async () => {
    const { id, url } = await hold(student, postId, await nextHour())
    expect(await pay(url, '4000000000000002')).toBeNull()
    expect((await of(student, id)).status).toBe('held')
    await pay(url)
    await moneyDone(stack)
    expect((await of(student, id)).status).toBe('requested')
  })
})

describe('the tutor’s answer', () => {
  test('accepting approves, tells the student, and can be repeated but not turned around', async () => {
    const id = await request(stack, student, postId, await nextHour())
    const { body } = await decide(tutor, bookings.approve, id, 'Bring the problem sheet.')
    expect(body.booking).toMatchObject({ status: 'approved', booking_remarks: 'Bring the problem sheet.' })
    expect((await decide(tutor, bookings.approve, id)).status).toBe(200)
    const turned = await decide(tutor, bookings.reject, id)
    expect([turned.status, turned.problem.detail]).toEqual([
      409,
      'This booking can’t be declined: it is approved.',
    ])
    expect(await mailsTo('stan.student')).toContain('Tara Tutor accepted your request')
    expect(await refundsOf(id)).toEqual([])
  })

  test('declining gives everything back and frees the time', async () => {
    const slot = await nextHour()
    const id = await request(stack, student, postId, slot)
    await decide(tutor, bookings.reject, id)
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual([{ amount_cents: 4000, reason: 'declined', state: 'done' }])
    expect(await of(student, id)).toMatchObject({ status: 'declined', refunded: '40.00', refund_done: true })
    expect((await hold(other, postId, slot)).id).toBeTruthy()
  })

  test('is the tutor’s alone, and needs the terms', async () => {
    const id = await request(stack, student, postId, await nextHour())
    for (const person of [student, other])
      expect((await decide(person, bookings.approve, id)).status).toBe(404)
    const body = { bookingId: id, remarks: '', terms: false as never }
    expect((await tutor.call(bookings.approve, { body })).status).toBe(422)
    const long = await decide(tutor, bookings.approve, id, 'x'.repeat(251))
    expect([long.status, long.problem.detail]).toEqual([422, 'Remarks can have at most 250 characters.'])
    await decide(tutor, bookings.reject, id)
  })
})

describe('the terms', () => {
  const agreedTo = (id: string) =>
    stack.db
      .selectFrom('bookings')
      .select(['student_terms_version', 'tutor_terms_version', 'tutor_agreed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('are kept as the version that each of the two was shown', async () => {
    const id = await request(stack, student, postId, await nextHour())
    expect(await agreedTo(id)).toEqual({
      student_terms_version: termsVersion,
      tutor_terms_version: null,
      tutor_agreed_at: null,
    })
    await decide(tutor, bookings.reject, id)
    expect(await agreedTo(id)).toMatchObject({ tutor_terms_version: termsVersion })
  })

  test('that have changed since the page was loaded are agreed to by nobody', async () => {
    const terms_version = '2025-01-01' as typeof termsVersion
    const slot = hours[0]!
    const booked = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, slot), terms_version },
    })
    const id = await request(stack, student, postId, slot)
    const answered = await tutor.call(bookings.approve, {
      body: { bookingId: id, remarks: '', terms: true, terms_version },
    })
    for (const { status, problem } of [booked, answered]) {
      expect([status, problem.detail]).toEqual([
        422,
        'The terms have changed. Load the page again to read them.',
      ])
    }
    expect((await of(tutor, id)).status).toBe('requested')
    await decide(tutor, bookings.reject, id)
  })
})

describe('the tutor’s e-mail', () => {
  test('is told to the student of what was accepted alone, and not for paying and cancelling', async () => {
    const address = 'tara.tutor@example.edu'
    const known = async (id: string) => {
      const { transactions } = (await student.call(wallets.transactions, { query: {} })).body
      const { admin, money } = await of(student, id)
      const inStatement = transactions.filter(line => line.booking_id === id).map(({ email }) => email)
      return { paid: money !== null, admin, inStatement: [...new Set(inStatement)] }
    }
    const id = await request(stack, student, postId, await nextHour())
    const unknown = { paid: true, admin: null, inStatement: [null] }
    expect(await known(id)).toEqual(unknown)
    expect((await of(tutor, id)).admin).toBe(address)
    await decide(tutor, bookings.approve, id)
    expect(await known(id)).toEqual({ paid: true, admin: address, inStatement: [address] })
    await student.call(bookings.cancel, { body: { bookingId: id } })
    await moneyDone(stack)
    expect(await known(id)).toEqual(unknown)
    const declined = await request(stack, student, postId, await nextHour())
    await decide(tutor, bookings.reject, declined)
    await moneyDone(stack)
    expect(await known(declined)).toEqual(unknown)
  })
})

describe('cancelling', () => {
  test('by the student in good time gives everything back, and tells the tutor', async () => {
    const id = await request(stack, student, postId, await nextHour())
    await decide(tutor, bookings.approve, id)
    expect((await of(student, id)).cancel_refund).toBe('40.00')
    await student.call(bookings.cancel, { body: { bookingId: id, remarks: 'I am ill.' } })
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual([{ amount_cents: 4000, reason: 'cancelled', state: 'done' }])
    expect(await of(tutor, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'student' })
    expect(await mailsTo('tara.tutor')).toContain('Stan Student cancelled a session')
    expect((await student.call(bookings.cancel, { body: { bookingId: id } })).status).toBe(200)
    expect((await other.call(bookings.cancel, { body: { bookingId: id } })).status).toBe(404)
  })

  test('a calendar that has the booking learns of it', async () => {
    const id = await request(stack, student, postId, await nextHour())
    const address = bookings.calendar.path.replace('{id}', id)
    expect((await student.fetch(address)).status).toBe(409)
    await decide(tutor, bookings.approve, id)
    const before = await (await student.fetch(address)).text()
    expect(before).toContain('STATUS:CONFIRMED')
    await tutor.call(bookings.cancel, { body: { bookingId: id } })
    const after = await (await student.fetch(address)).text()
    expect(after).toContain('STATUS:CANCELLED')
    const sequence = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1])
    expect(sequence(after)).toBeGreaterThan(sequence(before))
    expect((await other.fetch(address)).status).toBe(404)
  })
})

describe('lists', () => {
  test('page six at a time without repeating one, and show each side its own', async () => {
    const pages = async (person: Person, call: typeof bookings.asStudent | typeof bookings.asTutor) => {
      const seen: string[] = []
      for (let offset = 0; ; ) {
        const { body } = await person.call(call, { query: { offset } })
        if (body.bookings.length === 0) return seen
        expect(body.bookings.length).toBeLessThanOrEqual(6)
        seen.push(...body.bookings.map(({ id }) => id))
        offset += body.bookings.length
      }
    }
    const lister = await stack.signIn('lia.lister')
    for (let n = 0; n < 7; n++) await request(stack, lister, postId, await nextHour())
    const mine = await pages(lister, bookings.asStudent)
    expect(mine.length).toBe(7)
    expect(new Set(mine).size).toBe(mine.length)
    const teaching = await pages(tutor, bookings.asTutor)
    expect(teaching.length).toBeGreaterThan(0)
    expect(await pages(tutor, bookings.asStudent)).toEqual([])
    expect(await pages(lister, bookings.asTutor)).toEqual([])
  })

  test('filter by what is asked of one', async () => {
    const list = async (filters: 'All' | 'Pending' | 'Teaching' | 'Meetings') =>
      (await student.call(bookings.filtered, { body: { filters } })).body.bookings
    expect((await list('Teaching')).length).toBe(0)
    for (const booking of await list('Pending')) expect(booking.status).toBe('requested')
    for (const booking of await list('Meetings')) expect(booking.status).toBe('approved')
  })
})

describe('a meeting', () => {
  test('is open to its two people from ten minutes before, and once both were in it together it is completed', async () => {
    const slot = await nextHour()
    const id = await request(stack, student, postId, slot)
    await decide(tutor, bookings.approve, id)
    const enter = (person: Person) => person.call(meetings.credentials, { body: { bookingId: id } })
    expect((await enter(student)).status).toBe(409)
    stack.clock.advance({
      milliseconds: Date.parse(slot.start) - 9 * 60_000 - stack.clock.now().epochMilliseconds,
    })
    const again = await stack.signIn('stan.student')
    const teacher = await stack.signIn('tara.tutor')
    const stranger = await stack.signIn('otto.other')
    expect((await enter(stranger)).status).toBe(404)
    expect((await enter(teacher)).body.people.map(({ present }) => present)).toEqual([false, false])
    expect((await of(again, id)).status).toBe('approved')
    stack.clock.advance({ minutes: 20 })
    const leave = await sitIn(id, teacher, again)
    expect((await enter(again)).body.people.map(({ present }) => present)).toEqual([true, true])
    expect((await of(again, id)).status).toBe('active')
    stack.clock.advance({ minutes: 5 })
    await leave()
    stack.clock.advance({ minutes: 55 })
    await again.call(bookings.settle)
    expect((await of(again, id)).status).toBe('completed')
    expect(await refundsOf(id)).toEqual([])
    expect((await enter(again)).status).toBe(409)
  })

  test('that only one came to is missed and given back, and an unanswered request lapses', async () => {
    const person = await stack.signIn('stan.student')
    const teacher = await stack.signIn('tara.tutor')
    const [first, second] = (await freeTiles(person, postId, 1)) as [Slot, Slot]
    const missed = await request(stack, person, postId, first)
    const unanswered = await request(stack, person, postId, second)
    await decide(teacher, bookings.approve, missed)
    stack.clock.advance({ milliseconds: Date.parse(first.start) - stack.clock.now().epochMilliseconds })
    await meetIn(stack, missed, [teacher], 20)
    stack.clock.advance({ minutes: 70 })
    await person.call(bookings.settleByGet)
    await person.call(bookings.settle)
    await moneyDone(stack)
    expect((await of(person, missed)).status).toBe('missed')
    expect((await of(person, unanswered)).status).toBe('lapsed')
    expect(await refundsOf(missed)).toEqual([{ amount_cents: 2000, reason: 'missed', state: 'done' }])
    expect(await refundsOf(unanswered)).toEqual([{ amount_cents: 2000, reason: 'lapsed', state: 'done' }])
    const late = await decide(teacher, bookings.approve, unanswered)
    expect([late.status, late.problem.detail]).toEqual([
      409,
      'This booking can’t be approved: it is lapsed unanswered.',
    ])
    const { body } = await person.call(bookings.passed, { query: {} })
    expect(body.bookings.map(({ id }) => id)).toEqual(expect.arrayContaining([missed, unanswered]))
  })

  test('cancelled by the student on the day gives half back, by the tutor everything', async () => {
    const person = await stack.signIn('stan.student')
    const teacher = await stack.signIn('tara.tutor')
    const [first, second] = (await freeTiles(person, postId, 1)) as [Slot, Slot]
    const [mine, theirs] = [
      await request(stack, person, postId, first),
      await request(stack, person, postId, second),
    ]
    stack.clock.advance({
      milliseconds: Date.parse(first.start) - 11 * 3_600_000 - stack.clock.now().epochMilliseconds,
    })
    expect((await of(person, mine)).cancel_refund).toBe('10.00')
    await person.call(bookings.cancel, { body: { bookingId: mine } })
    await teacher.call(bookings.cancel, { body: { bookingId: theirs } })
    await moneyDone(stack)
    expect(await refundsOf(mine)).toEqual([{ amount_cents: 1000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(theirs)).toEqual([{ amount_cents: 2000, reason: 'cancelled', state: 'done' }])
  })
})

describe('a hold', () => {
  test('runs out after half an hour, and money that comes later goes back', async () => {
    const person = await stack.signIn('hal.holder')
    const [slot] = (await freeTiles(person, postId, 2)) as [Slot]
    const { id, url } = await hold(person, postId, slot)
    stack.clock.advance({ minutes: 31 })
    await person.call(bookings.settle)
    expect((await of(person, id)).status).toBe('expired')
    expect(await pay(url)).toBeNull()
    expect((await hold(await stack.signIn('lou.later'), postId, slot)).id).not.toBe(id)
  })

  test('released by the student can’t be paid any more', async () => {
    const person = await stack.signIn('rea.releaser')
    const [slot] = (await freeTiles(person, postId, 2)) as [Slot]
    const { id, url } = await hold(person, postId, slot)
    await person.call(bookings.cancel, { body: { bookingId: id } })
    await stack.jobsDone()
    expect(await pay(url)).toBeNull()
    expect((await of(person, id)).status).toBe('cancelled')
  })
})
describe('a person who leaves', () => {
  test('has their bookings cancelled: their students get everything back and are told', async () => {
    const leaving = await stack.signIn('lea.leaving')
    const post = await makeTutor(stack, leaving)
    const person = await stack.signIn('stan.student')
    const [slot] = (await freeTiles(person, post, 3)) as [Slot]
    const id = await request(stack, person, post, slot)
    await decide(leaving, bookings.approve, id)
    await leaving.call(account.remove, { body: { username: 'lea.leaving' } })
    await moneyDone(stack)
    expect(await of(person, id)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'tutor',
      refunded: '20.00',
      refund_done: true,
      admin_name: 'Deleted account',
    })
    expect(await mailsTo('stan.student')).toContain('Deleted account cancelled a session')
  })

  test('or is suspended, likewise', async () => {
    const operator = await stack.signIn('opal.operator')
    const teacher = await stack.signIn('sue.suspended')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('stan.student')
    const [slot] = (await freeTiles(person, post, 4)) as [Slot]
    const id = await request(stack, person, post, slot)
    await operator.call(admin.suspend, { body: { username: 'sue.suspended', reason: 'Sells exams.' } })
    await moneyDone(stack)
    expect(await of(person, id)).toMatchObject({ status: 'cancelled', refunded: '20.00' })
    const refused = await person.call(payments.bookSlot, { body: bookingOf(post, slot) })
    expect([refused.status, refused.problem.detail]).toEqual([404, 'post is missing'])
  })
})

describe('a booking stays', () => {
  test('with its topic when its post is deleted, and at its time when the tutor changes hours or zone', async () => {
    const teacher = await stack.signIn('dora.tutor')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('stan.student')
    const [slot] = (await freeTiles(person, post, 2)) as [Slot]
    const id = await request(stack, person, post, slot)
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
    await teacher.call(schedules.save, { body: { schedule: none, timezone: 'Asia/Kathmandu' } })
    await teacher.call(posts.remove, { query: { id: post } })
    expect(await of(person, id)).toMatchObject({
      status: 'requested',
      topic: 'Lecture notes',
      post_id: null,
      thumb_url: null,
      starts_on: slot.start,
    })
    expect((await decide(teacher, bookings.approve, id)).body.booking.status).toBe('approved')
  })

  test('when its people block each other, who can book no more from then on', async () => {
    const teacher = await stack.signIn('bella.tutor')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('stan.student')
    const [first, second] = (await freeTiles(person, post, 5)) as [Slot, Slot]
    const id = await request(stack, person, post, first)
    await teacher.call(blocks.block, { body: { username: 'stan.student' } })
    expect((await of(person, id)).status).toBe('requested')
    const refused = await person.call(payments.bookSlot, { body: bookingOf(post, second) })
    expect([refused.status, refused.problem.detail]).toEqual([404, 'post is missing'])
    expect((await decide(teacher, bookings.reject, id)).body.booking.status).toBe('declined')
  })
})
