import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trx } from '#server/platform/db/database.ts'
import { createStripe } from '#server/platform/payments/stripe.ts'
import type { LedgerFinding } from '#shared/api/admin.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { drain, makeMoneyWorld, money } from '../../../test/money/sequence.ts'
import { findDisagreements } from './check.ts'
import { checkProvider } from './check-provider.ts'
import { checkMoney } from './jobs.ts'

let stack: Stack
let stripe: Stripe

/** Money in every state: held, refunded, earned, available, disputed, on its way out and paid out. */
beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '7.25' })
  stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  const world = await makeMoneyWorld(stack)
  const { book, decide, meet, pass, cancel, dispute, withdraw, endPayout, goodCard } = money
  const meetings = [book(0, 60, goodCard), decide(0, true), meet(0), pass(1)]
  const steps = [
    ...meetings,
    ...meetings,
    ...[pass(49), withdraw(3), endPayout('failed'), withdraw(3), endPayout('paid'), withdraw(3)],
    ...[dispute(0, 1), book(1, 90, goodCard), cancel(0, 'tutor')],
    ...[...meetings, book(1, 200, goodCard), decide(0, true)],
  ]
  for (const step of steps) await step.run(world, world.model)
  await drain(world)
}, 180_000)

afterAll(() => stack?.close())

/** What one of the checks finds after a change behind the ledger’s back, which is then rolled back. */
async function findingsAfter(change: string): Promise<LedgerFinding[]> {
  const undone = new Error('undone')
  let findings: LedgerFinding[] = []
  const trying = stack.db.transaction().execute(async (trx: Trx) => {
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    const { numAffectedRows } = await sql.raw(change).execute(trx)
    expect(numAffectedRows, change).toBeGreaterThan(0n)
    findings = await findDisagreements(trx)
    if (findings.length === 0) findings = await checkProvider(trx, stripe)
    throw undone
  })
  await expect(trying).rejects.toBe(undone)
  return findings
}

const guarded = [
  'ledger_accounts',
  'ledger_transactions',
  'ledger_entries',
  'wallet_lines',
  'bookings',
  'refunds',
]

const one = (table: string, where: string) =>
  `ctid = (select ctid from ${table} where ${where} order by ctid limit 1)`
const update = (table: string, set: string, where: string) =>
  `update ${table} set ${set} where ${one(table, where)}`

const entryOf = (kind: string) =>
  `account_id in (select id from ledger_accounts where kind = '${kind}') and amount_cents <> 0`
const lineOf = (kind: string) =>
  `transaction_id in (select id from ledger_transactions where kind = '${kind}')`

const accountKinds = ['provider', 'platform_fees', 'held', 'refunds', 'disputes', 'pending', 'available']
const movedKinds = ['frozen', 'payouts', 'connected']
const transactionKinds = [
  'paid',
  'refund_owed',
  'refund_sent',
  'earned',
  'released',
  'disputed',
  'withdrawn',
  'transferred',
  'paid_out',
  'reversed',
  'withdrawal_returned',
]

const changes: string[] = [
  ...[...accountKinds, ...movedKinds].flatMap(kind => [
    update('ledger_entries', 'amount_cents = amount_cents + 1', entryOf(kind)),
    `delete from ledger_entries where ${one('ledger_entries', entryOf(kind))}`,
    update(
      'ledger_entries',
      `account_id = (select id from ledger_accounts where kind = 'provider_costs')`,
      entryOf(kind),
    ),
  ]),
  ...[...accountKinds.slice(2), ...movedKinds].map(kind =>
    update('ledger_accounts', 'balance_cents = balance_cents - 1', `kind = '${kind}'`),
  ),
  ...transactionKinds.map(
    kind =>
      `with gone as (select id from ledger_transactions where kind = '${kind}' limit 1)
       delete from ledger_entries where transaction_id in (select id from gone)`,
  ),
  ...['paid', 'refund_sent', 'earned', 'withdrawn', 'withdrawal_returned'].flatMap(kind => [
    update('wallet_lines', 'amount_cents = amount_cents + 1', lineOf(kind)),
    `delete from wallet_lines where ${one('wallet_lines', lineOf(kind))}`,
  ]),
  update('wallet_lines', `of = case of when 'card' then 'wallet' else 'card' end`, lineOf('paid')),
  update('payments', 'amount_cents = amount_cents + 1', `state = 'paid'`),
  update('payments', `payment_intent_id = 'pi_other'`, `state = 'paid'`),
  update('payments', `state = 'ended', paid_at = null`, `state = 'paid'`),
  update('refunds', 'amount_cents = amount_cents + 1, price_cents = price_cents + 1', 'true'),
  update('refunds', `state = 'pending'`, `state = 'done'`),
  update('refunds', `state = 'failed'`, `state = 'done'`),
  update('refunds', `state = 'void'`, `state = 'done'`),
  update('refunds', `refund_id = 're_other'`, `state = 'done'`),
  `delete from refunds where ${one('refunds', `state = 'done'`)}`,
  update('earnings', 'amount_cents = amount_cents + 1', 'true'),
  update('earnings', 'taken_cents = 1', 'taken_cents = 0'),
  update('earnings', `state = 'pending'`, `state = 'available'`),
  update('earnings', `state = 'available'`, `state = 'pending'`),
  update('earnings', `state = 'available'`, `state = 'frozen'`),
  `delete from earnings where ${one('earnings', 'true')}`,
  update('disputes', 'amount_cents = amount_cents + 1', `state = 'open'`),
  update('disputes', `id = 'du_other'`, `state = 'open'`),
  `delete from disputes where ${one('disputes', 'true')}`,
  update('withdrawals', 'amount_cents = amount_cents + 1', `state = 'paid'`),
  update('withdrawals', 'amount_cents = amount_cents + 1', `state = 'sent'`),
  update('withdrawals', `state = 'failed', failure = 'none'`, `state = 'paid'`),
  update('withdrawals', `state = 'paid', done_at = now()`, `state = 'sent'`),
  update('withdrawals', `transfer_id = 'tr_other'`, `state = 'paid'`),
  update('withdrawals', `payout_id = 'po_other'`, `state = 'sent'`),
  update('withdrawals', `reversal_id = null`, `state = 'failed'`),
  update(
    'withdrawals',
    `user_id = (select id from users where username like '%student0%' limit 1)`,
    `state = 'paid'`,
  ),
  update('bookings', `state = 'cancelled'`, `state = 'approved'`),
]

describe('the check of the money', () => {
  test('finds nothing after normal operations', async () => {
    expect(await checkMoney(stack.databaseUrl, stripe)).toEqual([])
  })

  test.each(changes)('finds %s', async change => {
    expect(await findingsAfter(change)).not.toEqual([])
  })

  test('changes nothing', async () => {
    expect(await checkMoney(stack.databaseUrl, stripe)).toEqual([])
  })
})
