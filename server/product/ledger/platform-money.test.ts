import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { controlPayments } from '../../../test/factories/bookings.ts'
import { reconcileDone, stopTheClock } from '../../../test/factories/money.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkMoney } from './jobs.ts'

let stack: Stack
let stripe: Stripe

// The provider has one balance for everything: each test starts from the beginning of its list.
beforeEach(async () => {
  stack = await startStack()
  await stopTheClock(stack)
  stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
})

afterEach(() => stack?.close())

const findings = async () =>
  (await checkMoney({ db: stack.db, stripe })).map(({ kind, text }) => `${kind}: ${text}`)

test('the daily check has hours for a call about each payout account', async () => {
  const { rows } = await sql`select expire_seconds from pgboss.queue where name = 'check-ledger'`.execute(
    stack.db,
  )
  expect(rows).toEqual([{ expire_seconds: 6 * 3600 }])
})

describe('the platform’s own money at the provider', () => {
  test('that it deposits or withdraws is reported until it is read, and then is in the books', async () => {
    await controlPayments(stack, 'balance', { add: '100000' })
    expect(await findings()).toEqual([
      'provider_platform_move: the provider has a platform_move of 100000 that isn’t here',
      'provider_balance: the provider has 100000 of ours, and the ledger 0',
    ])
    await reconcileDone(stack)
    expect(await findings()).toEqual([])
    const { id } = await stripe.payouts.create({ amount: 30000, currency: 'usd' })
    await reconcileDone(stack)
    await reconcileDone(stack)
    expect(await findings()).toEqual([])
    await controlPayments(stack, `payouts/${id}/end`, { outcome: 'failed' })
    await stripe.payouts.cancel((await stripe.payouts.create({ amount: 100, currency: 'usd' })).id)
    await reconcileDone(stack)
    expect(await findings()).toEqual([])
    const { rows } = await stack.db.executeQuery<{ kind: string; cents: number }>(
      stack.db
        .selectFrom('ledger_transactions')
        .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
        .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
        .where('ledger_accounts.kind', '=', 'platform_funds')
        .select(['ledger_transactions.kind', 'amount_cents as cents'])
        .orderBy('ledger_transactions.id')
        .compile(),
    )
    expect(rows.map(({ kind, cents }) => `${kind} ${cents}`).toSorted()).toEqual([
      'platform_paid_in 100',
      'platform_paid_in 100000',
      'platform_paid_in 30000',
      'platform_paid_out -100',
      'platform_paid_out -30000',
    ])
  })

  test('that was deposited long before Ignite first looked is found', async () => {
    await controlPayments(stack, 'balance', { add: '700' })
    stack.clock.advance({ hours: 24 * 40 })
    await stack.db.deleteFrom('stripe_reads').execute()
    await reconcileDone(stack)
    expect(await findings()).toEqual([])
  })

  test('is reported if the provider pays it out automatically, since it is owed to people', async () => {
    await controlPayments(stack, 'balance', { payout_interval: 'daily' })
    expect(await findings()).toEqual([
      'provider_schedule: the provider pays the platform’s balance out by itself (daily): set its payouts to manual there',
    ])
    await controlPayments(stack, 'balance', { payout_interval: 'manual' })
    expect(await findings()).toEqual([])
  })
})
