import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { meetings } from '#shared/api/meetings.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { wallets } from '#shared/api/wallets.ts'
import {
  bookingOf,
  controlPayments,
  freeTiles,
  hold,
  moneyDone,
  pay,
  request,
  type Slot,
  weekOfTiles,
  zone,
} from '../../../test/factories/bookings.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { meetIn, sitIn } from '../../../test/factories/meetings.ts'
import { closeDispute, dispute, refundAtProvider } from '../../../test/factories/money.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { mailsTo as readMails } from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { callDuringSuspension } from '../../../test/harness/call-during-change.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
let postId: string
/** Hours that a test was given and may not have booked yet. */
const given = new Set<string>()

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'fatal' })
  postId = await makeTutor(stack, await stack.signIn('tara.tutor'))
})

afterAll(() => stack?.close())

// Together the tests move the clock past the end of a login.
beforeEach(async () => {
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

function plus(iso: string, minutes: number): string {
  return new Date(Date.parse(iso) + minutes * 60_000).toISOString()
}

/** A free hour of the tutor's, far enough ahead that a cancellation refunds everything. */
async function nextHour(): Promise<Slot> {
  const hour = await freeHour()
  given.add(hour.start)
  return hour
}

/** The same, left for the next test. */
async function freeHour(): Promise<Slot> {
  const soon = stack.clock.now().add({ hours: 13 }).epochMilliseconds
  // Tests that look for a time of their own take some of them.
  const tiles = (await Promise.all([2, 3, 4, 5].map(day => freeTiles(student, postId, day)))).flat()
  const free = new Set(tiles.map(({ start }) => start))
  const isHour = ({ start }: Slot) =>
    start.includes(':00:') && free.has(plus(start, 30)) && Date.parse(start) > soon
  const hours = tiles.filter(isHour).map(({ start }) => ({ start, end: plus(start, 60) }))
  const fresh = hours.find(({ start }) => !given.has(start))
  if (fresh) return fresh
  given.clear()
  return hours[0]!
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
  test('holds it, takes the payment at Checkout, and asks the tutor', async () => {
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
    expect(await mailsTo('tara.tutor')).toContain('Stan Student requested a meeting')
  })

  test('keeps the zone in which a student without one sees the time, so that alerts use it', async () => {
    const [sue, ken] = [await stack.signIn('sue.sees'), await stack.signIn('ken.keeps')]
    await ken.call(profiles.save, { body: { time_zone: 'Asia/Tokyo' } })
    for (const person of [sue, ken]) await request(stack, person, postId, await nextHour())
    const zoneOf = async (person: Person) => (await person.call(profiles.own)).body.profile.time_zone
    expect([await zoneOf(sue), await zoneOf(ken)]).toEqual([zone, 'Asia/Tokyo'])
  })

  test('repeated while it is held, returns the same Checkout', async () => {
    const slot = await nextHour()
    const first = await hold(student, postId, slot)
    const again = await Promise.all(Array.from({ length: 8 }, () => hold(student, postId, slot)))
    expect(new Set(again.map(({ url }) => url))).toEqual(new Set([first.url]))
    await student.call(bookings.cancel, { body: { bookingId: first.id } })
  })

  test('repeated while it is held, sends the words that the student wrote last', async () => {
    const slot = await nextHour()
    const { id, url } = await hold(student, postId, slot, 'Could we do heaps?')
    expect(await hold(student, postId, slot, 'Trees, please.')).toEqual({ id, url })
    await pay(url)
    await moneyDone(stack)
    expect((await of(tutor, id)).message).toBe('Trees, please.')
    await decide(tutor, bookings.reject, id)
  })

  test('repeated while it is held, is refused at another price than the held one, and for another subject', async () => {
    const haggler = await stack.signIn('hal.haggler')
    const learner = await stack.signIn('lena.learner')
    const first = await makeTutor(stack, haggler, { rate: '30.00' })
    const [slot] = await freeTiles(learner, first)
    const held = await hold(learner, first, slot!)
    await haggler.call(profiles.save, { body: { hourly_rate: '20.00' } })
    const again = (post: string, total?: string) =>
      learner.call(payments.bookSlot, { body: { ...bookingOf(post, slot!), total } })
    const cheaper = await again(first, '10.00')
    expect([cheaper.status, cheaper.problem.detail]).toEqual([
      409,
      'You’re already holding this time for $15.00. Pay for it or give it up first.',
    ])
    for (const total of ['15.00', undefined]) expect((await again(first, total)).body.url).toBe(held.url)
    const second = await addPost(haggler, await addSection(stack.db), { name: 'Graphs' })
    const other = await again(second.id, '15.00')
    expect([other.status, other.problem.detail]).toEqual([
      409,
      'You’re already holding this time for “Lecture notes”. Pay for it or give it up first.',
    ])
    await learner.call(bookings.cancel, { body: { bookingId: held.id } })
    expect((await again(second.id, '10.00')).status).toBe(200)
  })

  test('that someone else has is refused with the picker’s words, and grayed out for everyone', async () => {
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
    const { start, end } = await freeHour()
    const refusal = async (more: object) => {
      const body = { ...bookingOf(postId, await freeHour()), ...more }
      const { status, problem } = await other.call(payments.bookSlot, { body })
      return [status, problem.errors?.[0]?.path]
    }
    expect(await refusal({ start: end, end: start })).toEqual([422, 'body.end'])
    expect(await refusal({ start, end: start })).toEqual([422, 'body.end'])
    const night = { timezone: 'America/New_York', date: '2027-03-14', start: undefined, end: undefined }
    const skipped = { ...night, start_time: '02:30', end_time: '03:00' }
    expect(await refusal(skipped)).toEqual([422, 'body.start_time'])
  })

  test('on one’s own post, of a tutor without rate or hours, or on a deleted post is refused by name', async () => {
    const slot = await freeHour()
    const own = await tutor.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect([own.status, own.problem.detail]).toEqual([409, 'You can’t book yourself.'])
    const busy = await stack.signIn('bea.busy')
    const noHoursPost = await makeTutor(stack, busy, { ranges: [] })
    const noHours = await student.call(payments.bookSlot, { body: bookingOf(noHoursPost, slot) })
    expect([noHours.status, noHours.problem.detail]).toEqual([409, 'This tutor hasn’t set their hours yet.'])
    const free = await stack.signIn('fay.free')
    const noRatePost = await makeTutor(stack, free)
    await sql`update users set hourly_rate_cents = null where email = 'fay.free@example.edu'`.execute(
      stack.db,
    )
    const noRate = await student.call(payments.bookSlot, { body: bookingOf(noRatePost, slot) })
    expect([noRate.status, noRate.problem.detail]).toEqual([
      409,
      'This tutor doesn’t offer paid meetings right now.',
    ])
    const leaver = await stack.signIn('dee.deletes')
    const deleted = await makeTutor(stack, leaver)
    expect((await leaver.call(posts.remove, { query: { id: deleted } })).status).toBe(200)
    const gone = await student.call(payments.bookSlot, { body: bookingOf(deleted, slot) })
    expect([gone.status, gone.problem.detail]).toEqual([404, 'post is missing'])
  })

  test.each([
    ['in the past', -120, 60, 'This time has already started. Choose a later one.'],
    ['of another length', 0, 45, 'Choose whole slots of 30 minutes.'],
    [
      'that begins between two tiles',
      10,
      60,
      'The tutor isn’t available at this time anymore. Choose another one.',
    ],
    ['beyond the week', 60 * 24 * 9, 60, 'You can only book the next seven days.'],
  ])('%s is refused by name', async (_, shift, minutes, message) => {
    const past = shift < 0
    const base = past ? stack.clock.now().toString() : (await freeHour()).start
    const start = plus(base, shift)
    const { status, problem } = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, await freeHour()), start, end: plus(start, minutes) },
    })
    expect([status, problem.detail]).toEqual([422, message])
  })

  test('without agreeing to the terms, or at another price than shown, is refused', async () => {
    const slot = await freeHour()
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

  test('that overlaps another booking of the student is refused, and the picker grays it out for them', async () => {
    const slot = await nextHour()
    const second = await stack.signIn('theo.tutor')
    const secondPost = await makeTutor(stack, second)
    const { id } = await hold(student, postId, slot)
    const { status, problem } = await student.call(payments.bookSlot, { body: bookingOf(secondPost, slot) })
    expect([status, problem.detail]).toEqual([409, 'You have another booking at this time.'])
    const offeredTo = async (person: Person) =>
      (await weekOfTiles(person, secondPost)).map(({ start }) => start)
    expect(await offeredTo(other)).toContain(slot.start)
    expect(await offeredTo(student)).not.toContain(slot.start)
    await student.call(bookings.cancel, { body: { bookingId: id } })
  })

  test('stays held after a declined card, and a second card pays', async () => {
    const { id, url } = await hold(student, postId, await nextHour())
    expect(await pay(url, '4000000000000002')).toBeNull()
    expect((await of(student, id)).status).toBe('held')
    await pay(url)
    await moneyDone(stack)
    expect((await of(student, id)).status).toBe('requested')
  })
})

