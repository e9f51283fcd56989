import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { bookings } from '#shared/api/bookings.ts'
import { meetings } from '#shared/api/meetings.ts'
import { payments } from '#shared/api/payments.ts'
import {
  bookingOf,
  controlPayments,
  decide,
  freeHours,
  freeTiles,
  hold,
  moneyDone,
  pay,
  readBooking,
  request,
  type Slot,
} from '../../../test/factories/bookings.ts'
import { mailsTo, subjectsTo } from '../../../test/factories/mails.ts'
import { meetIn, sitIn } from '../../../test/factories/meetings.ts'
import { refundsOf } from '../../../test/factories/money.ts'
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
let hours: ReturnType<typeof freeHours>

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'fatal' })
  postId = await makeTutor(stack, await stack.signIn('tara.tutor'))
  hours = freeHours(stack, postId)
})

afterAll(() => stack?.close())

// Together the tests move the clock past the end of a login.
beforeEach(async () => {
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
})

const nextHour = () => hours.take(student)

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
    expect(await subjectsTo(stack, 'stan.student')).toContain('Tara Tutor accepted your request')
    expect(await refundsOf(stack, id)).toEqual([])
  })

  test('if declined, refunds everything and frees the time', async () => {
    const slot = await nextHour()
    const id = await request(stack, student, postId, slot)
    await decide(tutor, bookings.reject, id)
    await moneyDone(stack)
    expect(await refundsOf(stack, id)).toEqual([{ cents: 4000, reason: 'declined', state: 'done' }])
    expect(await readBooking(student, id)).toMatchObject({
      status: 'declined',
      refunded: '40.00',
      refund_done: true,
    })
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

describe('canceling', () => {
  test('by the student in good time refunds everything, and tells the tutor', async () => {
    const id = await request(stack, student, postId, await nextHour())
    await decide(tutor, bookings.approve, id)
    expect((await readBooking(student, id)).cancel_refund).toBe('40.00')
    await student.call(bookings.cancel, { body: { bookingId: id, remarks: 'I am ill.' } })
    await moneyDone(stack)
    expect(await refundsOf(stack, id)).toEqual([{ cents: 4000, reason: 'cancelled', state: 'done' }])
    expect(await readBooking(tutor, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'student' })
    expect(await subjectsTo(stack, 'tara.tutor')).toContain('Stan Student canceled a meeting')
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
    expect((await readBooking(student, id)).booking_remarks).toBe('My train is late.')
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
    const told = (await mailsTo(stack, 'tim.thoughtful')).filter(mail => mail.subject.includes('canceled'))
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
    expect((await readBooking(again, id)).status).toBe('approved')
    stack.clock.advance({ minutes: 20 })
    const leave = await sitIn(id, teacher, again)
    expect((await enter(again)).body.people.map(({ present }) => present)).toEqual([true, true])
    expect((await readBooking(again, id)).status).toBe('active')
    stack.clock.advance({ minutes: 5 })
    await leave()
    stack.clock.advance({ minutes: 55 })
    await again.call(bookings.settle)
    expect((await readBooking(again, id)).status).toBe('completed')
    expect(await refundsOf(stack, id)).toEqual([])
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
    expect((await readBooking(person, missed)).status).toBe('missed')
    expect((await readBooking(person, unanswered)).status).toBe('lapsed')
    expect(await refundsOf(stack, missed)).toEqual([{ cents: 2000, reason: 'missed', state: 'done' }])
    expect(await refundsOf(stack, unanswered)).toEqual([{ cents: 2000, reason: 'lapsed', state: 'done' }])
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
    expect((await readBooking(person, mine)).cancel_refund).toBe('10.00')
    await person.call(bookings.cancel, { body: { bookingId: mine } })
    await teacher.call(bookings.cancel, { body: { bookingId: theirs } })
    expect((await readBooking(person, unanswered)).cancel_refund).toBe('20.00')
    await person.call(bookings.cancel, { body: { bookingId: unanswered, refund: '20.00' } })
    await moneyDone(stack)
    expect(await refundsOf(stack, mine)).toEqual([{ cents: 1000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(stack, theirs)).toEqual([{ cents: 2000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(stack, unanswered)).toEqual([{ cents: 2000, reason: 'cancelled', state: 'done' }])
    expect((await readBooking(teacher, unanswered)).money?.where).toBe('back')
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
    const shown = (await readBooking(person, mine)).cancel_refund!
    expect(shown).toBe('20.00')
    stack.clock.advance(
      stack.clock.now().until(Temporal.Instant.from(first.start).subtract({ hours: 10, minutes: 59 })),
    )
    const { status, problem } = await cancel(person, mine, shown)
    expect([status, problem.detail]).toEqual([409, 'The refund is now $10.00. Check it before you cancel.'])
    expect((await readBooking(person, mine)).status).toBe('approved')
    expect(await refundsOf(stack, mine)).toEqual([])
    expect((await cancel(person, mine, '10.00')).status).toBe(200)
    // The tutor accepts while the student is asked.
    expect((await readBooking(person, answered)).cancel_refund).toBe(shown)
    await decide(teacher, bookings.approve, answered)
    const late = await cancel(person, answered, shown)
    expect([late.status, late.problem.detail]).toEqual([409, problem.detail])
    // A larger refund is no reason to refuse.
    expect((await cancel(teacher, theirs, '10.00')).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(stack, mine)).toEqual([{ cents: 1000, reason: 'cancelled', state: 'done' }])
    expect(await refundsOf(stack, theirs)).toEqual([{ cents: 2000, reason: 'cancelled', state: 'done' }])
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
    expect(await readBooking(person, id)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'tutor',
      refunded: '20.00',
      refund_done: true,
      admin_name: 'Deleted account',
      admin_gone: true,
    })
    expect(await subjectsTo(stack, 'lena.left')).toContain('Deleted account canceled a meeting')
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
    expect(await readBooking(person, id)).toMatchObject({
      status: 'cancelled',
      refunded: '20.00',
      admin_gone: true,
    })
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
      expect(await readBooking(person, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'tutor' })
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
      expect(await readBooking(person, id)).toMatchObject({
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
