import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { accept, freeTiles, hold, moneyDone, pay, type Slot } from '../../../test/factories/bookings.ts'
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
import { onboard, withdraw } from '../../../test/factories/wallets.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from '../ledger/check.ts'

/**
 * An hour at $40.00 with a 10 % fee: $44.00; a quarter of that is $10.00 of the price and $1.00 of the fee.
 */
const amounts = { full: 4400, part: 1100 }
type Amount = keyof typeof amounts

/** Where the money is when it is claimed back. */
const moments = ['held', 'available', 'paid out', 'short'] as const
type Moment = (typeof moments)[number]
type Way = 'refund' | 'won' | 'lost'

const credited = [
  'paid: held 4400, provider -4400',
  'earned: held -4400, pending 4000, platform_fees 400',
  'released: available 4000, pending -4000',
]
const paid = credited.slice(0, 1)
const refunded = (cents: number) => `refund_sent: provider ${cents}, refunds -${cents}`

/** The expected postings of each case, written by hand; and what the tutor has left at the end. */
const fromHeld: Record<`${Amount} ${Way}`, string[]> = {
  'full refund': ['refund_owed: held -4400, refunds 4400', refunded(4400)],
  'part refund': ['refund_owed: held -1100, refunds 1100', refunded(1100)],
  'full won': ['disputed: disputes -4400, provider 4400', 'dispute_won: disputes 4400, provider -4400'],
  'part won': ['disputed: disputes -1100, provider 1100', 'dispute_won: disputes 1100, provider -1100'],
  'full lost': ['disputed: disputes -4400, provider 4400', 'dispute_lost: disputes 4400, held -4400'],
  // The meeting goes on for what the bank left.
  'part lost': ['disputed: disputes -1100, provider 1100', 'dispute_lost: disputes 1100, held -1100'],
}
const fromAvailable: Record<`${Amount} ${Way}`, { postings: string[]; taken: number }> = {
  'full refund': {
    postings: ['refund_owed: available -4000, platform_fees -400, refunds 4400', refunded(4400)],
    taken: 4000,
  },
  'part refund': {
    postings: ['refund_owed: available -1000, platform_fees -100, refunds 1100', refunded(1100)],
    taken: 1000,
  },
  'full won': {
    postings: [
      'disputed: available -4000, disputes -4400, frozen 4000, provider 4400',
      'dispute_won: available 4000, disputes 4400, frozen -4000, provider -4400',
    ],
    taken: 0,
  },
  'part won': {
    postings: [
      'disputed: available -4000, disputes -1100, frozen 4000, provider 1100',
      'dispute_won: available 4000, disputes 1100, frozen -4000, provider -1100',
    ],
    taken: 0,
  },
  'full lost': {
    postings: [
      'disputed: available -4000, disputes -4400, frozen 4000, provider 4400',
      'dispute_lost: disputes 4400, frozen -4000, platform_fees -400',
    ],
    taken: 4000,
  },
  'part lost': {
    postings: [
      'disputed: available -4000, disputes -1100, frozen 4000, provider 1100',
      'dispute_lost: available 3000, disputes 1100, frozen -4000, platform_fees -100',
    ],
    taken: 1000,
  },
}
/** What each tutor still has of the $40.00 when it is claimed back. */
const left: Record<Exclude<Moment, 'held'>, number> = { available: 4000, 'paid out': 0, short: 500 }

const ways = ['refund', 'won', 'lost'] as const
const cases = moments.flatMap(moment =>
  (['full', 'part'] as const).flatMap(amount => ways.map(way => ({ moment, amount, way }))),
)

let stack: Stack
/** Each case has its own people. */
type Story = { tutor: string; student: string; bookingId: string; meeting: Slot }
const stories: Story[] = []

beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '10' })
  await stopTheClock(stack)
  stories.push(...(await Promise.all(cases.map(({ moment }, n) => book(moment, n)))))
  await moneyDone(stack)
  await Promise.all(stories.map(async ({ tutor, bookingId }) => accept(await stack.signIn(tutor), bookingId)))
  const credited = stories.filter((_, n) => cases[n]!.moment !== 'held')
  stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(credited[0]!.meeting.start)))
  const leaving = await Promise.all(credited.map(meet))
  stack.clock.advance({ minutes: 5 })
  await Promise.all(leaving.map(leave => leave()))
  stack.clock.advance({ hours: 1 })
  await clockDone(stack)
  stack.clock.advance({ hours: 48 })
  await clockDone(stack)
  await Promise.all(stories.map(payOut))
  await moneyDone(stack)
  await takeAllBack()
}, 120_000)

afterAll(() => stack?.close())

async function book(moment: Moment, n: number): Promise<Story> {
  const [tutor, student] = [`tutor-${n}`, `student-${n}`]
  const [teacher, person] = await Promise.all([stack.signIn(tutor), stack.signIn(student)])
  const postId = await makeTutor(stack, teacher)
  const [first, second] = await freeTiles(person, postId, moment === 'held' ? 6 : 1)
  const meeting = { start: first!.start, end: second!.end }
  const { id, url } = await hold(person, postId, meeting)
  await pay(url)
  return { tutor, student, bookingId: id, meeting }
}

/** Seats both people; returns a function that makes them leave. */
async function meet({ tutor, student, bookingId }: Story): Promise<() => Promise<void>> {
  return sitIn(bookingId, await stack.signIn(tutor), await stack.signIn(student))
}

async function payOut({ tutor }: Story, n: number): Promise<void> {
  const { moment } = cases[n]!
  if (moment !== 'paid out' && moment !== 'short') return
  const person = await stack.signIn(tutor)
  await onboard(stack, person)
  const { status, problem } = await withdraw(person, 4000 - left[moment])
  if (status !== 200) throw new Error(`The withdrawal was refused: ${problem.detail}`)
}

async function takeAllBack(): Promise<void> {
  const operator = await stack.signIn('opal.operator')
  const disputes = await Promise.all(
    cases.map(async ({ amount, way }, n) => {
      const { bookingId } = stories[n]!
      if (way !== 'refund') return dispute(stack, bookingId, { amount: amounts[amount] })
      const { status, problem } = await operator.call(admin.refundBooking, {
        body: { bookingId, amount: centsToDecimal(amounts[amount]), reason: 'They asked.' },
      })
      if (status !== 200) throw new Error(problem.detail)
      return null
    }),
  )
  await moneyDone(stack)
  await Promise.all(
    cases.map(async ({ way }, n) => {
      if (way !== 'refund') await closeDispute(stack, disputes[n]!, way)
    }),
  )
  await moneyDone(stack)
}

describe('money that is claimed back', () => {
  test.each(cases.map((one, n) => ({ ...one, n })))(
    'when it is $moment: $amount, $way, is posted as written by hand',
    async ({ moment, amount, way, n }) => {
      const { tutor, bookingId } = stories[n]!
      const postings = await ledgerOf(stack, bookingId)
      if (moment === 'held') {
        expect(postings).toEqual([...paid, ...fromHeld[`${amount} ${way}`]])
        return
      }
      const expected = fromAvailable[`${amount} ${way}`]
      expect(postings).toEqual([...credited, ...expected.postings])
      expect(await balanceOf(stack, tutor, 'available')).toBe(left[moment] - expected.taken)
      expect(await balanceOf(stack, tutor, 'frozen')).toBe(0)
    },
  )

  test('leaves a ledger that adds up', async () => {
    expect(await checkLedger(stack.db)).toEqual([])
  })
})
