import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { banks } from '../../../local/payments/bank-accounts.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { redeliver } from '../../../test/crashes/provider.ts'
import { hangingCall, pause, send, slowCall } from '../../../test/crashes/story.ts'
import { controlPayments } from '../../../test/factories/bookings.ts'
import { enterCall } from '../../../test/factories/meetings.ts'
import { earn, fillIn, withdraw } from '../../../test/factories/wallets.ts'
import { createClock } from '../../../test/harness/clock.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type KillableStack, killableStack, quiet } from '../../../test/harness/killable-stack.ts'
import type { Pause } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'
import { checkMoney } from '../ledger/jobs.ts'

/** A tutor with ten dollars in their wallet, and what happens while the server is killed. */
type Story = {
  stack: KillableStack
  tutor: Person
  name: string
  bookingId: string
  /** Their withdrawal of everything, once requested. */
  withdrawalId: string
  pauses: Pause[]
}

type Point = {
  name: string
  /** The state of the tutor’s money beforehand. */
  before: 'meeting' | 'pending' | 'available' | 'sent' | 'returning' | 'disputed'
  bring: (story: Story) => Promise<unknown>
  /** What people do when the server is back. */
  after?: (story: Story) => Promise<unknown>
  end: { pending?: number; available?: number; frozen?: number; under_way?: number; paid_out?: number }
}

const cents = 1000
let stack: KillableStack
let made = 0

const all = { withdrawal: 'select from withdrawals where id = $1 for update' }
const accountOf = (kind: string) =>
  `select from ledger_accounts where kind = '${kind}' and owner_id = (select id from users where username = $1) for update`

const ask = (story: Story) => withdraw(story.tutor, cents, story.withdrawalId)
const enter = ({ tutor, bookingId }: Story) => enterCall(tutor, bookingId)
const lock = (story: Story, statement: string, value: string) => pause(story as never, statement, value)
const call = (story: Story, kind: 'timeout_before' | 'timeout_after', path: string) => (act: () => unknown) =>
  hangingCall(story as never, { kind, path }, act)

