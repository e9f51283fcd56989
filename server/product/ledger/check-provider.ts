import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Database } from '#server/platform/db/database.ts'
import {
  decisionOf,
  idOf,
  isLost,
  platformMoves,
  secondPayment,
  takenFor,
} from '#server/platform/payments/provider-objects.ts'
import type { LedgerFinding } from '#shared/api/admin.ts'
import { formatDollars } from '#shared/domain/money.ts'

const moveNames = {
  charge: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  transfer: 'transfer to a tutor’s account',
  payout: 'payout to a tutor’s bank',
  platform_move: 'transfer to or from the platform’s bank',
}
type MoveKind = keyof typeof moveNames

/** A movement of money, by the provider's name for it. */
type Moved = { ref: string; cents: number; state: string }

/**
 * All differences between our rows and the payment provider's lists: charges, refunds, disputes, transfers,
 * their reversals, payouts and the platform's own deposits and withdrawals one by one, and the balance there.
 * It only reads, on both sides. A movement in progress can show up as a difference; the next look doesn't
 * have it.
 */
export async function checkProvider(db: Database, stripe: Stripe): Promise<LedgerFinding[]> {
  const refunded = await refundsThere(stripe)
  return [
    ...compare('charge', await charges(db), await chargesThere(stripe, refunded.second)),
    ...compare('refund', await refunds(db), refunded.ours),
    ...compare('dispute', await disputes(db), await disputesThere(stripe)),
    ...compare('transfer', await transfers(db), await transfersThere(stripe)),
    ...(await comparePayouts(db, stripe)),
    ...compare('platform_move', await platformMovesHere(db), await platformMovesThere(stripe)),
    ...(await compareBalance(db, stripe)),
    ...(await findSchedule(stripe)),
  ]
}

function compare(kind: MoveKind, ours: Moved[], theirs: Moved[]): LedgerFinding[] {
  const name = moveNames[kind]
  const there = new Map(theirs.map(one => [one.ref, one]))
  const findings: LedgerFinding[] = []
  const say = (subject: string, text: string) => findings.push({ kind: `provider_${kind}`, subject, text })
  for (const { ref, cents, state } of ours) {
    const found = there.get(ref)
    there.delete(ref)
    if (!found) say(ref, `The provider doesn’t have this ${name} of ${formatDollars(cents)}.`)
    else if (found.cents !== cents)
      say(
        ref,
        `At the provider, this ${name} is ${formatDollars(found.cents)}. Ignite has ${formatDollars(cents)}.`,
      )
    else if (found.state !== state)
      say(ref, `At the provider, this ${name} is “${found.state}”. In Ignite it is “${state}”.`)
  }
  // A movement that failed there had no effect in the end; another attempt here may have replaced it.
  for (const { ref, cents } of [...there.values()].filter(one => one.state !== 'failed'))
    say(ref, `The provider has a ${name} of ${formatDollars(cents)} that Ignite doesn’t have.`)
  return findings
}

async function read(db: Database, query: ReturnType<typeof sql<Moved>>): Promise<Moved[]> {
  return (await query.execute(db)).rows.map(row => ({ ...row, cents: Number(row.cents) }))
}

function charges(db: Database): Promise<Moved[]> {
  return read(
    db,
    sql<Moved>`select payment_intent_id as ref, amount_cents as cents, 'paid' as state from payments where state = 'paid'`,
  )
}

/** Without second payments for a booking, once they are given back. */
async function chargesThere(stripe: Stripe, second: Set<string>): Promise<Moved[]> {
  const found: Moved[] = []
  for await (const { status, payment_intent: intent, amount, refunded, id } of stripe.charges.list({
    limit: 100,
  })) {
    const ref = idOf(intent) ?? id
    if (status !== 'succeeded' || (refunded && second.has(ref))) continue
    found.push({ ref, cents: amount, state: 'paid' })
  }
  return found
}

/** A refund that a lost dispute replaced was never made there, or came back before. */
function refunds(db: Database): Promise<Moved[]> {
  return read(
    db,
    sql<Moved>`
      select refund_id as ref, amount_cents as cents, case when state in ('failed', 'settled', 'void') then 'failed' else 'made' end as state
      from refunds where refund_id is not null`,
  )
}

/** Also the second payments for a booking that were given back, which our rows don't have. */
async function refundsThere(stripe: Stripe): Promise<{ ours: Moved[]; second: Set<string> }> {
  const ours: Moved[] = []
  const second = new Set<string>()
  for await (const { id, amount, status, metadata, payment_intent: intent } of stripe.refunds.list({
    limit: 100,
  })) {
    const state = status === 'failed' || status === 'canceled' ? 'failed' : 'made'
    if (metadata?.[secondPayment]) second.add(idOf(intent) ?? id)
    else ours.push({ ref: id, cents: amount, state })
  }
  return { ours, second }
}

