import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { wallets } from '#shared/api/wallets.ts'
import {
  accept,
  freeTiles,
  hold,
  moneyDone,
  pay,
  readBooking,
  type Slot,
} from '../../../test/factories/bookings.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { sitIn } from '../../../test/factories/meetings.ts'
import {
  balanceOf,
  clockDone,
  closeDispute,
  dispute,
  ledgerOf,
  stopTheClock,
} from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from '../ledger/check.ts'

/** Each tutor teaches one meeting; all at the same time. */
const stories = ['usual', 'reported', 'disputed', 'won', 'late', 'cancelled', 'owed'] as const
type Story = (typeof stories)[number]
const cancelled: Story[] = ['cancelled', 'owed']

let stack: Stack
const ids = new Map<Story, string>()
let meeting: Slot
let owedDispute: string

beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '10', EARNINGS_WAIT_HOURS: '24' })
  await stopTheClock(stack)
  await Promise.all(stories.map(book))
  await moneyDone(stack)
  await Promise.all(stories.map(async story => accept(await stack.signIn(`${story}.tutor`), ids.get(story)!)))
  owedDispute = await dispute(stack, ids.get('owed')!, { amount: 500 })
  await moneyDone(stack)
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(meeting.start).subtract({ hours: 2 })))
  for (const story of cancelled) {
    const student = await stack.signIn(`${story}.student`)
    await student.call(bookings.cancel, { body: { bookingId: ids.get(story)! } })
  }
  stack.clock.advance({ hours: 2 })
  const leaving: (() => Promise<void>)[] = []
  for (const story of stories.filter(one => !cancelled.includes(one))) {
    const [teacher, learner] = [await stack.signIn(`${story}.tutor`), await stack.signIn(`${story}.student`)]
    leaving.push(await sitIn(ids.get(story)!, teacher, learner))
  }
  stack.clock.advance({ minutes: 5 })
  for (const leave of leaving) await leave()
  await moneyDone(stack)
}, 120_000)

afterAll(() => stack?.close())

async function book(story: Story): Promise<void> {
  const [tutor, student] = await Promise.all(
    ['tutor', 'student'].map(side => stack.signIn(`${story}.${side}`)),
  )
  const postId = await makeTutor(stack, tutor!)
  const [tile] = await freeTiles(student!, postId)
  meeting = tile!
  const { id, url } = await hold(student!, postId, tile!)
  await pay(url)
  ids.set(story, id)
}

const earned = 'earned: held -2200, pending 2000, platform_fees 200'
const released = 'released: available 2000, pending -2000'

async function postingsOf(story: Story): Promise<string[]> {
  return (await ledgerOf(stack, ids.get(story)!)).slice(1)
}

/** Where a booking's page says its money is, for its student and its tutor. */
async function seenAt(story: Story) {
  const people = await Promise.all([stack.signIn(`${story}.student`), stack.signIn(`${story}.tutor`)])
  const seen = await Promise.all(people.map(person => readBooking(person, ids.get(story)!)))
  expect(seen[0]!.money).toEqual(seen[1]!.money)
  const [{ money, dispute: asStudent }, { dispute: asTutor }] = seen as [Booking, Booking]
  return { ...money, disputed: [asStudent, asTutor] as const }
}

async function balances(story: Story): Promise<Record<string, number>> {
  const kinds = ['pending', 'available', 'frozen']
  const sums = await Promise.all(kinds.map(kind => balanceOf(stack, `${story}.tutor`, kind)))
  return Object.fromEntries(kinds.map((kind, n) => [kind, sums[n]!]))
}

async function told(story: Story, kind: string): Promise<number> {
  const { rows } = await sql`
    select from alerts where kind = ${kind} and facts->>'booking_id' = ${ids.get(story)}`.execute(stack.db)
  return rows.length
}

/** Runs the settle jobs on two servers at once, several times on each. */
async function settleEverywhere(story: Story): Promise<void> {
  const tutor = await stack.signIn(`${story}.tutor`)
  const there = new Person(await stack.startSecond())
  for (const [name, value] of tutor.cookies) there.cookies.set(name, value)
  const callers = [tutor, there, tutor, there, tutor, there]
  const answers = await Promise.all(callers.map(person => person.call(bookings.settle)))
  expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200))
  await moneyDone(stack)
}