/** The points of one line share one kill: no two of them block the same kind of job. */
const kills: Point[][] = [
  [
    {
      name: 'when a withdrawal is half written',
      before: 'available',
      async bring(story) {
        const half = await lock(story, accountOf('available'), story.name)
        send(untilFree(() => ask(story)))
        await half.reached()
      },
      after: ask,
      end: { under_way: cents },
    },
    {
      name: 'when a transfer is to be made, and the payment provider doesn’t know yet',
      before: 'available',
      bring: story => call(story, 'timeout_before', '/v1/transfers')(() => ask(story)),
      end: { under_way: cents },
    },
    {
      name: 'when a dispute is being taken in',
      before: 'available',
      async bring(story) {
        const half = await lock(story, accountOf('available'), story.name)
        await openDispute(story)
        await half.reached()
      },
      end: { frozen: cents },
    },
  ],
  [
    {
      name: 'when a transfer is made, and the provider’s answer isn’t there yet',
      before: 'available',
      bring: story => call(story, 'timeout_after', '/v1/transfers')(() => ask(story)),
      end: { under_way: cents },
    },
    {
      name: 'when an earning is being released',
      before: 'pending',
      async bring(story) {
        await sql`update earnings set available_at = now() where booking_id = ${story.bookingId}`.execute(
          stack.db,
        )
        const half = await lock(story, accountOf('pending'), story.name)
        send(untilFree(() => story.tutor.call(bookings.settle)))
        await half.reached()
      },
      after: ({ tutor }) => tutor.call(bookings.settle),
      end: { available: cents },
    },
    {
      name: 'when a dispute that is lost is being taken in',
      before: 'disputed',
      async bring(story) {
        const half = await lock(story, accountOf('frozen'), story.name)
        await closeDispute(story, 'lost')
        await half.reached()
      },
      end: {},
    },
  ],
  [
    {
      name: 'when a payout is to be made, and the payment provider doesn’t know yet',
      before: 'available',
      bring: story => call(story, 'timeout_before', '/v1/payouts')(() => ask(story)),
      end: { under_way: cents },
    },
    {
      name: 'when a dispute that is won is being taken in',
      before: 'disputed',
      async bring(story) {
        const half = await lock(story, accountOf('frozen'), story.name)
        await closeDispute(story, 'won')
        await half.reached()
      },
      end: { available: cents },
    },
  ],
  [
    {
      name: 'when a payout is made, and the provider’s answer isn’t there yet',
      before: 'available',
      bring: story => call(story, 'timeout_after', '/v1/payouts')(() => ask(story)),
      end: { under_way: cents },
    },
    {
      name: 'when a payout that arrived is being taken in',
      before: 'sent',
      async bring(story) {
        const half = await lock(story, accountOf('payouts'), story.name)
        await endPayout(story, 'paid')
        await half.reached()
      },
      end: { paid_out: cents },
    },
  ],
  [
    {
      name: 'when a transfer is to be taken back, and the payment provider doesn’t know yet',
      before: 'sent',
      bring: story =>
        call(story, 'timeout_before', '/v1/transfers/*/reversals')(() => endPayout(story, 'failed')),
      end: { available: cents },
    },
    {
      name: 'when a payout account is made, and the provider’s answer isn’t there yet',
      before: 'pending',
      async bring(story) {
        story.tutor = await stack.signIn(`${story.name}-other`)
        await story.tutor.call(wallets.create, { body: { terms: true } })
        await call(story, 'timeout_after', '/v1/accounts')(() => send(story.tutor.call(payouts.create)))
      },
      after: ({ tutor }) => tutor.call(payouts.create),
      end: {},
    },
  ],
  [
    {
      name: 'when a payout that failed is being taken in',
      before: 'sent',
      async bring(story) {
        const half = await lock(story, all.withdrawal, story.withdrawalId)
        await endPayout(story, 'failed')
        await half.reached()
      },
      end: { available: cents },
    },
    {
      name: 'when someone is let into a meeting',
      before: 'meeting',
      // The last, since it doesn’t wait again once it gave up on the lock.
      async bring(story) {
        const half = await pause(story as never, 'lock table booking_changes in share row exclusive mode')
        send(enter(story))
        await half.reached()
      },
      after: enter,
      end: {},
    },
  ],
  [
    {
      name: 'when a transfer is taken back, and the provider’s answer isn’t there yet',
      before: 'sent',
      bring: story =>
        call(story, 'timeout_after', '/v1/transfers/*/reversals')(() => endPayout(story, 'failed')),
      end: { available: cents },
    },
  ],
  [
    {
      name: 'when a transfer’s end is being kept',
      before: 'available',
      async bring(story) {
        await slowCall(story as never, '/v1/transfers', () => ask(story))
        const keeping = await lock(story, all.withdrawal, story.withdrawalId)
        await keeping.reached()
      },
      end: { under_way: cents },
    },
  ],
]

const points = kills.flat()
const stories = new Map<string, Story>()

beforeAll(async () => {
  stack = await killableStack()
  await stack.start()
  for (const line of kills) await killAt(line)
  await quiet(stack)
  await redeliver(stack)
  await quiet(stack)
}, 600_000)

afterAll(() => stack?.close())

async function killAt(line: Point[]): Promise<void> {
  const told: { point: Point; story: Story }[] = []
  for (const point of line) told.push({ point, story: await begin(point) })
  for (const { point, story } of told) {
    await point.bring(story).catch(error => {
      throw new Error(`The server wasn’t brought to the point ${point.name}`, { cause: error })
    })
  }
  const pauses = told.flatMap(({ story }) => story.pauses)
  await Promise.all(pauses.map(one => one.reached()))
  await stack.kill()
  await Promise.all(pauses.map(one => one.discard()))
  await controlPayments(stack.outside, 'faults/clear')
  await stack.start()
  await Promise.all(told.map(({ point, story }) => point.after?.(story)))
}