function disputes(db: Database): Promise<Moved[]> {
  return read(db, sql<Moved>`select id as ref, amount_cents as cents, state from disputes`)
}

/** Without inquiries, for which the bank takes no money. */
async function disputesThere(stripe: Stripe): Promise<Moved[]> {
  const found: Moved[] = []
  for await (const dispute of stripe.disputes.list({ limit: 100 })) {
    const cents = takenFor(dispute)
    if (cents > 0) found.push({ ref: dispute.id, cents, state: decisionOf(dispute) })
  }
  return found
}

function transfers(db: Database): Promise<Moved[]> {
  return read(
    db,
    sql<Moved>`
      select transfer_id as ref, amount_cents as cents, case when reversal_id is null then 'made' else 'reversed' end as state
      from withdrawals where transfer_id is not null`,
  )
}

async function transfersThere(stripe: Stripe): Promise<Moved[]> {
  const found: Moved[] = []
  for await (const { id, amount, amount_reversed: back } of stripe.transfers.list({ limit: 100 })) {
    const state = back === 0 ? 'made' : back === amount ? 'reversed' : 'reversed in part'
    found.push({ ref: id, cents: amount, state })
  }
  return found
}

/** The provider doesn't show the payouts of an account that was closed or disconnected: those can't be compared. */
async function comparePayouts(db: Database, stripe: Stripe): Promise<LedgerFinding[]> {
  const { rows } = await sql<{ account: string }>`
    select account_id as account from payout_accounts where account_id is not null
    union select account_id from withdrawals`.execute(db)
  const theirs: Moved[] = []
  const lost: string[] = []
  for (const { account } of rows) {
    try {
      theirs.push(...(await payoutsThere(stripe, account)))
    } catch (error) {
      if (!isLost(error)) throw error
      lost.push(account)
    }
  }
  return compare('payout', await payouts(db, lost), theirs)
}

function payouts(db: Database, lost: string[]): Promise<Moved[]> {
  return read(
    db,
    sql<Moved>`
      select payout_id as ref, amount_cents as cents,
        case state when 'paid' then 'paid' when 'sent' then 'under way' else 'failed' end as state
      from withdrawals where payout_id is not null and account_id <> all(${lost})`,
  )
}

async function payoutsThere(stripe: Stripe, stripeAccount: string): Promise<Moved[]> {
  const found: Moved[] = []
  for await (const { id, amount, status } of stripe.payouts.list({ limit: 100 }, { stripeAccount })) {
    const state =
      status === 'paid' ? 'paid' : status === 'failed' || status === 'canceled' ? 'failed' : 'under way'
    found.push({ ref: id, cents: amount, state })
  }
  return found
}

function platformMovesHere(db: Database): Promise<Moved[]> {
  return read(
    db,
    sql<Moved>`
      select provider_ref as ref, amount_cents as cents, 'made' as state
      from ledger_transactions join ledger_entries on transaction_id = ledger_transactions.id
        join ledger_accounts accounts on accounts.id = account_id
      where accounts.kind = 'platform_funds'`,
  )
}

async function platformMovesThere(stripe: Stripe): Promise<Moved[]> {
  const found: Moved[] = []
  for (const type of platformMoves) {
    for await (const { id, amount } of stripe.balanceTransactions.list({ type, limit: 100 }))
      found.push({ ref: id, cents: amount, state: 'made' })
  }
  return found
}

/** The money at the provider is owed to students and tutors: it must not be paid out automatically. */
async function findSchedule(stripe: Stripe): Promise<LedgerFinding[]> {
  const { settings } = await stripe.accounts.retrieveCurrent()
  const interval = settings?.payouts?.schedule.interval ?? 'manual'
  if (interval === 'manual') return []
  const text = `The provider pays out the platform’s balance automatically (${interval}). Set its payouts to manual there.`
  return [{ kind: 'provider_schedule', subject: 'platform', text }]
}

/** The platform's total at the provider, pending or not, must equal the ledger's. */
async function compareBalance(db: Database, stripe: Stripe): Promise<LedgerFinding[]> {
  const { available, pending } = await stripe.balance.retrieve()
  const there = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
  const { rows } = await sql<{ cents: string }>`
    select coalesce(-sum(amount_cents), 0) as cents from ledger_entries
    join ledger_accounts accounts on accounts.id = account_id where accounts.kind = 'provider'`.execute(db)
  const here = Number(rows[0]!.cents)
  if (here === there) return []
  return [
    {
      kind: 'provider_balance',
      subject: 'platform',
      text: `The provider holds ${formatDollars(there)} for us. Our ledger says ${formatDollars(here)}.`,
    },
  ]
}