describe('what a tutor earns', () => {
  test('from a meeting or a late cancellation is theirs at its end, once, can be withdrawn after the wait unless a problem or a dispute keeps it, and shrinks by refunds, which never exceed the payment', async () => {
    expect(await postingsOf('cancelled')).toEqual([
      'refund_owed: held -1100, refunds 1100',
      'earned: held -1100, pending 1000, platform_fees 100',
      'refund_sent: provider 1100, refunds -1100',
    ])
    const { available_at: at } = await stack.db
      .selectFrom('earnings')
      .select('available_at')
      .where('booking_id', '=', ids.get('cancelled')!)
      .executeTakeFirstOrThrow()
    expect(at).toEqual(Temporal.Instant.from(meeting.end).add({ hours: 24 }))
    const earnedMail = (await mailsTo(stack, 'cancelled.tutor')).find(({ subject }) =>
      /^You earned/.test(subject),
    )
    expect(earnedMail!.text).toContain(
      '$10.00 from your canceled meeting with Cancelled Student is in your wallet.',
    )
    expect(earnedMail!.text).not.toContain('report a problem')

    stack.clock.advance({ minutes: 26 })
    expect(await seenAt('late')).toMatchObject({ where: 'held', free_on: null, disputed: [null, null] })
    const late = await dispute(stack, ids.get('late')!)
    await moneyDone(stack)
    const { where, disputed } = await seenAt('late')
    const opened = { state: 'open', opened_on: expect.any(String), amount: '22.00' }
    expect([where, ...disputed]).toEqual([
      'bank',
      { ...opened, answer_by: null },
      { ...opened, answer_by: expect.any(String) },
    ])
    await settleEverywhere('usual')
    await clockDone(stack)
    for (const story of ['usual', 'reported', 'disputed', 'won'] as const) {
      expect(await postingsOf(story)).toEqual([earned])
      expect(await balances(story)).toEqual({ pending: 2000, available: 0, frozen: 0 })
      expect(await told(story, 'booking_earned')).toBe(1)
    }
    // If the payment is already disputed, the earning is frozen from the start.
    expect(await postingsOf('late')).toEqual([
      'disputed: disputes -2200, provider 2200',
      'earned: frozen 2000, held -2200, platform_fees 200',
    ])
    await closeDispute(stack, late, 'won')
    await moneyDone(stack)
    expect(await balances('late')).toEqual({ pending: 2000, available: 0, frozen: 0 })
    expect(await seenAt('late')).toMatchObject({
      where: 'waiting',
      disputed: [
        { state: 'won', answer_by: null },
        { state: 'won', answer_by: null },
      ],
    })
    const tutor = await stack.signIn('usual.tutor')
    const answer = await fetch(`${stack.url}/local/mail/messages?to=usual.tutor@example.edu`)
    const { messages } = (await answer.json()) as { messages: { subject: string }[] }
    expect(messages.map(({ subject }) => subject)).toContain('You earned $20.00')
    expect(await readBooking(tutor, ids.get('usual')!)).toMatchObject({
      status: 'completed',
      amount: '20.00',
      fee: '2.00',
      total: '22.00',
      problem_until: null,
    })
    const student = await stack.signIn('usual.student')
    const until = new Date(Date.parse(meeting.end) + 24 * 3_600_000).toISOString()
    expect((await readBooking(student, ids.get('usual')!)).problem_until).toBe(until)
    expect(await seenAt('usual')).toMatchObject({ where: 'waiting', free_on: until, sent_back_on: null })

    const reporter = await stack.signIn('reported.student')
    const report = await reporter.call(bookings.reportProblem, {
      body: { bookingId: ids.get('reported')!, reason: 'short', details: 'It was short.' },
    })
    expect(report.status).toBe(200)
    const disputes = await Promise.all(
      (['disputed', 'won'] as const).map(one => dispute(stack, ids.get(one)!)),
    )
    await moneyDone(stack)
    stack.clock.advance({ hours: 23, minutes: 58 })
    await clockDone(stack)
    expect(await balances('usual')).toEqual({ pending: 2000, available: 0, frozen: 0 })
    stack.clock.advance({ minutes: 2 })
    await settleEverywhere('usual')
    await clockDone(stack)
    await clockDone(stack)
    expect(await postingsOf('usual')).toEqual([earned, released])
    expect(await balances('usual')).toEqual({ pending: 0, available: 2000, frozen: 0 })
    expect(await seenAt('usual')).toMatchObject({ where: 'earned', free_on: null })
    expect((await seenAt('reported')).where).toBe('questioned')
    expect(await balances('late')).toEqual({ pending: 0, available: 2000, frozen: 0 })
    expect(await balances('cancelled')).toEqual({ pending: 0, available: 1000, frozen: 0 })
    expect(await balances('reported')).toEqual({ pending: 2000, available: 0, frozen: 0 })
    for (const story of ['disputed', 'won'] as const) {
      expect(await balances(story)).toEqual({ pending: 0, available: 0, frozen: 2000 })
      const { body } = await (await stack.signIn(`${story}.tutor`)).call(wallets.view, { query: {} })
      expect(body.questioned).toMatchObject([
        { booking_id: ids.get(story), name: expect.stringContaining('Student'), amount: '20.00', by: 'bank' },
      ])
    }
    // Money that a problem report holds back has no release date.
    const { body } = await (await stack.signIn('reported.tutor')).call(wallets.view, { query: {} })
    expect(body.next).toBeNull()
    expect(body.questioned).toMatchObject([
      { booking_id: ids.get('reported'), amount: '20.00', by: 'student' },
    ])
    // By now it would be available, so that is where it returns to.
    await closeDispute(stack, disputes[1]!, 'won')
    await moneyDone(stack)
    expect(await balances('won')).toEqual({ pending: 0, available: 2000, frozen: 0 })

    const operator = await stack.signIn('opal.operator')
    const { status } = await operator.call(admin.settleProblem, {
      body: { bookingId: ids.get('reported')!, outcome: 'part', amount: '5.50', reason: 'It was short.' },
    })
    expect(status).toBe(200)
    await moneyDone(stack)
    await clockDone(stack)
    expect(await postingsOf('reported')).toEqual([
      earned,
      'refund_owed: pending -500, platform_fees -50, refunds 550',
      'refund_sent: provider 550, refunds -550',
      'released: available 1500, pending -1500',
    ])
    expect(await checkLedger(stack.db)).toEqual([])

    const give = async (story: Story, amount: string) => {
      const { status, problem } = await operator.call(admin.refundBooking, {
        body: { bookingId: ids.get(story)!, amount, reason: 'They asked.' },
      })
      return [status, problem?.detail]
    }
    expect(await give('disputed', '1.00')).toEqual([
      409,
      'The student’s bank is disputing this payment. You can’t refund it until the bank decides.',
    ])
    expect(await give('cancelled', '11.01')).toEqual([409, 'You can only refund $11.00 of this booking.'])
    expect(await give('cancelled', '11.00')).toEqual([200, undefined])
    expect(await give('cancelled', '0.01')).toEqual([409, 'This booking was already fully refunded.'])
    await moneyDone(stack)
    expect(await balances('cancelled')).toEqual({ pending: 0, available: 0, frozen: 0 })
    expect(await seenAt('cancelled')).toMatchObject({
      where: 'back',
      sent_back_on: expect.any(String),
      refund_failed: null,
    })
  })

  test('from a late cancellation stays theirs if the student’s bank only takes what the student was owed', async () => {
    expect(await postingsOf('owed')).toEqual([
      'disputed: disputes -500, provider 500',
      'refund_owed: held -1100, refunds 1100',
      'earned: frozen 1000, held -1100, platform_fees 100',
    ])
    await closeDispute(stack, owedDispute, 'lost')
    await moneyDone(stack)
    const { pending, available, frozen } = await balances('owed')
    expect([pending! + available!, frozen]).toEqual([1000, 0])
    const student = await stack.signIn('owed.student')
    expect(await readBooking(student, ids.get('owed')!)).toMatchObject({ refunded: '6.00' })
    const [mail] = await mailsTo(stack, 'owed.tutor')
    expect(mail!.subject).toBe('A payment dispute is over')
    expect(mail!.text).toContain('so it costs you nothing')
    expect(await checkLedger(stack.db)).toEqual([])
  })
})
