import type { Selectable, Updateable } from 'kysely'
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Refunds } from '#server/platform/db/types.gen.ts'
import { splitRefund } from '#shared/domain/refund-split.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { cancelWithoutPayment } from '../bookings/cancel-without-payment.ts'
import { type BookingRow, lockBooking } from '../bookings/lock-booking.ts'
import { post } from '../ledger/post.ts'
import { refundFailed, refundSent } from '../ledger/postings.ts'
import { oweRefund } from '../money/refund.ts'
import { moneyOf, remainingOf, sumOf } from '../money/remaining.ts'
import { paymentOf } from './payment-of.ts'
import { isAttempt } from './refund-attempt.ts'
import { mailOfShortRefund, tellRefundFailed } from './refuse-refund.ts'
import { takeFromOwed } from './take-from-owed.ts'

type Row = Pick<Selectable<Refunds>, (typeof columns)[number]>
const columns = [
  'id',
  'amount_cents',
  'price_cents',
  'fee_cents',
  'of_owed_cents',
  'state',
  'failure',
  'refund_id',
  'attempt',
  'asked',
] as const

/** Applies every refund that the provider has for a payment. */
export async function applyRefundsOf(
  deps: Deps,
  of: { charge: string } | { payment_intent: string },
): Promise<void> {
  for await (const one of deps.stripe.refunds.list({ ...of, limit: 100 })) await applyRefund(deps, one)
}

/**
 * Applies the provider's current state of a refund, whichever way we learned of it, in any order and any
 * number of times: one of ours, or one that somebody made directly at the provider, which first counts toward
 * what is owed.
 */
export async function applyRefund(deps: Deps, refund: Stripe.Refund): Promise<void> {
  const payment = await paymentOf(deps, refund.payment_intent)
  if (!payment) return
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, payment.bookingId)
    if (!booking) return
    const rows = await rowsOf(trx, payment.id)
    const named = rowFor(rows, refund)
    // One that nobody here knew of, and that moved no money in the end.
    if (!named && hasFailed(refund.status)) return
    if (!named) requireNoneInFlight(rows)
    const ours = named ?? owedExactly(rows, refund)
    if (ours) {
      const isSent = await applyToRow(trx, deps, booking, ours, refund)
      if (isSent && (ours.state === 'failed' || ours.attempt > 0))
        await tellOfBooking(trx, deps, booking, 'refunded', booking.student_id, {
          refundCents: ours.amount_cents,
        })
      return
    }
    const made = await recordMadeElsewhere(trx, deps, booking, { paymentId: payment.id, rows }, refund)
    if (!made) return
    await applyToRow(trx, deps, booking, made.row, refund)
    const { toEarn } = await cancelWithoutPayment(trx, deps, booking, 'operator')
    const news = { refundCents: made.row.amount_cents, toEarn }
    await tellOfBooking(trx, deps, booking, 'refunded', booking.student_id, news)
    // The tutor has heard of what was owed before.
    if (made.taken === 0) return
    await tellOfBooking(trx, deps, booking, 'refunded', booking.tutor_id, {
      ...news,
      refundCents: made.taken,
    })
  })
}

function rowsOf(trx: Trx, paymentId: string): Promise<Row[]> {
  return trx
    .selectFrom('refunds')
    .select(columns)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Ours, by the provider's id or, if its answer was lost, by the id that we gave it. */
function rowFor(rows: Row[], { id, metadata }: Stripe.Refund): Row | undefined {
  const named = rows.find(row => row.refund_id === id)
  return named ?? rows.find(row => row.refund_id === null && isAttempt(row, metadata))
}

/** Throws, so that the job retries: one of ours that may exist at the provider by now would count twice. */
function requireNoneInFlight(rows: Row[]): void {
  if (rows.some(row => row.state === 'pending' && row.refund_id === null && row.asked))
    throw new Error('a refund made at the provider waits for the end of one of ours')
}

/**
 * A refund that somebody made at the provider (perhaps again) with exactly the owed amount: it must not be
 * made twice.
 */
function owedExactly(rows: Row[], { amount }: Stripe.Refund): Row | undefined {
  return owedOf(rows).find(row => row.amount_cents === amount)
}

/** What is still owed, the oldest first. */
function owedOf(rows: Row[]): Row[] {
  return rows.filter(({ state, refund_id: id }) => state === 'failed' || (state === 'pending' && id === null))
}

/** Books a refund that nobody here knew of: first toward what is owed, then out of what is left. `taken`: the tutor's part of the latter. */
async function recordMadeElsewhere(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  { paymentId, rows }: { paymentId: string; rows: Row[] },
  { id: providerId, amount }: Stripe.Refund,
): Promise<{ row: Row; taken: number } | null> {
  const remaining = await remainingOf(trx, booking.id)
  const owed = owedOf(rows)
  const most = owed.reduce((sum, row) => sum + row.amount_cents, remaining ? sumOf(remaining.left) : 0)
  if (!remaining || amount > most) {
    // The ledger's check against the provider reports it to a person.
    deps.log.error(
      { refund: providerId, bookingId: booking.id },
      'a refund at the provider is larger than what was left',
    )
    return null
  }
  const ofOwed = await takeFromOwed(trx, owed, amount, remaining.whole)
  const parts = splitRefund(amount - sumOf(ofOwed), remaining.left, remaining.whole)
  const id = await oweRefund(trx, deps, booking, { paymentId, parts, ofOwed, reason: 'provider' })
  return { row: (await rowsOf(trx, paymentId)).find(row => row.id === id)!, taken: parts.price }
}

/** Updates a row to the state of the provider's refund; returns whether the money just left. */
async function applyToRow(
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
  const set = (values: Updateable<Refunds>) =>
    trx
      .updateTable('refunds')
      .set({ ...values, refund_id: refund.id })
      .where('id', '=', row.id)
      .execute()
  if (hasFailed(refund.status)) {
    if (row.state === 'done') await post(trx, deps.now(), refundFailed(moneyOf(booking), movement))
    await set({ state: 'failed', failure: refund.failure_reason ?? refund.status ?? 'failed' })
    await tellRefundFailed(trx, deps, booking, row)
    return false
  }
  if (row.state === 'done') return false
  if (!hasLeft(refund)) {
    const failure = refund.pending_reason === 'insufficient_funds' ? refund.pending_reason : null
    // A failed one that somebody made again at the provider is on its way, too.
    await set({ state: 'pending', failure, attempt: row.attempt + (row.state === 'failed' ? 1 : 0) })
    if (failure && failure !== row.failure) await mailOfShortRefund(trx, deps, row)
    return false
  }
  await post(trx, deps.now(), refundSent(moneyOf(booking), movement))
  await set({ state: 'done', failure: null, done_at: now })
  return true
}

/** Identifies the attempt: one that follows a refund which the bank sent back is a movement of its own. */
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
 * Whether the money has left our balance. A refund has succeeded once it is handed to the bank, which takes
 * days; a pending one either waits for that with our money gone, and then has a balance transaction, or for
 * our balance to cover it (docs.stripe.com/api/refunds/object, docs.stripe.com/refunds).
 */
function hasLeft({ status, balance_transaction: transaction }: Stripe.Refund): boolean {
  return status === 'succeeded' || (status === 'pending' && transaction !== null)
}

/**
 * A refund that the bank returns is `failed`; one that waited for the student to act is `canceled`. Either
 * way our balance has the money again.
 */
function hasFailed(status: Stripe.Refund['status']): boolean {
  return status === 'failed' || status === 'canceled'
}