describe('the tutor’s answer', () => {
  test('approves the booking, tells the student, ends the tutor’s alert, and can be repeated but not reversed', async () => {
    const id = await request(stack, student, postId, await nextHour())
    const isAskedUnread = async () =>
      (await tutor.call(alerts.list, { query: { unread: 'true' } })).body.data.some(
        ({ kind, link }) => kind === 'booking_requested' && link.includes(id),
      )
    expect(await isAskedUnread()).toBe(true)
    const { body } = await decide(tutor, bookings.approve, id, 'Bring the problem sheet.')
    expect(await isAskedUnread()).toBe(false)
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

  test('if declined, refunds everything and frees the time', async () => {
    const slot = await nextHour()
    const id = await request(stack, student, postId, slot)
    await decide(tutor, bookings.reject, id)
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual([{ amount_cents: 4000, reason: 'declined', state: 'done' }])
    expect(await of(student, id)).toMatchObject({ status: 'declined', refunded: '40.00', refund_done: true })
    expect((await hold(other, postId, slot)).id).toBeTruthy()
  })

  test('can come only from the tutor, and needs the terms', async () => {
    const id = await request(stack, student, postId, await nextHour())
    for (const person of [student, other])
      expect((await decide(person, bookings.approve, id)).status).toBe(404)
    const body = { bookingId: id, remarks: '', terms: false as never }
    expect((await tutor.call(bookings.approve, { body })).status).toBe(422)
    const long = await decide(tutor, bookings.approve, id, 'x'.repeat(251))
    expect([long.status, long.problem.detail]).toEqual([422, 'Remarks can have up to 250 characters.'])
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

  test('are stored in the version that each of the two saw', async () => {
    const id = await request(stack, student, postId, await nextHour())
    expect(await agreedTo(id)).toEqual({
      student_terms_version: termsVersion,
      tutor_terms_version: null,
      tutor_agreed_at: null,
    })
    await decide(tutor, bookings.reject, id)
    expect(await agreedTo(id)).toMatchObject({ tutor_terms_version: termsVersion })
  })

  test('aren’t stored for a call that says nothing about them', async () => {
    const { terms: _, ...body } = bookingOf(postId, await nextHour())
    const { body: held } = await student.call(payments.bookSlot, { body })
    await pay(held.url)
    await moneyDone(stack)
    const answered = await tutor.call(bookings.approve, { body: { bookingId: held.booking_id } })
    expect([answered.status, answered.body.booking.status]).toEqual([200, 'approved'])
    expect(await agreedTo(held.booking_id)).toMatchObject({
      student_terms_version: null,
      tutor_terms_version: null,
    })
    await student.call(bookings.cancel, { body: { bookingId: held.booking_id } })
  })

  test('that changed after the page loaded can’t be agreed to', async () => {
    const terms_version = '2025-01-01' as typeof termsVersion
    const slot = await freeHour()
    const booked = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, slot), terms_version },
    })
    const id = await request(stack, student, postId, slot)
    const answered = await tutor.call(bookings.approve, {
      body: { bookingId: id, remarks: '', terms: true, terms_version },
    })
    for (const { status, problem } of [booked, answered]) {
      expect([status, problem.detail]).toEqual([422, 'The terms have changed. Reload the page to read them.'])
    }
    expect((await of(tutor, id)).status).toBe('requested')
    await decide(tutor, bookings.reject, id)
  })
})

