import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { Transaction, TransactionFilter } from '#shared/api/wallets.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import type { LedgerKind } from '../ledger/post.ts'
import { inStates } from '../people/booking-states.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { shownTo } from '../people/shown-to.ts'

type Row = {
  id: string
  kind: LedgerKind
  at: Temporal.Instant
  of: Transaction['of']
  amount_cents: number
  booking_id: string | null
  topic: string | null
  own_name: string
  /** The other person; null if there is none. */
  name: string | null
  username: string | null
  picture_id: string | null
  email: string | null
  withdrawal_state: NonNullable<Transaction['withdrawal']>['state'] | null
  failure: string | null
}

/** Shown instead of the other person if there is none. */
const product = 'Ignite'

const filters: Record<TransactionFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  earnings: sql`"of" = 'wallet' and moved.kind in ('earned', 'refund_owed', 'dispute_lost', 'dispute_won')`,
  payments: sql`"of" = 'card' and moved.kind = 'paid'`,
  refunds: sql`moved.kind in ('refund_owed', 'refund_sent', 'refund_failed')`,
  withdrawals: sql`moved.kind in ('withdrawn', 'withdrawal_returned')`,
}

/**
 * Lines of a person's statement, the latest first. Each is described by its kind, the booking's topic and the
 * names of its people; only students who meet the tutor see the tutor's address.
 */
export async function statementPage(
  db: Database,
  userId: string,
  { filter, start, limit }: { filter: TransactionFilter; start: PageStart; limit: number },
): Promise<Transaction[]> {
  const after = start.after === null ? sql`` : sql`and transaction_id < ${start.after}::uuid`
  const { rows } = await sql<Row>`
    select lines.transaction_id as id, moved.kind, at, "of", lines.amount_cents, moved.booking_id, topic, own.name as own_name,
      other.name, other.picture_id, case when other.deleted_at is null then other.username end as username,
      case when other.deleted_at is null and other.email_verified and "of" = 'card' and bookings.state in (${inStates.acquainted})
        and ${shownTo(userId, sql`other.id`)} then other.email end as email,
      withdrawals.state as withdrawal_state, failure
    from wallet_lines lines join ledger_transactions moved on moved.id = transaction_id
      join users own on own.id = person_id left join users other on other.id = counterpart_id
      left join bookings on bookings.id = moved.booking_id left join withdrawals on withdrawals.id = withdrawal_id
    where person_id = ${userId} and ${filters[filter]} ${after}
    order by transaction_id desc limit ${sql.lit(limit)} offset ${sql.lit(start.skip)}`.execute(db)
  return rows.map(transaction)
}

function transaction(row: Row): Transaction {
  const { kind, amount_cents: cents, withdrawal_state: state } = row
  const [from, to] = fromAndTo(row)
  return {
    id: row.id,
    date: isoTime(row.at),
    // The end of the id is random, and short enough to read out.
    transaction_id: `IG-${row.id.slice(-12).toUpperCase()}`,
    type: cents < 0 ? 'debit' : 'credit',
    amount: centsToDecimal(Math.abs(cents)),
    of: row.of,
    kind,
    message: messages[kind]?.(row) ?? 'Correction',
    from,
    to,
    name: row.name,
    username: row.username,
    profile_image: pictureUrl(row.picture_id),
    email: row.email,
    profile_email: row.email,
    booking_id: row.booking_id,
    withdrawal: state && { state, failure: row.failure },
  }
}

function fromAndTo({ kind, amount_cents: cents, own_name: own, name }: Row): [string, string] {
  if (kind === 'withdrawn' || kind === 'paid_elsewhere') return [product, own]
  if (kind === 'withdrawal_returned') return [own, product]
  return cents < 0 ? [own, name ?? product] : [name ?? product, own]
}

const messages: Partial<Record<LedgerKind, (row: Row) => string>> = {
  paid: ({ topic }) => `Paid: ${topic}`,
  earned: ({ topic }) => `Earned: ${topic}`,
  refund_owed: ({ topic }) => `Refunded to the student: ${topic}`,
  refund_sent: ({ topic }) => `Refund: ${topic}`,
  refund_failed: ({ topic }) => `Refund sent back by the bank: ${topic}`,
  dispute_lost: ({ topic }) => `Taken back by the student’s bank: ${topic}`,
  dispute_won: ({ topic }) => `Returned by the student’s bank: ${topic}`,
  debt_carried: () => 'Carried over from your earlier account',
  paid_elsewhere: () => 'Settled outside Ignite',
  withdrawn: () => 'Withdrawal to your bank account',
  withdrawal_returned: ({ failure }) => `Withdrawal returned: ${failure ?? 'it couldn’t be made.'}`,
}
