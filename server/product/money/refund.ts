import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { post } from '../ledger/post.ts'
import { refundOwed } from '../ledger/postings.ts'
import { takeFromEarning } from './earnings.ts'
import { moneyOf, type PaidBooking, remainingOf, sumOf } from './remaining.ts'

export const refundJob = 'refund'

export type RefundReason =
  | 'declined'
  | 'lapsed'
  | 'missed'
  | 'cancelled'
  | 'late'
  | 'shortened'
  | 'problem'
  | 'operator'
  | 'provider'

type Refund = { parts: Parts; reason: RefundReason }
const nothing: Parts = { price: 0, fee: 0 }

/**
 * Gives money of a locked booking back, as much of it as is left: the row and what is owed in the caller's transaction, the
 * provider's refund by a job after it. Answers the cents; none for a step that has given back already.
 */
export async function giveBack(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking,
  { parts: wanted, reason }: Refund,
): Promise<number> {
  if (sumOf(wanted) === 0) return 0
  const remaining = await remainingOf(trx, booking.id)
  if (!remaining) return 0
  const parts = {
    price: Math.min(wanted.price, remaining.left.price),
    fee: Math.min(wanted.fee, remaining.left.fee),
  }
  if (sumOf(parts) === 0) return 0
  const id = await oweRefund(trx, deps, booking, { paymentId: remaining.paymentId, parts, reason })
  if (!id) return 0
  // What a bank has taken isn't there to be sent; it goes on when the dispute is won.
  if (!remaining.disputed) await sendLater(trx, deps, id)
  return sumOf(parts)
}

/**
 * Writes that money is owed back, from wherever it lies; null where the same step has done so already. `ofOwed`: what of it
 * other refunds owed until now, besides the parts.
 */
export async function oweRefund(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking,
  { paymentId, parts, ofOwed = nothing, reason }: Refund & { paymentId: string; ofOwed?: Parts },
): Promise<string | null> {
  const made = await trx
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      amount_cents: sumOf(parts) + sumOf(ofOwed),
      price_cents: parts.price + ofOwed.price,
      fee_cents: parts.fee + ofOwed.fee,
      of_owed_cents: sumOf(ofOwed),
      reason,
      created_at: deps.now(),
    })
    .onConflict(conflict =>
      conflict
        .columns(['payment_id', 'reason'])
        // In words, not as parameters: once its plan is a general one, a statement with those names no index.
        .where(sql<boolean>`reason not in ('shortened', 'operator', 'provider')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  if (sumOf(parts) === 0) return made.id
  const from = await takeFromEarning(trx, booking.id, parts.price)
  await post(trx, deps.now(), refundOwed(moneyOf(booking), made.id, parts, from))
  return made.id
}

/** Has the provider asked for a refund, once the caller's transaction is committed. */
export async function sendLater(db: Database, { jobs }: Pick<Deps, 'jobs'>, refundId: string): Promise<void> {
  await jobs.enqueue(db, refundJob, refundId, { refundId })
}
