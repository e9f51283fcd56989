import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { splitRefund } from '#shared/domain/refund-split.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { type BookingRow, lockBooking } from '../bookings/change-booking.ts'
import { post } from '../ledger/post.ts'
import { refundFailed, refundSent } from '../ledger/postings.ts'
import { paymentOf } from './payment-of.ts'
import { oweRefund } from './refund.ts'
import { moneyOf, remainingOf, sumOf } from './remaining.ts'

type Row = { id: string; amount_cents: number; state: string; refund_id: string | null; attempt: number }

/**
 * Applies what the provider says of a refund by now, whoever learnt of it first, in any order and any number of times: ours,
 * or one that somebody made at the provider itself.
 */
export async function applyRefund(deps: Deps, refund: Stripe.Refund): Promise<void> {
  const payment = await paymentOf(deps, refund.payment_intent)
  if (!payment) return
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, payment.bookingId)
    if (!booking) return
    const ours = (await findRow(trx, payment.id, refund)) ?? (await findOwed(trx, payment.id, refund))
    if (ours) {
      const isSent = await bring(trx, deps, booking, ours, refund)
      if (isSent && (ours.state === 'failed' || ours.attempt > 0))
        await tellOfBooking(trx, deps, booking, 'refunded', booking.student_id)
      return
    }
    const foreign = await recordForeign(trx, deps, booking, payment.id, refund)
    if (!foreign) return
    await bring(trx, deps, booking, foreign, refund)
    for (const reader of [booking.student_id, booking.tutor_id]) {
      await tellOfBooking(trx, deps, booking, 'refunded', reader)
    }
  })
}

/** Ours, by the provider's name for it or, where its answer was lost, by the name that we gave it. */
async function findRow(
  trx: Trx,
  paymentId: string,
  { id, metadata }: Stripe.Refund,
): Promise<Row | undefined> {
  const rows = await trx
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'state', 'refund_id', 'attempt'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute()
  const named = rows.find(row => row.refund_id === id)
  return named ?? rows.find(row => row.refund_id === null && isAttempt(row, metadata))
}

/** What a refund tells the provider of itself: its row, and how often that was begun anew. */
export function nameOfAttempt({ id, attempt }: { id: string; attempt: number }): Stripe.MetadataParam {
  return attempt === 0 ? { refund_id: id } : { refund_id: id, attempt: String(attempt) }
}

/** Whether it is this attempt: of an earlier one, which failed, the provider tells still. */
export function isAttempt(
  { id, attempt }: { id: string; attempt: number },
  metadata: Stripe.Metadata | null,
): boolean {
  return metadata?.refund_id === id && Number(metadata.attempt ?? 0) === attempt
}

/** One that is owed still, where somebody has made it at the provider, perhaps anew: it must not be made twice. */
async function findOwed(
  trx: Trx,
  paymentId: string,
  { amount, status }: Stripe.Refund,
): Promise<Row | undefined> {
  if (hasFailed(status)) return
  return trx
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'state', 'refund_id', 'attempt'])
    .where('payment_id', '=', paymentId)
    .where(({ eb, or, and }) =>
      or([eb('state', '=', 'failed'), and([eb('state', '=', 'pending'), eb('refund_id', 'is', null)])]),
    )
    .where('amount_cents', '=', amount)
    .orderBy('created_at')
    .executeTakeFirst()
}

/** Takes a refund into the books that nobody here knew of. */
async function recordForeign(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  paymentId: string,
  { id, amount, status }: Stripe.Refund,
): Promise<Row | null> {
  if (hasFailed(status)) return null
  const remaining = await remainingOf(trx, booking.id)
  if (!remaining || amount > sumOf(remaining.left)) {
    // The check of the ledger against the provider tells it to a person.
    deps.log.error({ refund: id, bookingId: booking.id }, 'the provider gave back more than was left')
    return null
  }
  const parts = splitRefund(amount, remaining.left, remaining.whole)
  const made = await oweRefund(trx, deps, booking, { paymentId, parts, reason: 'provider' })
  return made ? { id: made, amount_cents: amount, state: 'pending', refund_id: null, attempt: 0 } : null
}

/** Brings a row to where the provider's refund is; answers whether that has just left. */
async function bring(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  row: Row,
  refund: Stripe.Refund,
): Promise<boolean> {
  const isSettled =
    row.state === 'void' || row.state === 'settled' || (row.state === 'failed' && row.refund_id === refund.id)
  if (isSettled) return false
  const now = deps.now()
  const movement = { id: await attemptOf(trx, row, refund), cents: row.amount_cents, providerId: refund.id }
  const set = (values: { state?: string; failure?: string | null; done_at?: Temporal.Instant }) =>
    trx
      .updateTable('refunds')
      .set({ ...values, refund_id: refund.id })
      .where('id', '=', row.id)
      .execute()
  if (hasFailed(refund.status)) {
    if (row.state === 'done') await post(trx, deps.now(), refundFailed(moneyOf(booking), movement))
    await set({ state: 'failed', failure: refund.failure_reason ?? refund.status ?? 'failed' })
    await tellOfBooking(trx, deps, booking, 'refund_failed', booking.student_id)
    return false
  }
  if (row.state === 'done') return false
  if (!hasLeft(refund)) {
    await set({})
    return false
  }
  await post(trx, deps.now(), refundSent(moneyOf(booking), movement))
  await set({ state: 'done', failure: null, done_at: now })
  return true
}

/** Names the attempt: one that follows on another which the bank sent back is a movement of its own. */
async function attemptOf(trx: Trx, row: Row, { id }: Stripe.Refund): Promise<string> {
  const before = await trx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('key', '=', `refund_failed:${row.id}`)
    .where('provider_ref', '<>', id)
    .executeTakeFirst()
  return before ? `${row.id}:${id}` : row.id
}

/**
 * Whether the money has left our balance. A refund has succeeded once it is handed to the bank, which takes its days; a pending
 * one either waits for that with our money gone, and then has a balance transaction, or for our balance to cover it
 * (docs.stripe.com/api/refunds/object, docs.stripe.com/refunds).
 */
function hasLeft({ status, balance_transaction: transaction }: Stripe.Refund): boolean {
  return status === 'succeeded' || (status === 'pending' && transaction !== null)
}

/** A bank sends a refund back as failed; one that waited for the student to act is canceled. Our balance has it again. */
function hasFailed(status: Stripe.Refund['status']): boolean {
  return status === 'failed' || status === 'canceled'
}
