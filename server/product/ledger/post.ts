import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Everything that can happen to money; server/product/ledger/postings.ts defines its effect on the accounts.
 */
export type LedgerKind =
  | 'paid'
  | 'refund_owed'
  | 'refund_sent'
  | 'refund_failed'
  | 'refund_settled'
  | 'earned'
  | 'released'
  | 'disputed'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_returned'
  | 'withdrawn'
  | 'transferred'
  | 'paid_out'
  | 'payout_returned'
  | 'reversed'
  | 'withdrawal_returned'
  | 'provider_fee'
  | 'debt_carried'
  /** An operator's statement (docs/operations.md). */
  | 'paid_elsewhere'
  | 'platform_paid_in'
  | 'platform_paid_out'

export type PersonalKind = 'pending' | 'available' | 'frozen' | 'payouts' | 'connected'

/**
 * An account of the ledger: the platform's, a booking's or a tutor's (server/migrations/0011_money.sql says
 * what each holds).
 */
export type Account =
  | { kind: 'provider' | 'platform_fees' | 'provider_costs' | 'settled_elsewhere' | 'platform_funds' }
  | { kind: 'held' | 'refunds' | 'disputes'; bookingId: string }
  | { kind: PersonalKind; ownerId: string }

/** What a person's statement shows: cents above zero came to them, below zero left them. */
export type Line = { personId: string; of: 'wallet' | 'card'; cents: number; counterpartId: string | null }

export type Movement = {
  kind: LedgerKind
  /** Identifies the cause and the attempt; a movement with the same key is the same one. */
  key: string
  bookingId?: string
  withdrawalId?: string
  /** The provider's object that moved the money. */
  providerRef?: string
  /** Credits above zero, debits below; they sum to zero, and entries of zero are left out. */
  entries: [Account, number][]
  lines?: Line[]
}

/**
 * Posts a movement of money to the ledger, in the caller's transaction. Returns false, and writes nothing, if
 * its key exists. The database refuses entries that don't sum to zero or lack the money (constraint
 * `ledger_not_below_zero`).
 */
export async function post(trx: Trx, at: Temporal.Instant, movement: Movement): Promise<boolean> {
  const entries = movement.entries.filter(([, cents]) => cents !== 0)
  const made = await trx
    .insertInto('ledger_transactions')
    .values({
      kind: movement.kind,
      key: movement.key,
      booking_id: movement.bookingId ?? null,
      withdrawal_id: movement.withdrawalId ?? null,
      provider_ref: movement.providerRef ?? null,
      at,
    })
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  const rows = []
  for (const [account, cents] of entries) rows.push({ id: await accountId(trx, account), cents })
  // Always in one order: each entry locks its account's row, and two movements in different orders would
  // deadlock.
  rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, cents } of rows) {
    await trx
      .insertInto('ledger_entries')
      .values({ transaction_id: made.id, account_id: id, amount_cents: cents })
      .execute()
  }
  const lines = (movement.lines ?? []).filter(({ cents }) => cents !== 0)
  if (lines.length > 0) {
    await trx
      .insertInto('wallet_lines')
      .values(
        lines.map(line => ({
          transaction_id: made.id,
          person_id: line.personId,
          of: line.of,
          amount_cents: line.cents,
          counterpart_id: line.counterpartId,
        })),
      )
      .execute()
  }
  return true
}

/** The account's id, created on first use. */
async function accountId(trx: Trx, account: Account): Promise<string> {
  const ownerId = 'ownerId' in account ? account.ownerId : null
  const bookingId = 'bookingId' in account ? account.bookingId : null
  const find = () =>
    sql<{ id: string }>`
    select id from ledger_accounts
    where kind = ${account.kind} and owner_id is not distinct from ${ownerId}::uuid
      and booking_id is not distinct from ${bookingId}::uuid`.execute(trx)
  const { rows } = await find()
  if (rows[0]) return rows[0].id
  await sql`
    insert into ledger_accounts (kind, owner_id, booking_id, balance_cents)
    values (${account.kind}, ${ownerId}, ${bookingId}, 0) on conflict do nothing`.execute(trx)
  return (await find()).rows[0]!.id
}
