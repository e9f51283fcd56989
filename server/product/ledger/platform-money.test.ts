import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { unfinishedCheck } from '#shared/api/admin.ts'
import { beginJob } from '../../../local/jobs.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { controlPayments } from '../../../test/factories/bookings.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { reconcileDone, stopTheClock } from '../../../test/factories/money.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkMoney, lastCheck } from './jobs.ts'

let stack: Stack
let stripe: Stripe

// The provider has one balance for everything: each test starts from the beginning of its list.
beforeEach(async () => {
  stack = await startStack({ OPERATOR_EMAILS: 'opal.operator@example.edu' })
  await stopTheClock(stack)
  stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
})

afterEach(() => stack?.close())

const findings = async () =>
  (await checkMoney(stack.databaseUrl, stripe)).map(({ kind, text }) => `${kind}: ${text}`)

describe('the daily check', () => {
  const found = async () => {
    await beginJob(stack.db, 'check-ledger')
    await stack.jobsDone()
    const last = await lastCheck(stack.db)
    return last?.findings.map(({ kind, text }) => `${kind}: ${text}`)
  }
  /** Makes reading the ledger's entries fail unless a condition holds. */
  const readableIf = (condition: string) =>
    sql`create or replace function may_read() returns boolean language plpgsql as ${sql.lit(
      `begin if not (${condition}) then raise 'not now'; end if; return true; end`,
    )}`.execute(stack.db)

  beforeEach(async () => {
    await readableIf('true')
    await sql`alter table ledger_entries rename to kept_entries`.execute(stack.db)
    await sql`create view ledger_entries as select * from kept_entries where (select may_read())`.execute(
      stack.db,
    )
    await sql`grant select on ledger_entries to public`.execute(stack.db)
  })
  // Every test ends with a look at the ledger.
  afterEach(() => readableIf('true'))

  test('has hours for a call about each payout account', async () => {
    const { rows } = await sql`select expire_seconds from pgboss.queue where name = 'check-ledger'`.execute(
      stack.db,
    )
    expect(rows).toEqual([{ expire_seconds: 6 * 3600 }])
  })

  test('has no limit for its statements, which read whole tables', async () => {
    await readableIf(`current_setting('statement_timeout') = '0'`)
    expect(await found()).toEqual([])
  })

  test('that can’t be finished says so, and keeps what the one before found', async () => {
    await controlPayments(stack, 'balance', { add: '700' })
    const before = await found()
    expect(before).toHaveLength(2)
    await readableIf('false')
    const unfinished = `${unfinishedCheck}: The check couldn’t be finished; the server’s log says why.`
    expect(await found()).toEqual([unfinished, ...before!])
    expect(await found()).toEqual([unfinished, ...before!])
    const mails = await mailsTo(stack, 'opal.operator')
    const stopped = 'The check of the money couldn’t be finished'
    expect(mails.map(({ subject }) => subject)).toEqual([stopped, stopped, 'The money doesn’t add up'])
    expect(mails[2]!.text).toContain('2 things need your attention.')
  })
})

describe('the platform’s own money at the provider', () => {
  test('that it deposits or withdraws is reported until it is read, and then is in the books', async () => {
    await controlPayments(stack, 'balance', { add: '100000' })
    expect(await findings()).toEqual([
      'provider_platform_move: The provider has a transfer to or from the platform’s bank of $1,000.00 that Ignite doesn’t have.',
      'provider_balance: The provider holds $1,000.00 for us. Our ledger says $0.00.',
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
      'provider_schedule: The provider pays out the platform’s balance automatically (daily). Set its payouts to manual there.',
    ])
    await controlPayments(stack, 'balance', { payout_interval: 'manual' })
    expect(await findings()).toEqual([])
  })
})
