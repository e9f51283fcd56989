import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { wallets } from '#shared/api/wallets.ts'
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
  type Slot,
} from '../../../test/factories/bookings.ts'
import { meetIn } from '../../../test/factories/meetings.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

const nowhere = '01999999-9999-7999-8999-999999999999'
const reason = 'The tutor came half an hour late, and says so.'
const secret = 'Tara shouted at me for half of it.'

let stack: Stack
let tutor: Person
let student: Person
let other: Person
let operator: Person
let colleague: Person
let postId: string
let slots: Slot[]

beforeAll(async () => {
  stack = await startStack({
    OPERATOR_EMAILS: 'opal.operator@example.edu, omar.operator@example.edu',
    SUPPORT_EMAIL: 'help@example.edu',
    PLATFORM_FEE_PERCENT: '10',
  })
  tutor = await stack.signIn('tara.tutor')
  await tutor.call(wallets.createByGet)
  postId = await makeTutor(stack, tutor, { rate: '40.00' })
})

// The tests move the clock by days, during which idle logins expire.
beforeEach(async () => {
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  other = await stack.signIn('otto.other')
  operator = await stack.signIn('opal.operator')
  colleague = await stack.signIn('omar.operator')
})

afterAll(() => stack?.close())

const settleClock = async () => {
  await tutor.call(bookings.settle)
  await moneyDone(stack)
}

type Meeting = { card?: string; judgedAfter?: Temporal.DurationLike }

/** A meeting of half an hour for $20.00 with a fee of $2.00 that took place and just ended. */
async function meet({ card, judgedAfter = { minutes: 26 } }: Meeting = {}): Promise<string> {
  slots = await freeTiles(student, postId)
  const slot = slots[0]!
  const { id, url } = await hold(student, postId, slot)
  await pay(url, card)
  await moneyDone(stack)
  await accept(tutor, id)
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(slot.start)))
  await meetIn(stack, id, [tutor, student])
  stack.clock.advance(judgedAfter)
  await settleClock()
  return id
}

const report = (person: Person, bookingId: string) =>
  person.call(bookings.reportProblem, { body: { bookingId, reason: 'conduct', details: secret } })

type Settlement = { outcome: 'all' | 'part' | 'none'; amount?: string }
const settle = (person: Person, bookingId: string, settlement: Settlement) =>
  person.call(admin.settleProblem, { body: { bookingId, reason, ...settlement } })

const refund = (person: Person, bookingId: string, amount: string, id?: string) =>
  person.call(admin.refundBooking, { body: { id, bookingId, amount, reason } })

const receiptOf = async (person: Person, id: string) =>
  (await person.call(payments.receipt, { params: { id } })).body.receipt

const walletOf = async (person: Person) => {
  const { body } = await person.call(wallets.view, { query: {} })
  return { pending: body.balances.pending, available: body.balances.available }
}

const listed = async (state: 'open' | 'settled', cursor?: string) =>
  (await operator.call(admin.problems, { query: { state, cursor } })).body

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  await stack.jobsDone()
  const answer = await fetch(`${stack.url}/local/mail/messages?to=${encodeURIComponent(address)}`)
  return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages
}

async function refundsOf(bookingId: string) {
  const { rows } = await sql<{ told: string }>`
    select reason || ' ' || refunds.amount_cents || ' ' || refunds.state as told
    from refunds join payments on payments.id = payment_id where booking_id = ${bookingId} order by refunds.created_at`.execute(
    stack.db,
  )
  return rows.map(({ told }) => told)
}

/** Lets the earnings' wait run out, and runs the due jobs. */
async function waitOver(): Promise<void> {
  stack.clock.advance({ hours: 49 })
  await settleClock()
}

