import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { wallets } from '#shared/api/wallets.ts'
import {
  bookingOf,
  decide,
  freeHours,
  freeTiles,
  hold,
  moneyDone,
  readBooking,
  request,
  type Slot,
  zone,
} from '../../../test/factories/bookings.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { enterLive, heard } from '../../../test/harness/live.ts'
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

describe('the tutor’s email', () => {
  test('is shown only to students of accepted bookings, and not for paying and canceling', async () => {
    const address = 'tara.tutor@example.edu'
    const known = async (id: string) => {
      const { transactions } = (await student.call(wallets.transactions, { query: {} })).body
      const { admin, money } = await readBooking(student, id)
      const inStatement = transactions.filter(line => line.booking_id === id).map(({ email }) => email)
      return { paid: money !== null, admin, inStatement: [...new Set(inStatement)] }
    }
    const id = await request(stack, student, postId, await nextHour())
    const unknown = { paid: true, admin: null, inStatement: [null] }
    expect(await known(id)).toEqual(unknown)
    expect((await readBooking(tutor, id)).admin).toBe(address)
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

test('a booking’s refund terms say what happens without the tutor’s answer only until they accept', async () => {
  const id = await request(stack, student, postId, await nextHour())
  expect((await readBooking(tutor, id)).refund_terms).toContain('answer before the start')
  await decide(tutor, bookings.approve, id)
  expect((await readBooking(tutor, id)).refund_terms).toMatch(
    /^If you cancel, the student gets a full refund\./,
  )
  expect((await readBooking(student, id)).refund_terms).not.toContain('until they accept')
})

test('what a person does with a booking refreshes their other open pages, too', async () => {
  const id = await request(stack, student, postId, await nextHour())
  const page = await enterLive(tutor, '/product')
  const accepted = heard(page, 'changed')
  await decide(tutor, bookings.approve, id)
  await accepted
  const canceled = heard(page, 'changed')
  await tutor.call(bookings.cancel, { body: { bookingId: id } })
  await canceled
  page.disconnect()
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
    const addressShown = async () => [(await readBooking(sid, id)).admin, ...(await inStatementOf(sid))]
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
    expect((await readBooking(tessa, id)).admin).toBe(address)
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
    expect(await holdsOf(busy)).toEqual([{ booking_id: id, ...slots[8]!, message: null }])
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

describe('a booking stays', () => {
  test('and leads its student to no post that is hidden from them', async () => {
    const teacher = await stack.signIn('hugo.hidden')
    const post = await makeTutor(stack, teacher)
    const person = await stack.signIn('sara.stays')
    const [slot] = (await freeTiles(person, post, 2)) as [Slot]
    const id = await request(stack, person, post, slot)
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.hidePost, { body: { id: post, reason: 'An exam that is still running.' } })
    expect(await readBooking(person, id)).toMatchObject({
      status: 'requested',
      topic: 'Lecture notes',
      post_id: null,
    })
    expect(await readBooking(teacher, id)).toMatchObject({ post_id: post, thumb_url: null })
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
    expect(await readBooking(person, id)).toMatchObject({
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
    expect((await readBooking(person, id)).status).toBe('requested')
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
    expect((await readBooking(person, canceled)).booking_remarks).toBe('Bring the sheet.')
    await teacher.call(blocks.block, { body: { username: 'basil.blocked' } })
    expect((await readBooking(person, canceled)).booking_remarks).toBe(null)
    await decide(teacher, bookings.reject, declined, 'You know why.')
    await person.call(bookings.cancel, { body: { bookingId: canceled, remarks: 'Read this!' } })
    const remarksOf = async (id: string) =>
      Promise.all([teacher, person].map(async one => (await readBooking(one, id)).booking_remarks))
    expect(await remarksOf(declined)).toEqual(['You know why.', null])
    expect(await remarksOf(canceled)).toEqual([null, 'Read this!'])
    for (const [reader, news] of [
      ['berta.tutor', 'Basil Blocked canceled a meeting'],
      ['basil.blocked', 'Berta Tutor declined your request'],
    ] as const) {
      const told = (await mailsTo(stack, reader)).filter(({ subject }) => subject === news)
      expect(told.map(({ text }) => text.includes('Their message'))).toEqual([false])
    }
  })
})