describe('the tutor’s email', () => {
  test('is shown only to students of accepted bookings, and not for paying and canceling', async () => {
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

describe('somebody’s email address', () => {
  /** What a person finds about another by their email address. */
  async function foundBy(person: Person, email: string, post: string) {
    const card = (await person.call(posts.get, { params: { id: post } })).body.post
    const { slots } = (await person.call(schedules.ofPerson, { query: { email } })).body
    const { crns } = (await person.call(profiles.uniqueCrns, { body: { email } })).body.data
    const { profile } = (await person.call(profiles.ofEmail, { body: { email } })).body
    return {
      card: [card.user_id, card.email],
      slots: slots.length > 0,
      crns: crns.length > 0,
      profile: profile?.username,
    }
  }
  const nothing = { card: [null, null], slots: false, crns: false, profile: undefined }

  async function inStatementOf(person: Person) {
    const { transactions } = (await person.call(wallets.transactions, { query: {} })).body
    return [...new Set(transactions.map(({ email }) => email))]
  }

  test('is known, and finds them, once a booking of the two is accepted, and to nobody else', async () => {
    const address = 'tessa.teacher@example.edu'
    const tessa = await stack.signIn('tessa.teacher')
    const sid = await stack.signIn('sid.student')
    const post = await makeTutor(stack, tessa)
    const [slot] = await freeTiles(sid, post, 3)
    const id = await request(stack, sid, post, slot!)
    const addressShown = async () => [(await of(sid, id)).admin, ...(await inStatementOf(sid))]
    expect(await addressShown()).toEqual([null, null])
    expect(await foundBy(sid, address, post)).toEqual(nothing)
    await decide(tessa, bookings.approve, id)
    expect(await addressShown()).toEqual([address, address])
    const everything = { card: [address, address], slots: true, crns: true, profile: 'tessa.teacher' }
    expect(await foundBy(sid, address, post)).toEqual(everything)
    expect((await sid.call(profiles.ofEmail, { body: { email: address } })).body.profile).not.toHaveProperty(
      'theme',
    )
    expect(await foundBy(other, address, post)).toEqual(nothing)
    expect((await stack.visitor().call(posts.get, { params: { id: post } })).body.post.email).toBe(null)
    // The tutor knows the student's as well.
    expect(
      (await tessa.call(profiles.ofEmail, { body: { email: 'sid.student@example.edu' } })).body.profile,
    ).toMatchObject({ username: 'sid.student', email: null })
    await tessa.call(blocks.block, { body: { username: 'sid.student' } })
    expect((await sid.call(profiles.ofEmail, { body: { email: address } })).body.profile).toBe(null)
    expect(await addressShown()).toEqual([null, null])
    expect((await of(tessa, id)).admin).toBe(address)
  })

  test('that no provider confirmed is shown to nobody', async () => {
    const address = 'una.unconfirmed@example.edu'
    const una = await stack.signIn('una.unconfirmed')
    const sid = await stack.signIn('sol.student')
    const post = await makeTutor(stack, una)
    const [slot] = await freeTiles(sid, post, 3)
    await decide(una, bookings.approve, await request(stack, sid, post, slot!))
    await sql`update users set email_verified = false where email = ${address}`.execute(stack.db)
    expect(await foundBy(sid, address, post)).toEqual(nothing)
    expect(await inStatementOf(sid)).toEqual([null])
  })
})

test('a booking’s date is a day of the person’s own zone, unless the call names another', async () => {
  const ziv = await stack.signIn('ziv.zoned')
  const slot = await nextHour()
  const { id } = await hold(ziv, postId, slot)
  const dateIn = async (timezone?: string) =>
    (await ziv.call(bookings.get, { params: { id }, query: { timezone } })).body.booking.date
  const dayIn = (name: string) => Temporal.Instant.from(slot.start).toZonedDateTimeISO(name).toPlainDate()
  expect(await dateIn()).toBe(dayIn('UTC').toString())
  for (const own of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await ziv.call(profiles.save, { body: { time_zone: own } })
    expect(await dateIn()).toBe(dayIn(own).toString())
    const { bookings: listed } = (await ziv.call(bookings.asStudent, { query: {} })).body
    expect(listed.map(({ date }) => date)).toEqual([dayIn(own).toString()])
  }
  expect(await dateIn('UTC')).toBe(dayIn('UTC').toString())
})

describe('canceling', () => {
  test('by the student in good time refunds everything, and tells the tutor', async () => {
    const id = await request(stack, student, postId, await nextHour())
    await decide(tutor, bookings.approve, id)
    expect((await of(student, id)).cancel_refund).toBe('40.00')
    await student.call(bookings.cancel, { body: { bookingId: id, remarks: 'I am ill.' } })
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual([{ amount_cents: 4000, reason: 'cancelled', state: 'done' }])
    expect(await of(tutor, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'student' })
    expect(await mailsTo('tara.tutor')).toContain('Stan Student canceled a meeting')
    expect((await student.call(bookings.cancel, { body: { bookingId: id } })).status).toBe(200)
    expect((await other.call(bookings.cancel, { body: { bookingId: id } })).status).toBe(404)
  })

  test('after the other side did is refused, so that nobody takes it for their own', async () => {
    const id = await request(stack, student, postId, await nextHour())
    await decide(tutor, bookings.approve, id)
    const cancel = (person: Person, remarks: string) =>
      person.call(bookings.cancel, { body: { bookingId: id, remarks } })
    expect((await cancel(tutor, 'My train is late.')).status).toBe(200)
    const { status, problem } = await cancel(student, 'I am ill.')
    expect([status, problem.detail]).toEqual([
      409,
      'This booking was already canceled, so we didn’t send your message.',
    ])
    expect((await cancel(student, '')).problem.detail).toBe('This booking was already canceled.')
    expect((await cancel(tutor, 'Again.')).status).toBe(200)
    expect((await of(student, id)).booking_remarks).toBe('My train is late.')
  })

  test('without words doesn’t mail the tutor’s own answer as the student’s message', async () => {
    const tim = await stack.signIn('tim.thoughtful')
    const silent = await stack.signIn('sid.silent')
    const suspended = await stack.signIn('stella.suspended')
    const post = await makeTutor(stack, tim)
    const tiles = await freeTiles(silent, post)
    const accepted = async (person: Person) => {
      const id = await request(stack, person, post, tiles.shift()!)
      await decide(tim, bookings.approve, id, 'Bring the problem sheet.')
      return id
    }
    await silent.call(bookings.cancel, { body: { bookingId: await accepted(silent) } })
    await accepted(suspended)
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.suspend, { body: { username: 'stella.suspended', reason: 'Sells exams.' } })
    const told = (await readMails(stack, 'tim.thoughtful')).filter(mail => mail.subject.includes('canceled'))
    expect(told.map(({ text }) => text.includes('Their message'))).toEqual([false, false])
  })

  test('reaches a calendar that has the booking', async () => {
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

  test('don’t limit what the feed and the picker say: the next meeting, the requests to answer, and an own hold', async () => {
    const [busy, teacher] = [await stack.signIn('bo.busy'), await stack.signIn('tao.tutor')]
    const post = await makeTutor(stack, teacher)
    const slots = await freeTiles(busy, post)
    const requests: string[] = []
    for (const slot of slots.slice(0, 7)) requests.push(await request(stack, busy, post, slot))
    const accepted = await request(stack, busy, post, slots[7]!)
    await decide(teacher, bookings.approve, accepted)
    const next = async (person: Person) => {
      const { body } = await person.call(bookings.next)
      return [body.next?.id, body.request?.id, body.requests]
    }
    expect(await next(teacher)).toEqual([accepted, requests[0], 7])
    expect(await next(busy)).toEqual([accepted, undefined, 0])
    expect(await next(other)).toEqual([undefined, undefined, 0])

    const { id } = await hold(busy, post, slots[8]!)
    const holdsOf = async (person: Person) => {
      const query = { post_id: post, timezone: zone }
      return (await person.call(schedules.tiles, { query })).body.holds
    }
    expect(await holdsOf(busy)).toEqual([{ booking_id: id, ...slots[8]! }])
    for (const person of [teacher, other]) expect(await holdsOf(person)).toEqual([])
    expect(await next(teacher)).toEqual([accepted, requests[0], 7])
    stack.clock.advance({ minutes: 31 })
    expect(await holdsOf(busy)).toEqual([])
  })

  test('have what is canceled or declined among the past ones, not among the upcoming ones', async () => {
    const person = await stack.signIn('carla.canceled')
    const [kept, canceled, declined] = [
      await request(stack, person, postId, await nextHour()),
      await request(stack, person, postId, await nextHour()),
      await request(stack, person, postId, await nextHour()),
    ]
    await person.call(bookings.cancel, { body: { bookingId: canceled } })
    await decide(tutor, bookings.reject, declined)
    const ids = (found: { body: { bookings: { id: string }[] } }) => found.body.bookings.map(({ id }) => id)
    expect(ids(await person.call(bookings.filtered, { body: { filters: ['All'] } }))).toEqual([kept])
    expect(ids(await person.call(bookings.passed, { query: {} })).toSorted()).toEqual(
      [canceled, declined].toSorted(),
    )
    const teaching = ids(await tutor.call(bookings.filtered, { body: { filters: ['Teaching'] } }))
    expect(teaching).not.toContain(canceled)
    expect(teaching).not.toContain(declined)
  })

  test('refuse a bad zone or cursor at the field that has it', async () => {
    const faults = async ({ asQuery }: { asQuery: boolean }, bad: object) => {
      const answer = asQuery
        ? await student.call(bookings.pending, { query: bad })
        : await student.call(bookings.filtered, { body: { filters: ['All'], ...bad } })
      return [answer.status, answer.problem.errors?.map(({ path }) => path)]
    }
    expect(await faults({ asQuery: false }, { timezone: 'Atlantis' })).toEqual([422, ['body.timezone']])
    expect(await faults({ asQuery: false }, { cursor: 'here' })).toEqual([422, ['body.cursor']])
    expect(await faults({ asQuery: true }, { timezone: 'Atlantis' })).toEqual([422, ['query.timezone']])
    expect(await faults({ asQuery: true }, { cursor: 'here' })).toEqual([422, ['query.cursor']])
  })

  test('filter by the requested states', async () => {
    const person = await stack.signIn('fia.filters')
    const learner = await stack.signIn('lex.learns')
    // They teach when their own tutor has no hours.
    const own = await makeTutor(stack, person, { ranges: ['18:00 - 20:00'] })
    const teaching = await request(stack, learner, own, (await freeTiles(learner, own))[0]!)
    await decide(person, bookings.approve, teaching)
    const [pending, meeting, canceled] = [
      await request(stack, person, postId, await nextHour()),
      await request(stack, person, postId, await nextHour()),
      await request(stack, person, postId, await nextHour()),
    ]
    await decide(tutor, bookings.approve, meeting)
    await person.call(bookings.cancel, { body: { bookingId: canceled } })
    const answer = async (filters: unknown) =>
      (await person.call(bookings.filtered, { body: { filters } as object })).body.bookings
        .map(({ id }) => id)
        .toSorted()
    const all = [teaching, pending, meeting].toSorted()
    expect(await answer(['Teaching'])).toEqual([teaching])
    expect(await answer(['Pending'])).toEqual([pending])
    expect(await answer('Pending')).toEqual([pending])
    expect(await answer(['Meetings'])).toEqual([meeting])
    expect(await answer(['Pending', 'Meetings'])).toEqual([pending, meeting].toSorted())
    expect(await answer(['All'])).toEqual(all)
    expect(await answer([])).toEqual(all)
  })
})

describe('a meeting', () => {
  test('is open to its two people from ten minutes before, and completed if both were in it together', async () => {
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

  test('that only one attended is missed and refunded, and an unanswered request lapses', async () => {
    const person = await stack.signIn('misha.missed')
    const teacher = await stack.signIn('tess.teaches')
    const post = await makeTutor(stack, teacher)
    const [first, second] = (await freeTiles(person, post, 1)) as [Slot, Slot]
    const missed = await request(stack, person, post, first)
    const unanswered = await request(stack, person, post, second)
    await decide(teacher, bookings.approve, missed)
    stack.clock.advance({ milliseconds: Date.parse(first.start) - stack.clock.now().epochMilliseconds })
    const begun = await person.call(bookings.cancel, { body: { bookingId: missed } })
    expect([begun.status, begun.problem.detail]).toEqual([
      409,
      'This booking can’t be canceled: it is approved, and it has already started.',
    ])
    await meetIn(stack, missed, [teacher], 20)
    stack.clock.advance({ minutes: 70 })
    expect((await decide(teacher, bookings.reject, unanswered)).problem.detail).toBe(
      'This booking can’t be declined: it is waiting for the tutor’s answer, and it has already started.',
    )
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
      'This booking can’t be approved: it is expired without an answer.',
    ])
    const { body } = await person.call(bookings.passed, { query: {} })
    expect(body.bookings.map(({ id }) => id)).toEqual(expect.arrayContaining([missed, unanswered]))
  })

  test('canceled by the student on the day refunds half, by the tutor everything, and so does one not accepted yet', async () => {
    const person = await stack.signIn('cai.cancels')
    const teacher = await stack.signIn('tobi.teaches')
    const post = await makeTutor(stack, teacher)
    const [first, second, third] = (await freeTiles(person, post, 1)) as [Slot, Slot, Slot]
    const [mine, theirs, unanswered] = [
      await request(stack, person, post, first),
      await request(stack, person, post, second),
      await request(stack, person, post, third),
    ]
    for (const id of [mine, theirs]) await decide(teacher, bookings.approve, id)
    stack.clock.advance({
      milliseconds: Date.parse(first.start) - 10 * 3_600_000 - stack.clock.now().epochMilliseconds,
    })
    expect((await of(person, mine)).cancel_refund).toBe('10.00')
    await person.call(bookings.cancel, { body: { bookingId: mine } })
    await teacher.call(bookings.cancel, { body: { bookingId: theirs } })
    expect((await of(person, unanswered)).cancel_refund).toBe('20.00')
    await person.call(bookings.cancel, { body: { bookingId: unanswered, refund: '20.00' } })
    await moneyDone(stack)
    expect(await refundsOf(mine)).toEqual([{ amount_cents: 1000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(theirs)).toEqual([{ amount_cents: 2000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(unanswered)).toEqual([{ amount_cents: 2000, reason: 'cancelled', state: 'done' }])
    expect((await of(teacher, unanswered)).money?.where).toBe('back')
  })

  test('isn’t canceled for a smaller refund than the page showed', async () => {
    const person = await stack.signIn('cleo.cancels')
    const teacher = await stack.signIn('tove.teaches')
    const post = await makeTutor(stack, teacher)
    const [first, second, third] = (await freeTiles(person, post, 2)) as [Slot, Slot, Slot]
    const [mine, theirs, answered] = [
      await request(stack, person, post, first),
      await request(stack, person, post, second),
      await request(stack, person, post, third),
    ]
    for (const id of [mine, theirs]) await decide(teacher, bookings.approve, id)
    const cancel = (one: Person, bookingId: string, refund: string) =>
      one.call(bookings.cancel, { body: { bookingId, refund } })
    const shown = (await of(person, mine)).cancel_refund!
    expect(shown).toBe('20.00')
    stack.clock.advance(
      stack.clock.now().until(Temporal.Instant.from(first.start).subtract({ hours: 10, minutes: 59 })),
    )
    const { status, problem } = await cancel(person, mine, shown)
    expect([status, problem.detail]).toEqual([409, 'The refund is now $10.00. Check it before you cancel.'])
    expect((await of(person, mine)).status).toBe('approved')
    expect(await refundsOf(mine)).toEqual([])
    expect((await cancel(person, mine, '10.00')).status).toBe(200)
    // The tutor accepts while the student is asked.
    expect((await of(person, answered)).cancel_refund).toBe(shown)
    await decide(teacher, bookings.approve, answered)
    const late = await cancel(person, answered, shown)
    expect([late.status, late.problem.detail]).toEqual([409, problem.detail])
    // A larger refund is no reason to refuse.
    expect((await cancel(teacher, theirs, '10.00')).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(mine)).toEqual([{ amount_cents: 1000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(theirs)).toEqual([{ amount_cents: 2000, reason: 'cancelled', state: 'done' }])
  })
})

describe('a hold', () => {
  test('expires after half an hour, can’t be paid anymore, and frees its time', async () => {
    const person = await stack.signIn('hal.holder')
    const slot = await nextHour()
    const { id, url } = await hold(person, postId, slot)
    stack.clock.advance({ minutes: 31 })
    await person.call(bookings.settle)
    expect((await of(person, id)).status).toBe('expired')
    expect(await pay(url)).toBeNull()
    expect((await hold(await stack.signIn('lou.later'), postId, slot)).id).not.toBe(id)
  })

  test('released by the student can’t be paid anymore', async () => {
    const person = await stack.signIn('rea.releaser')
    const slot = await nextHour()
    const { id, url } = await hold(person, postId, slot)
    await person.call(bookings.cancel, { body: { bookingId: id } })
    await stack.jobsDone()
    expect(await pay(url)).toBeNull()
    expect((await of(person, id)).status).toBe('cancelled')
  })

  test('whose payment is known only after its start is refunded, and the tutor never hears of it', async () => {
    const teacher = await stack.signIn('thea.unheard')
    const post = await makeTutor(stack, teacher)
    const [slot] = (await freeTiles(await stack.signIn('sol.soon'), post, 1)) as [Slot]
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.start).subtract({ minutes: 5 })))
    const person = await stack.signIn('sol.soon')
    await controlPayments(stack, 'webhooks', { mode: 'hold' })
    const { id, url } = await hold(person, post, slot)
    await pay(url)
    stack.clock.advance({ minutes: 6 })
    await controlPayments(stack, 'webhooks/release')
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    await moneyDone(stack)
    expect(await of(person, id)).toMatchObject({ status: 'expired', refunded: '20.00', refund_done: true })
    const mails = await mailsTo('sol.soon')
    expect(mails).toContain('Your payment came too late')
    expect(mails).not.toContain('Your request expired')
    expect(await mailsTo('thea.unheard')).toEqual(['Welcome to Ignite'])
  })

  test('given up on a page that doesn’t know that it is paid stays booked', async () => {
    const person = await stack.signIn('uma.unaware')
    const { id, url } = await hold(person, postId, await nextHour())
    const giveUp = () => person.call(bookings.cancel, { body: { bookingId: id, unpaid: true } })
    await pay(url)
    await moneyDone(stack)
    const { status, problem } = await giveUp()
    expect([status, problem.detail]).toEqual([
      409,
      'You’ve already paid for this. Check the booking before you cancel it.',
    ])
    expect(await of(person, id)).toMatchObject({ status: 'requested', refunded: null })
    await person.call(bookings.cancel, { body: { bookingId: id } })
    const unpaid = await hold(person, postId, await nextHour())
    const given = await person.call(bookings.cancel, { body: { bookingId: unpaid.id, unpaid: true } })
    expect([given.status, given.body.booking.status]).toEqual([200, 'cancelled'])
  })

  test('that is over isn’t taken anew by a page that goes back to it, which shows neither the price nor the terms', async () => {
    const person = await stack.signIn('gia.goes.back')
    const slot = await nextHour()
    const { id, url } = await hold(person, postId, slot)
    const { terms: _, ...body } = bookingOf(postId, slot)
    const goBack = () => person.call(payments.bookSlot, { body: { ...body, resume: true } })
    expect((await goBack()).body).toMatchObject({ booking_id: id, url })
    await person.call(bookings.cancel, { body: { bookingId: id, unpaid: true } })
    const { status, problem } = await goBack()
    expect([status, problem.detail]).toEqual([409, 'Your hold expired. Choose the time again.'])
    expect((await person.call(bookings.asStudent, { query: {} })).body.bookings).toHaveLength(1)
  })

  test('is one of three at most that a student has at once', async () => {
    const person = await stack.signIn('mo.many')
    const [first] = [
      await hold(person, postId, await nextHour()),
      await hold(person, postId, await nextHour()),
      await hold(person, postId, await nextHour()),
    ]
    const book = async () => {
      const body = bookingOf(postId, await freeHour())
      const { status, problem } = await person.call(payments.bookSlot, { body })
      return [status, problem?.detail]
    }
    expect(await book()).toEqual([
      429,
      'You’re already holding other times. Pay for one or give it up first.',
    ])
    await person.call(bookings.cancel, { body: { bookingId: first!.id } })
    expect((await book())[0]).toBe(200)
  })

  describe('between two people of whom one blocks the other', () => {
    async function held(name: string, day: number) {
      const teacher = await stack.signIn(`${name}.tutor`)
      const post = await makeTutor(stack, teacher)
      const person = await stack.signIn(`${name}.student`)
      const [slot] = (await freeTiles(person, post, day)) as [Slot]
      return { name, teacher, person, ...(await hold(person, post, slot, 'Read this!')) }
    }
    type Held = Awaited<ReturnType<typeof held>>

    test.each([
      ['tutor', 2],
      ['student', 3],
    ] as const)('can’t be paid anymore, and ends, if the %s does', async (side, day) => {
      const name = `bo.${side}.blocks`
      const { teacher, person, id, url } = await held(name, day)
      const [blocker, blocked] = side === 'tutor' ? [teacher, `${name}.student`] : [person, `${name}.tutor`]
      await blocker.call(blocks.block, { body: { username: blocked } })
      await moneyDone(stack)
      expect(await pay(url)).toBeNull()
      expect(await of(person, id)).toMatchObject({ status: 'expired', refunded: null })
    })

    test.each([
      [
        'expired',
        'the tutor blocks the student',
        4,
        ({ teacher, name }: Held) => teacher.call(blocks.block, { body: { username: `${name}.student` } }),
      ],
      [
        'cancelled',
        'the student gives it up',
        5,
        ({ person, id }: Held) => person.call(bookings.cancel, { body: { bookingId: id } }),
      ],
    ] as const)(
      'ends as %s if %s during a payment, which is refunded, and the tutor never hears of it',
      async (status, _, day, end) => {
        const name = `bibi.${status}`
        const booking = await held(name, day)
        const { teacher, person, id, url } = booking
        await controlPayments(stack, 'webhooks', { mode: 'hold' })
        await controlPayments(stack, 'faults', { kind: 'refuse', method: 'POST', path: '/v1/refunds' })
        await pay(url)
        await end(booking)
        await controlPayments(stack, 'webhooks/release')
        await controlPayments(stack, 'webhooks', { mode: 'deliver' })
        await moneyDone(stack)
        expect(await of(person, id)).toMatchObject({ status, refunded: '20.00', refund_done: false })
        expect(await mailsTo(`${name}.student`)).toContain('Your payment came too late')
        await refundAtProvider(stack, id, 500)
        await moneyDone(stack)
        await closeDispute(stack, await dispute(stack, id), 'lost')
        await moneyDone(stack)
        expect(await mailsTo(`${name}.tutor`)).toEqual(['Welcome to Ignite'])
        expect((await teacher.call(alerts.list, { query: {} })).body.data).toEqual([])
        for (const call of [bookings.asTutor, bookings.passed])
          expect((await teacher.call(call, { query: {} })).body.bookings).toEqual([])
        expect((await teacher.call(bookings.get, { params: { id }, query: {} })).status).toBe(404)
      },
    )
  })
})
describe('a person who leaves', () => {
  test('has their bookings canceled: their students get a full refund and an alert', async () => {
    const leaving = await stack.signIn('lea.leaving')
    const post = await makeTutor(stack, leaving)
    const person = await stack.signIn('lena.left')
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
    expect(await mailsTo('lena.left')).toContain('Deleted account canceled a meeting')
  })

  test('or is suspended, the same happens', async () => {
    const operator = await stack.signIn('opal.operator')
    const teacher = await stack.signIn('sue.suspended')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('leo.left')
    const [slot] = (await freeTiles(person, post, 4)) as [Slot]
    const id = await request(stack, person, post, slot)
    await operator.call(admin.suspend, { body: { username: 'sue.suspended', reason: 'Sells exams.' } })
    await moneyDone(stack)
    expect(await of(person, id)).toMatchObject({ status: 'cancelled', refunded: '20.00' })
    const refused = await person.call(payments.bookSlot, { body: bookingOf(post, slot) })
    expect([refused.status, refused.problem.detail]).toEqual([404, 'post is missing'])
  })

  describe.each([
    ['leaves', (gone: Person, username: string) => gone.call(account.remove, { body: { username } })],
    [
      'is suspended',
      async (_gone: Person, username: string) => {
        const operator = await stack.signIn('opal.operator')
        return operator.call(admin.suspend, { body: { username, reason: 'Sells exams.' } })
      },
    ],
  ])('a tutor who %s', (how, end) => {
    async function held(name: string, day: number) {
      const username = `${name}.who.${how.replace(' ', '.')}`
      const teacher = await stack.signIn(username)
      const post = await makeTutor(stack, teacher)
      const person = await stack.signIn(`student.of.${username}`)
      const [slot] = (await freeTiles(person, post, day)) as [Slot]
      const { id, url } = await hold(person, post, slot)
      const goes = async () => expect((await end(teacher, username)).status).toBe(200)
      return { person, id, url, goes }
    }

    test('loses the time that a student holds, which nobody can pay for anymore', async () => {
      const { person, id, url, goes } = await held('terry', 3)
      await goes()
      await moneyDone(stack)
      expect(await of(person, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'tutor' })
      expect(await pay(url)).toBeNull()
    })

    test('has a payment that was under way refunded in full', async () => {
      const { person, id, url, goes } = await held('tim', 4)
      await controlPayments(stack, 'webhooks', { mode: 'hold' })
      await pay(url)
      await goes()
      await controlPayments(stack, 'webhooks/release')
      await controlPayments(stack, 'webhooks', { mode: 'deliver' })
      await moneyDone(stack)
      expect(await of(person, id)).toMatchObject({
        status: 'cancelled',
        refunded: '20.00',
        refund_done: true,
      })
    })
  })

  test('is refused to a student whose call is under way while the tutor is suspended', async () => {
    const teacher = await stack.signIn('tess.suspended')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('lou.late')
    const [slot] = (await freeTiles(person, post, 5)) as [Slot]
    const { status, problem } = await callDuringSuspension(stack.db, 'tess.suspended', () =>
      person.call(payments.bookSlot, { body: bookingOf(post, slot) }),
    )
    expect([status, problem.detail]).toEqual([409, 'This can’t be booked anymore.'])
  })
})

describe('a booking stays', () => {
  test('and leads its student to no post that is hidden from them', async () => {
    const teacher = await stack.signIn('hugo.hidden')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('sara.stays')
    const [slot] = (await freeTiles(person, post, 2)) as [Slot]
    const id = await request(stack, person, post, slot)
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.hidePost, { body: { id: post, reason: 'An exam that is still running.' } })
    expect(await of(person, id)).toMatchObject({ status: 'requested', topic: 'Lecture notes', post_id: null })
    expect(await of(teacher, id)).toMatchObject({ post_id: post, thumb_url: null })
  })

  test('keeps its topic when its post is deleted, and its time when the tutor changes hours or zone', async () => {
    const teacher = await stack.signIn('dora.tutor')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('stella.stays')
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

  test('when its people block each other, but they can’t book again', async () => {
    const teacher = await stack.signIn('bella.tutor')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('blake.blocked')
    const [first, second] = (await freeTiles(person, post, 5)) as [Slot, Slot]
    const id = await request(stack, person, post, first)
    await teacher.call(blocks.block, { body: { username: 'blake.blocked' } })
    expect((await of(person, id)).status).toBe('requested')
    const refused = await person.call(payments.bookSlot, { body: bookingOf(post, second) })
    expect([refused.status, refused.problem.detail]).toEqual([404, 'post is missing'])
    expect((await decide(teacher, bookings.reject, id)).body.booking.status).toBe('declined')
  })

  test('between people who block each other, without what either of them writes', async () => {
    const teacher = await stack.signIn('berta.tutor')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('basil.blocked')
    const [first, , , second] = (await freeTiles(person, post, 5)) as [Slot, Slot, Slot, Slot]
    const [declined, canceled] = [
      await request(stack, person, post, first),
      await request(stack, person, post, second),
    ]
    await decide(teacher, bookings.approve, canceled, 'Bring the sheet.')
    expect((await of(person, canceled)).booking_remarks).toBe('Bring the sheet.')
    await teacher.call(blocks.block, { body: { username: 'basil.blocked' } })
    expect((await of(person, canceled)).booking_remarks).toBe(null)
    await decide(teacher, bookings.reject, declined, 'You know why.')
    await person.call(bookings.cancel, { body: { bookingId: canceled, remarks: 'Read this!' } })
    const remarksOf = async (id: string) =>
      Promise.all([teacher, person].map(async one => (await of(one, id)).booking_remarks))
    expect(await remarksOf(declined)).toEqual(['You know why.', null])
    expect(await remarksOf(canceled)).toEqual([null, 'Read this!'])
    for (const [reader, news] of [
      ['berta.tutor', 'Basil Blocked canceled a meeting'],
      ['basil.blocked', 'Berta Tutor declined your request'],
    ] as const) {
      const told = (await readMails(stack, reader)).filter(({ subject }) => subject === news)
      expect(told.map(({ text }) => text.includes('Their message'))).toEqual([false])
    }
  })
})