describe('a reported problem', () => {
  test('is visible to its student and the operators, and holds the earning until it is settled in part', async () => {
    await waitOver()
    const had = await walletOf(tutor)
    const more = (amount: string, dollars: number) => (Number(amount) + dollars).toFixed(2)
    const id = await meet()
    const before = await readBooking(student, id)
    expect(before.problem).toBeNull()
    expect(Date.parse(before.problem_until!) - Date.parse(before.ends_on)).toBe(48 * 3_600_000)
    expect((await readBooking(tutor, id)).problem_until).toBeNull()

    const { status, body } = await report(student, id)
    expect(status).toBe(200)
    const open = { outcome: null, answer: null }
    expect(body.booking).toMatchObject({
      problem_until: null,
      problem: { reason: 'conduct', details: secret, ...open },
    })
    // The tutor learns that a problem exists, and nothing of what the student said.
    expect((await readBooking(tutor, id)).problem).toMatchObject({ reason: null, details: null, ...open })
    const [toTutor] = await mailsTo('tara.tutor@example.edu')
    expect(toTutor!.subject).toBe('A student reported a problem with your meeting')
    const [toOperators] = await mailsTo('help@example.edu')
    expect(toOperators!.text).toContain(secret)

    await waitOver()
    expect(await walletOf(tutor)).toEqual({ ...had, pending: more(had.pending, 20) })
    // The day on which it would have been released is over, and means nothing anymore.
    for (const person of [student, tutor]) {
      expect((await readBooking(person, id)).money).toMatchObject({ where: 'questioned', free_on: null })
    }
    const listedOf = async (state: 'open' | 'settled') =>
      (await listed(state)).problems.filter(({ booking_id }) => booking_id === id)
    expect(await listedOf('open')).toMatchObject([{ details: secret, total: '22.00', refunded: '0.00' }])

    const toldBefore: Record<string, number> = {}
    for (const address of ['stan.student@example.edu', 'tara.tutor@example.edu']) {
      toldBefore[address] = (await mailsTo(address)).filter(({ text }) => text.includes(reason)).length
    }
    expect((await settle(operator, id, { outcome: 'part', amount: '11.00' })).status).toBe(200)
    await settleClock()
    expect(await refundsOf(id)).toEqual(['problem 1100 done'])
    expect(await walletOf(tutor)).toEqual({ ...had, available: more(had.available, 10) })
    for (const person of [student, tutor]) {
      expect((await readBooking(person, id)).problem).toMatchObject({ outcome: 'part', answer: reason })
    }
    expect(await listedOf('open')).toEqual([])
    expect(await listedOf('settled')).toMatchObject([{ refunded: '11.00', outcome: 'part' }])
    for (const address of ['stan.student@example.edu', 'tara.tutor@example.edu']) {
      const mails = await mailsTo(address)
      expect(mails.filter(({ text }) => text.includes(reason))).toHaveLength(1 + toldBefore[address]!)
      expect(address.startsWith('stan') || mails.every(({ text }) => !text.includes(secret))).toBe(true)
    }
    expect(await receiptOf(student, id)).toMatchObject({
      role: 'student',
      minutes: 30,
      amount: '20.00',
      fee: '2.00',
      total: '22.00',
      refunds: [{ amount: '11.00', reason: 'A problem with the meeting was reported', state: 'done' }],
      net: '11.00',
    })
    const { entries } = (await operator.call(admin.audit, { query: {} })).body
    expect(entries[0]).toMatchObject({
      action: 'settle_problem',
      booking_id: id,
      person: 'stan.student',
      amount: '11.00',
      reason,
    })
  })

  test('is refunded in full, or not at all, and the rest is released as usual', async () => {
    const all = await meet()
    await report(student, all)
    const none = await meet()
    await report(student, none)
    expect((await settle(operator, all, { outcome: 'all' })).status).toBe(200)
    expect((await settle(operator, none, { outcome: 'none' })).status).toBe(200)
    await settleClock()
    expect([await refundsOf(all), await refundsOf(none)]).toEqual([['problem 2200 done'], []])
    expect((await receiptOf(tutor, all)).net).toBe('0.00')
    // Settled within the wait, the rest still waits for its end.
    const { pending, available } = await walletOf(tutor)
    await waitOver()
    expect(pending).toBe('20.00')
    expect(await walletOf(tutor)).toEqual({
      pending: '0.00',
      available: (Number(available) + 20).toFixed(2),
    })
  })

  test('is refused for strangers, the tutor and others, before the meeting is over, with other words after the first, and late', async () => {
    const id = await meet()
    expect((await report(stack.visitor(), id)).status).toBe(401)
    for (const person of [tutor, other, operator]) expect((await report(person, id)).status).toBe(404)
    expect((await report(student, nowhere)).status).toBe(404)
    for (const [details, message] of [
      ['', 'Say what happened.'],
      ['  ', 'Say what happened.'],
      ['x'.repeat(2001), 'Details can have up to 2,000 characters.'],
    ] as const) {
      const { status, problem } = await student.call(bookings.reportProblem, {
        body: { bookingId: id, reason: 'other', details },
      })
      expect([status, problem.detail]).toEqual([422, message])
    }
    // The answer to the first may have been lost.
    const same = await Promise.all([report(student, id), report(student, id)])
    expect(same.map(({ status }) => status)).toEqual([200, 200])
    const again = { bookingId: id, reason: 'other', details: 'More.' } as const
    expect((await student.call(bookings.reportProblem, { body: again })).problem.detail).toBe(
      'You already reported a problem with this meeting.',
    )

    slots = await freeTiles(student, postId)
    const early = await request(stack, student, postId, slots[0]!)
    expect((await report(student, early)).problem.detail).toContain(
      'This booking is waiting for the tutor’s answer.',
    )

    const late = await meet()
    stack.clock.advance({ hours: 48 })
    const tooLate = await report(student, late)
    expect([tooLate.status, tooLate.problem.detail]).toEqual([
      409,
      'It’s too late to report a problem with this meeting. Contact support.',
    ])
    expect((await readBooking(student, late)).problem_until).toBeNull()
    await settle(operator, id, { outcome: 'none' })
  })

  test('can be made for two days, also if nobody judged the meeting when it ended', async () => {
    const id = await meet({ judgedAfter: { hours: 60 } })
    stack.clock.advance({ hours: 47 })
    await settleClock()
    expect((await report(student, id)).status).toBe(200)
    await settle(operator, id, { outcome: 'none' })
  })

  test('lists what was refunded, also what the student’s bank sent back and got by other means', async () => {
    const id = await meet({ card: '4000000000005126' })
    await report(student, id)
    await settle(operator, id, { outcome: 'all' })
    await moneyDone(stack)
    await controlPayments(stack, 'refunds/settle')
    await moneyDone(stack)
    const { body } = await operator.call(admin.money)
    const failed = body.failed_refunds.find(({ booking_id }) => booking_id === id)
    await operator.call(admin.settleRefund, { body: { id: failed!.id, reason } })
    const { problems } = await listed('settled')
    expect(problems.find(({ booking_id }) => booking_id === id)?.refunded).toBe('22.00')
  })

  test('is settled once by two operators at the same time, and never by anyone else or with a wrong amount', async () => {
    const id = await meet()
    expect((await settle(operator, id, { outcome: 'all' })).status).toBe(404)
    await report(student, id)
    for (const person of [tutor, student, other]) {
      expect((await settle(person, id, { outcome: 'all' })).status).toBe(403)
      expect((await person.call(admin.problems, { query: {} })).status).toBe(403)
    }
    for (const amount of [undefined, '0.00', '-1.00', '1.005', 'all'] as (string | undefined)[]) {
      const { status } = await settle(operator, id, { outcome: 'part', ...(amount && { amount }) })
      expect(status).toBe(422)
    }
    const much = await settle(operator, id, { outcome: 'part', amount: '22.01' })
    expect([much.status, much.problem.detail]).toEqual([409, 'You can only refund $22.00 of this booking.'])
    const answers = await Promise.all([
      settle(operator, id, { outcome: 'part', amount: '5.00' }),
      settle(colleague, id, { outcome: 'all' }),
      settle(operator, id, { outcome: 'none' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await moneyDone(stack)
    const { outcome } = (await readBooking(student, id)).problem!
    const given = { part: ['problem 500 done'], all: ['problem 2200 done'], none: [] }
    expect(await refundsOf(id)).toEqual(given[outcome!])
    const { rows } = await sql`
      select from audit_entries where booking_id = ${id} and action = 'settle_problem'`.execute(stack.db)
    expect(rows).toHaveLength(1)
  })

  test('is settled once if the same decision is repeated after a lost answer, and tells nobody again', async () => {
    const id = await meet()
    await report(student, id)
    const told = async () => {
      const { rows } = await sql`
        select from alerts where facts->>'booking_id' = ${id} and kind = 'problem_settled'`.execute(stack.db)
      return rows.length
    }
    for (let time = 0; time < 2; time++)
      expect((await settle(operator, id, { outcome: 'part', amount: '5.00' })).status).toBe(200)
    await moneyDone(stack)
    expect([await refundsOf(id), await told()]).toEqual([['problem 500 done'], 2])
    const others = [
      await settle(operator, id, { outcome: 'part', amount: '6.00' }),
      await settle(operator, id, { outcome: 'none' }),
      await operator.call(admin.settleProblem, {
        body: { bookingId: id, outcome: 'part', amount: '5.00', reason: 'Other words.' },
      }),
    ]
    for (const { status, problem } of others)
      expect([status, problem.detail]).toEqual([409, 'This problem was already settled.'])
  })

  test('is settled with true words if the money goes back otherwise, all of it or a part', async () => {
    const said = async (id: string) => {
      const texts: string[] = []
      for (const address of ['stan.student@example.edu', 'tara.tutor@example.edu']) {
        const mail = (await mailsTo(address)).find(
          ({ subject, text }) => text.includes(id) && /looked into|settled/.test(subject),
        )
        texts.push(mail!.text)
      }
      return texts
    }
    const all = await meet()
    await report(student, all)
    const part = await meet()
    await report(student, part)
    await refund(operator, all, '22.00')
    await refund(operator, part, '5.50')
    const open = new Map((await listed('open')).problems.map(one => [one.booking_id, one]))
    expect(open.get(all)).toMatchObject({ left_amount: '0.00', left_fee: '0.00' })
    for (const id of [all, part]) expect((await settle(operator, id, { outcome: 'none' })).status).toBe(200)

    const [allStudent, allTutor] = await said(all)
    expect(allStudent).toContain('You get your money back.')
    expect(allTutor).toContain('They get their money back.')
    const [partStudent, partTutor] = await said(part)
    expect(partStudent).toContain('You get part of your money back. There’s no further refund.')
    expect(partTutor).toContain('You keep the rest of what you earned from the meeting.')
    for (const text of [allStudent, allTutor, partStudent, partTutor])
      expect(text).not.toMatch(/won’t get a refund|There’s no refund|already/)
  })

  test('shows the operators how long each person was in the room, as it counts', async () => {
    const id = await meet()
    await sql`delete from attendances where booking_id = ${id}`.execute(stack.db)
    await sql`
      insert into attendances (booking_id, person_id, joined_at, left_at)
      select bookings.id, case stay.who when 'tutor' then tutor_id else student_id end,
        starts_at + stay.from * interval '1 minute', starts_at + stay.to * interval '1 minute'
      from bookings, (values ('student', -15, 10), ('student', 5, 20), ('student', 28, 45), ('tutor', 15, 50)) stay (who, "from", "to")
      where bookings.id = ${id}`.execute(stack.db)
    await report(student, id)
    expect((await listed('open')).problems.at(-1)).toMatchObject({
      booking_id: id,
      student_seconds: 32 * 60,
      tutor_seconds: 15 * 60,
      together_seconds: 7 * 60,
    })
    await settle(operator, id, { outcome: 'none' })
  })

  test('keeps the words of a student who leaves until it is settled', async () => {
    student = await stack.signIn('lea.leaver')
    const settled = await meet()
    await report(student, settled)
    await settle(operator, settled, { outcome: 'none' })
    const open = await meet()
    await report(student, open)
    expect((await student.call(account.remove, { body: { username: 'lea.leaver' } })).status).toBe(200)
    await stack.jobsDone()
    const problemOf = async (id: string, state: 'open' | 'settled') =>
      (await listed(state)).problems.find(({ booking_id }) => booking_id === id)
    const decided = { reason: 'conduct', details: '', answer: reason }
    expect(await problemOf(settled, 'settled')).toMatchObject({ ...decided, outcome: 'none' })
    expect(await problemOf(open, 'open')).toMatchObject({
      details: secret,
      // They can't be looked up anymore.
      student: { name: 'Deleted account', username: null },
      tutor: { username: 'tara.tutor' },
    })
    await settle(operator, open, { outcome: 'all' })
    await beginJob(stack.db, 'sweep-account-tasks')
    await stack.jobsDone()
    expect(await problemOf(open, 'settled')).toMatchObject({ ...decided, outcome: 'all' })
  })

  test('is in a finite list, open ones oldest first and settled ones newest first', async () => {
    const { rows } = await sql<{ id: string }>`
      with settled as (delete from booking_problems returning 1)
      insert into bookings (topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents, refund_policy,
        held_until, student_agreed_at, created_at)
      select 'Notes ' || n, tutor.id, student.id, moment, moment + interval '30 minutes', 'completed', 4000, 2000, '{}', moment,
        moment, moment
      from generate_series(1, 45) n, users tutor, users student,
        lateral (select timestamptz '2020-01-01' + n * interval '1 day' as moment) at
      where tutor.email = 'tara.tutor@example.edu' and student.email = 'stan.student@example.edu'
      returning id`.execute(stack.db)
    const ids = rows.map(({ id }) => id)
    // All at the same moment, so that only the ids distinguish them.
    await sql`
      insert into booking_problems (booking_id, reason, details, created_at)
      select id, 'other', 'x', '2020-03-01' from unnest(${ids}::uuid[]) id`.execute(stack.db)
    const walk = async (state: 'open' | 'settled') => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await listed(state, cursor)
        seen.push(...page.problems.map(one => one.booking_id))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      return seen
    }
    expect(await walk('open')).toEqual(ids.toSorted())
    await sql`update booking_problems set outcome = 'none', answer = 'x', settled_at = '2020-03-02'`.execute(
      stack.db,
    )
    expect(await walk('settled')).toEqual(ids.toSorted().reverse())
  })
})

describe('a refund by an operator', () => {
  test('refunds any paid booking at any time, more than once, and takes it from the wallet', async () => {
    const id = await meet()
    await waitOver()
    const { available } = await walletOf(tutor)
    for (const amount of ['2.20', '2.20']) expect((await refund(operator, id, amount)).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(id)).toEqual(['operator 220 done', 'operator 220 done'])
    expect((await walletOf(tutor)).available).toBe((Number(available) - 4).toFixed(2))
    const { refunds, net } = await receiptOf(student, id)
    expect([refunds.map(one => one.reason), net]).toEqual([
      ['Refunded by the Ignite team', 'Refunded by the Ignite team'],
      '17.60',
    ])
    const [mail] = (await mailsTo('stan.student@example.edu')).filter(({ subject }) =>
      subject.startsWith('We’re refunding you $2.20'),
    )
    expect(mail!.text).toContain(reason)
  })

  test('of all of a meeting still to come cancels it; of a part leaves it, and says what the tutor will earn', async () => {
    const subjects = async (address: string, id: string) =>
      (await mailsTo(address)).filter(({ text }) => text.includes(id) && text.includes(reason))
    slots = await freeTiles(student, postId)
    const [asked, agreed] = [
      await request(stack, student, postId, slots[0]!),
      await request(stack, student, postId, slots[1]!),
    ]
    await accept(tutor, agreed)
    expect((await refund(operator, agreed, '5.50')).status).toBe(200)
    expect((await readBooking(student, agreed)).status).toBe('approved')
    const [toTutor] = await subjects('tara.tutor@example.edu', agreed)
    expect(toTutor!.subject).toBe('We’re refunding $5.50 to Stan Student')
    expect(toTutor!.text).toContain('You’ll earn $15.00 for it.')

    for (const [id, rest] of [
      [asked, '22.00'],
      [agreed, '16.50'],
    ] as const) {
      expect((await refund(operator, id, rest)).status).toBe(200)
      for (const [person, address, other] of [
        [student, 'stan.student@example.edu', 'Tara Tutor'],
        [tutor, 'tara.tutor@example.edu', 'Stan Student'],
      ] as const) {
        expect(await readBooking(person, id)).toMatchObject({ status: 'cancelled', cancelled_by: null })
        const [mail] = await subjects(address, id)
        expect(mail!.subject).toBe(`Your meeting with ${other} is canceled`)
        expect(mail!.text).toContain('so it won’t happen.')
        expect(mail!.text).not.toContain('what you earned')
      }
    }
    // The time is free again.
    expect((await freeTiles(student, postId)).map(({ start }) => start)).toEqual(
      expect.arrayContaining([slots[0]!.start, slots[1]!.start]),
    )
    await moneyDone(stack)
    expect(await refundsOf(asked)).toEqual(['operator 2200 done'])
  })

  test('begins with the booking: its people, its money, and whether a full refund cancels it', async () => {
    const seen = async (person: Person, id: string) => person.call(admin.booking, { params: { id } })
    slots = await freeTiles(student, postId)
    const [unpaid, ahead] = [
      (await hold(student, postId, slots[0]!)).id,
      await request(stack, student, postId, slots[1]!),
    ]
    await accept(tutor, ahead)
    expect((await seen(operator, unpaid)).body.booking).toMatchObject({
      ...{ paid_on: null, left_amount: '0.00', left_fee: '0.00', refunds: [] },
    })
    const { body } = await seen(operator, ahead)
    const { topic, starts_on, ends_on } = await readBooking(student, ahead)
    expect(body.booking).toMatchObject({
      ...{ booking_id: ahead, topic, starts_on, ends_on },
      ...{ student: { username: 'stan.student' }, tutor: { username: 'tara.tutor', name: 'Tara Tutor' } },
      ...{ amount: '20.00', fee: '2.00', left_amount: '20.00', left_fee: '2.00', refunds: [] },
      ...{ paid_on: expect.any(String), disputed: false, credited: false, cancels: true },
    })

    const over = await meet()
    await refund(operator, over, '2.20')
    await moneyDone(stack)
    expect((await seen(operator, over)).body.booking).toMatchObject({
      ...{ amount: '20.00', fee: '2.00', left_amount: '18.00', left_fee: '1.80' },
      refunds: [{ amount: '2.20', reason: 'Refunded by the Ignite team', state: 'done' }],
      ...{ credited: true, cancels: false },
    })
    expect((await seen(operator, nowhere)).status).toBe(404)
    for (const person of [student, tutor, other]) expect((await seen(person, over)).status).toBe(403)
  })

  test('is in the operators’ log with its amount, as is what a problem was settled with', async () => {
    const [first, second] = [await meet(), await meet()]
    await refund(operator, first, '2.20')
    await refund(colleague, first, '4.40')
    await report(student, second)
    await settle(operator, second, { outcome: 'none' })
    const { entries } = (await operator.call(admin.audit, { query: {} })).body
    expect(entries.slice(0, 3).map(({ action, operator, amount }) => [action, operator, amount])).toEqual([
      ['settle_problem', 'opal.operator', '0.00'],
      ['refund_booking', 'omar.operator', '4.40'],
      ['refund_booking', 'opal.operator', '2.20'],
    ])
  })

  test('is refused to an operator who is one of its people, as is settling its problem', async () => {
    const [{ id, url }, asTutor] = [
      await hold(operator, postId, (await freeTiles(operator, postId))[0]!),
      await makeTutor(stack, colleague, { rate: '40.00' }),
    ]
    await pay(url)
    await moneyDone(stack)
    const taught = await request(stack, student, asTutor, (await freeTiles(student, asTutor))[0]!)
    for (const [own, person, another] of [
      [id, operator, colleague],
      [taught, colleague, operator],
    ] as const) {
      for (const answer of [
        await refund(person, own, '1.00'),
        await settle(person, own, { outcome: 'none' }),
      ]) {
        expect([answer.status, answer.problem.detail]).toEqual([
          403,
          'This is your own booking. Another operator has to decide about it.',
        ])
      }
      expect((await refund(another, own, '1.00')).status).toBe(200)
    }
    await moneyDone(stack)
  })

  test('is the same one if it is repeated with its id, at the same time, too, and tells nobody again', async () => {
    const bookingId = await meet()
    const id = randomUUID()
    const told = async () => {
      const mails = [
        ...(await mailsTo('stan.student@example.edu')),
        ...(await mailsTo('tara.tutor@example.edu')),
      ]
      return mails.filter(({ text }) => text.includes(bookingId)).length
    }
    const before = await told()
    const answers = await Promise.all([1, 2].map(() => refund(operator, bookingId, '10.00', id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await refund(operator, bookingId, '10.00', id)).status).toBe(200)
    await moneyDone(stack)
    expect(await refundsOf(bookingId)).toEqual(['operator 1000 done'])
    expect((await told()) - before).toBe(2)
    const { rows } = await sql`
      select from audit_entries where booking_id = ${bookingId} and action = 'refund_booking'`.execute(
      stack.db,
    )
    expect(rows).toHaveLength(1)

    // What is left is less than it was: the refund that was made counts, not what could be made now.
    expect((await refund(operator, bookingId, '12.00')).status).toBe(200)
    expect((await refund(operator, bookingId, '10.00', id)).status).toBe(200)
  })

  test('with the id of another refund is refused', async () => {
    const [bookingId, another] = [await meet(), await meet()]
    const id = randomUUID()
    expect((await refund(operator, bookingId, '10.00', id)).status).toBe(200)
    const refused = [
      await refund(operator, bookingId, '11.00', id),
      await refund(operator, another, '10.00', id),
    ]
    expect(refused.map(({ status, problem }) => [status, problem.detail])).toEqual(
      Array(2).fill([409, 'You already used this form for something else. Open it again.']),
    )
    await moneyDone(stack)
    expect([await refundsOf(bookingId), await refundsOf(another)]).toEqual([['operator 1000 done'], []])

    // Two at the same time, too.
    const shared = randomUUID()
    const answers = await Promise.all([
      refund(operator, bookingId, '1.00', shared),
      refund(colleague, another, '1.00', shared),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is refused for others, for nothing, for too much, and for an unpaid booking', async () => {
    const id = await meet()
    for (const person of [student, tutor, other]) expect((await refund(person, id, '1.00')).status).toBe(403)
    expect((await refund(operator, nowhere, '1.00')).status).toBe(404)
    expect((await refund(operator, id, '0.00')).status).toBe(422)
    const unpaid = await hold(student, postId, (await freeTiles(student, postId))[0]!)
    expect((await refund(operator, unpaid.id, '1.00')).problem.detail).toContain('hasn’t been paid')
    expect((await refund(operator, id, '22.01')).status).toBe(409)
    expect((await refund(operator, id, '999999999.00')).status).toBe(409)
    const answers = await Promise.all([refund(operator, id, '22.00'), refund(colleague, id, '22.00')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const gone = await report(student, id)
    expect([gone.status, gone.problem.detail]).toEqual([409, 'You get a full refund for this meeting.'])
  })
})

describe('a receipt', () => {
  test('is only for the two people of a paid booking, and has a permanent number', async () => {
    const id = await meet()
    const { number, email } = await receiptOf(student, id)
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const tutors = await receiptOf(tutor, id)
    expect([tutors.number, tutors.email]).toEqual([number, 'tara.tutor@example.edu'])
    expect(email).toBe('stan.student@example.edu')
    expect((await receiptOf(student, await meet())).number).not.toBe(number)
    for (const person of [other, operator]) {
      expect((await person.call(payments.receipt, { params: { id } })).status).toBe(404)
    }
    expect((await stack.visitor().call(payments.receipt, { params: { id } })).status).toBe(401)
  })
})

describe('money that waits for an operator', () => {
  test('is listed for operators: failed refunds, disputes, and what the ledger’s check found', async () => {
    const [refused, taken] = [await meet(), await meet()]
    await sql`
      insert into ledger_checks (at, findings)
      values ('2026-01-01T00:00Z', '[{"kind":"balance","subject":"held","text":"It is off by one cent."}]')`.execute(
      stack.db,
    )
    await sql`
      insert into refunds (payment_id, amount_cents, price_cents, reason, state, failure, created_at)
      select id, 100, 100, 'operator', 'failed', 'lost_or_stolen_card', '2026-01-01T00:00Z' from payments
      where booking_id = ${refused}`.execute(stack.db)
    await sql`
      insert into disputes (id, payment_id, amount_cents, reason, opened_at, answer_by)
      select 'dp_1', id, 2200, 'product_not_received', '2026-01-01T00:00Z', '2026-01-08T12:00Z' from payments where booking_id = ${taken}`.execute(
      stack.db,
    )
    const { body } = await operator.call(admin.money)
    expect(body).toMatchObject({
      checked_on: '2026-01-01T00:00:00.000Z',
      findings: [{ text: 'It is off by one cent.' }],
      failed_refunds: [
        {
          booking_id: refused,
          student: { username: 'stan.student', name: 'Stan Student' },
          student_email: 'stan.student@example.edu',
          tutor: { username: 'tara.tutor' },
          amount: '1.00',
          failure: 'lost or stolen card',
        },
      ],
      disputes: [
        {
          id: 'dp_1',
          booking_id: taken,
          student: { username: 'stan.student' },
          tutor: { username: 'tara.tutor', name: 'Tara Tutor' },
          amount: '22.00',
          reason: 'product not received',
          answer_by: '2026-01-08T12:00:00.000Z',
        },
      ],
    })
    const meetings = [body.failed_refunds[0]!, body.disputes[0]!]
    for (const [n, id] of [refused, taken].entries()) {
      const { topic, starts_on, ends_on } = await readBooking(student, id)
      expect(meetings[n]).toMatchObject({ topic, starts_on, ends_on })
    }
    // Most of the evidence: both were in the room.
    const { student_seconds, tutor_seconds, together_seconds } = body.disputes[0]!
    for (const seconds of [student_seconds, tutor_seconds, together_seconds])
      expect(seconds).toBeGreaterThan(0)
    for (const person of [student, tutor]) expect((await person.call(admin.money)).status).toBe(403)
    const disputed = await refund(operator, taken, '1.00')
    expect([disputed.status, disputed.problem.detail]).toEqual([
      409,
      'The student’s bank is disputing this payment. You can’t refund it until the bank decides.',
    ])
    expect((await receiptOf(student, refused)).net).toBe('22.00')
    // These are made up, and in no ledger.
    await sql`delete from refunds where failure = 'lost_or_stolen_card'`.execute(stack.db)
    await sql`delete from disputes where id = 'dp_1'`.execute(stack.db)
  })
})
