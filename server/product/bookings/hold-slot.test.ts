import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { termsVersion } from '#shared/api/terms.ts'
import {
  bookingOf,
  controlPayments,
  decide,
  freeHours,
  freeTiles,
  hold,
  moneyDone,
  pay,
  plus,
  readBooking,
  request,
  type Slot,
  weekOfTiles,
  zone,
} from '../../../test/factories/bookings.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { subjectsTo } from '../../../test/factories/mails.ts'
import { closeDispute, dispute, refundAtProvider } from '../../../test/factories/money.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
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

describe('booking a slot', () => {
  test('holds it, takes the payment at Checkout, and asks the tutor', async () => {
    const slot = await nextHour()
    const { body: quoted } = await student.call(payments.quote, { query: { post_id: postId, ...slot } })
    expect(quoted).toMatchObject({ minutes: 60, hourly_rate: '40.00', amount: '40.00' })
    const { id, url } = await hold(student, postId, slot, 'Could we do heaps?')
    expect(await readBooking(student, id)).toMatchObject({
      status: 'held',
      role: 'student',
      checkout_url: url,
    })
    expect((await tutor.call(bookings.get, { params: { id }, query: {} })).status).toBe(404)
    expect(await pay(url)).toBe(`${stack.url}/booking/${id}?paid=1`)
    await moneyDone(stack)
    expect(await readBooking(tutor, id)).toMatchObject({
      status: 'requested',
      role: 'tutor',
      joinee_name: 'Stan Student',
      message: 'Could we do heaps?',
      amount: '40.00',
      starts_on: slot.start,
    })
    expect(await subjectsTo(stack, 'tara.tutor')).toContain('Stan Student requested a meeting')
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
    expect((await readBooking(tutor, id)).message).toBe('Trees, please.')
    await decide(tutor, bookings.reject, id)
  })

  test('repeated while it is held, without a message, keeps what the student wrote', async () => {
    const slot = await nextHour()
    const { id } = await hold(student, postId, slot, 'Could we do heaps?')
    const { message: _, ...again } = bookingOf(postId, slot)
    expect((await student.call(payments.bookSlot, { body: again })).body.booking_id).toBe(id)
    const { holds } = (await student.call(schedules.tiles, { query: { post_id: postId, timezone: zone } }))
      .body
    expect(holds).toEqual([{ ...slot, booking_id: id, message: 'Could we do heaps?' }])
    await student.call(bookings.cancel, { body: { bookingId: id } })
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
    const { start, end } = await hours.free(student)
    const refusal = async (more: object) => {
      const body = { ...bookingOf(postId, await hours.free(student)), ...more }
      const { status, problem } = await other.call(payments.bookSlot, { body })
      return [status, problem.errors?.[0]?.path]
    }
    expect(await refusal({ start: end, end: start })).toEqual([422, 'body.end'])
    expect(await refusal({ start, end: start })).toEqual([422, 'body.end'])
    const night = { timezone: 'America/New_York', date: '2027-03-14', start: undefined, end: undefined }
    const skipped = { ...night, start_time: '02:30', end_time: '03:00' }
    expect(await refusal(skipped)).toEqual([422, 'body.start_time'])
  })

  test('on the student’s own post, of a tutor without rate or hours, or on a deleted post is refused by name', async () => {
    const slot = await hours.free(student)
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
    const base = past ? stack.clock.now().toString() : (await hours.free(student)).start
    const start = plus(base, shift)
    const { status, problem } = await student.call(payments.bookSlot, {
      body: { ...bookingOf(postId, await hours.free(student)), start, end: plus(start, minutes) },
    })
    expect([status, problem.detail]).toEqual([422, message])
  })

  test('without agreeing to the terms, or at another price than shown, is refused', async () => {
    const slot = await hours.free(student)
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
    expect((await readBooking(student, id)).status).toBe('held')
    await pay(url)
    await moneyDone(stack)
    expect((await readBooking(student, id)).status).toBe('requested')
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
    const slot = await hours.free(student)
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
    expect((await readBooking(tutor, id)).status).toBe('requested')
    await decide(tutor, bookings.reject, id)
  })
})

describe('a hold', () => {
  test('expires after half an hour, can’t be paid anymore, and frees its time', async () => {
    const person = await stack.signIn('hal.holder')
    const slot = await nextHour()
    const { id, url } = await hold(person, postId, slot)
    stack.clock.advance({ minutes: 31 })
    await person.call(bookings.settle)
    expect((await readBooking(person, id)).status).toBe('expired')
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
    expect((await readBooking(person, id)).status).toBe('cancelled')
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
    expect(await readBooking(person, id)).toMatchObject({
      status: 'expired',
      refunded: '20.00',
      refund_done: true,
    })
    const mails = await subjectsTo(stack, 'sol.soon')
    expect(mails).toContain('Your payment came too late')
    expect(mails).not.toContain('Your request expired')
    expect(await subjectsTo(stack, 'thea.unheard')).toEqual([])
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
    expect(await readBooking(person, id)).toMatchObject({ status: 'requested', refunded: null })
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
      const body = bookingOf(postId, await hours.free(student))
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
      expect(await readBooking(person, id)).toMatchObject({ status: 'expired', refunded: null })
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
        expect(await readBooking(person, id)).toMatchObject({ status, refunded: '20.00', refund_done: false })
        expect(await subjectsTo(stack, `${name}.student`)).toContain('Your payment came too late')
        await refundAtProvider(stack, id, 500)
        await moneyDone(stack)
        await closeDispute(stack, await dispute(stack, id), 'lost')
        await moneyDone(stack)
        expect(await subjectsTo(stack, `${name}.tutor`)).toEqual([])
        expect((await teacher.call(alerts.list, { query: {} })).body.data).toEqual([])
        for (const call of [bookings.asTutor, bookings.passed])
          expect((await teacher.call(call, { query: {} })).body.bookings).toEqual([])
        expect((await teacher.call(bookings.get, { params: { id }, query: {} })).status).toBe(404)
      },
    )
  })
})
