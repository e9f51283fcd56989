import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { Refunds } from '#server/platform/db/types.gen.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { post } from '../ledger/post.ts'
import { refundOwed } from '../ledger/postings.ts'
import { takeFromEarning } from './earnings.ts'
import { moneyOf, type PaidBooking, remainingOf, sumOf } from './remaining.ts'

export const refundJob = 'refund'

export type RefundReason = Refunds['reason']

type Refund = {
  /** If the caller chose one. */
  id?: string | undefined
  parts: Parts
  reason: RefundReason
  /** The moment that it is booked at; now if left out. */
  at?: Temporal.Instant
}
const nothing: Parts = { price: 0, fee: 0 }

/**
 * Refunds a locked booking, up to what is left: the row and the debt in the caller's transaction, the
 * provider's refund in a job after it. Returns the cents; none for a step that already made its refund.
 */
export async function refundBooking(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking,
  { id: chosen, parts: wanted, reason, at = deps.now() }: Refund,
): Promise<number> {
  if (sumOf(wanted) === 0) return 0
  const remaining = await remainingOf(trx, booking.id)
  if (!remaining) return 0
  const parts = {
    price: Math.min(wanted.price, remaining.left.price),
    fee: Math.min(wanted.fee, remaining.left.fee),
  }
  if (sumOf(parts) === 0) return 0
  const { paymentId } = remaining
  const id = await oweRefund(trx, deps, booking, { id: chosen, paymentId, parts, reason, at })
  if (!id) return 0
  // Money that a bank has taken can't be sent; the refund continues when the dispute is won.
  if (!remaining.disputed) await sendRefundLater(trx, deps, id)
  return sumOf(parts)
}

/**
 * Posts a refund as owed, from wherever the money is; null if the same step already did, or its
 * id is taken. `ofOwed`: the part that other refunds owed until now, besides the parts.
 */
export async function oweRefund(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking,
  {
    id,
    paymentId,
    parts,
    ofOwed = nothing,
    reason,
    at = deps.now(),
  }: Refund & {
    paymentId: string
    ofOwed?: Parts
  },
): Promise<string | null> {
  const made = await trx
    .insertInto('refunds')
    .values({
      id,
      payment_id: paymentId,
      amount_cents: sumOf(parts) + sumOf(ofOwed),
      price_cents: parts.price + ofOwed.price,
      fee_cents: parts.fee + ofOwed.fee,
      of_owed_cents: sumOf(ofOwed),
      reason,
      created_at: at,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  if (sumOf(parts) === 0) return made.id
  const from = await takeFromEarning(trx, booking.id, parts.price)
  await post(trx, at, refundOwed(moneyOf(booking), made.id, parts, from))
  return made.id
}

/** Enqueues the refund at the provider, in the caller's transaction. */
export async function sendRefundLater(
  db: Database,
  { jobs }: Pick<Deps, 'jobs'>,
  refundId: string,
): Promise<void> {
  await jobs.enqueue(db, refundJob, refundId, { refundId })
}