async function begin({ name, before }: Point): Promise<Story> {
  const tutorName = `earner-${++made}`
  const tutor = await stack.signIn(tutorName)
  const settings = { ...stack, url: stack.outside.url, clock: createClock() } as unknown as Stack
  await tutor.call(wallets.create, { body: { terms: true } })
  await tutor.call(payouts.create)
  await fillIn(settings, tutor, { account_number: banks.good })
  await tutor.call(payouts.refresh)
  const waits = before === 'pending'
  const isMeeting = before === 'meeting'
  const bookingId = await earn(settings, tutorName, cents, { student: `payer-${made}`, waits, isMeeting })
  const story: Story = {
    stack,
    tutor,
    name: tutorName,
    bookingId,
    withdrawalId: crypto.randomUUID(),
    pauses: [],
  }
  stories.set(name, story)
  if (before === 'disputed') {
    await openDispute(story)
    await eventually('the money is frozen', async () => (await balancesOf(story)).frozen === '10.00')
  }
  if (before === 'sent') {
    await ask(story)
    await eventually('the money is on its way', async () => {
      const { rows } = await sql`
        select from withdrawals where id = ${story.withdrawalId} and state = 'sent'`.execute(stack.db)
      return rows.length === 1
    })
  }
  return story
}

async function balancesOf({ tutor }: Story) {
  return (await tutor.call(wallets.view, { query: {} })).body.balances
}

type ProviderState = {
  charge: { id: string; payment_intent: string }[]
  dispute: { id: string; charge: string }[]
  transfer: { metadata: Record<string, string>; amount_reversed: number }[]
  account: { object: { metadata: Record<string, string> } }[]
}

async function provider(): Promise<ProviderState> {
  const answer = await fetch(`${stack.outside.url}/local/payments/control/state`)
  return (await answer.json()) as ProviderState
}

async function chargeOf({ bookingId }: Story): Promise<string> {
  const { payment_intent_id: intent } = await stack.db
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return (await provider()).charge.find(charge => charge.payment_intent === intent)!.id
}

async function openDispute(story: Story): Promise<void> {
  await controlPayments(stack.outside, `charges/${await chargeOf(story)}/dispute`)
}

async function closeDispute(story: Story, outcome: 'won' | 'lost'): Promise<void> {
  const charge = await chargeOf(story)
  const dispute = (await provider()).dispute.find(row => row.charge === charge)!
  await controlPayments(stack.outside, `disputes/${dispute.id}/close`, { outcome })
}

async function endPayout({ withdrawalId }: Story, outcome: 'paid' | 'failed'): Promise<void> {
  const { payout_id } = await stack.db
    .selectFrom('withdrawals')
    .select('payout_id')
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  await controlPayments(stack.outside, `payouts/${payout_id}/end`, { outcome })
}

describe('a server that is killed', () => {
  test.each(points)('$name leaves the money where it belongs, once', async ({ name, end }) => {
    const due = { pending: 0, available: 0, frozen: 0, under_way: 0, paid_out: 0, ...end }
    const balances = await balancesOf(stories.get(name)!)
    expect(balances).toEqual(
      Object.fromEntries(Object.entries(due).map(([kind, amount]) => [kind, (amount / 100).toFixed(2)])),
    )
  })

  test('makes one transfer for a withdrawal, and one account for a person', async () => {
    const { transfer, account } = await provider()
    const { rows } = await sql<{ withdrawals: number; people: number }>`
      select (select count(*)::int from withdrawals) as withdrawals,
        (select count(*)::int from payout_accounts) as people`.execute(stack.db)
    expect(transfer).toHaveLength(rows[0]!.withdrawals)
    expect(account).toHaveLength(rows[0]!.people)
  })

  test('keeps the ledger balanced and in agreement with the provider’s lists', async () => {
    const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.outside.url } })
    expect(await checkMoney(stack.databaseUrl, stripe)).toEqual([])
  })

  test('notifies everyone of everything once', async () => {
    const { rows } = await sql`
      select kind, user_id, count(*) as times from alerts
      group by kind, user_id, coalesce(facts->>'booking_id', facts->>'withdrawal_id', facts::text) having count(*) > 1`.execute(
      stack.db,
    )
    expect(rows).toEqual([])
  })
})
