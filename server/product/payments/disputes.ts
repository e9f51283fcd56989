import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { decisionOf, returnedFor, takenFor } from '#server/platform/payments/provider-objects.ts'
import { canTransition } from '#shared/domain/booking-states.ts'
import { type Parts, splitRefund } from '#shared/domain/refund-split.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { cancelWithoutPayment } from '../bookings/cancel-without-payment.ts'
import { bookingFactsOf } from '../bookings/change-booking.ts'
import { type BookingRow, lockBooking } from '../bookings/lock-booking.ts'
import { post } from '../ledger/post.ts'
import { disputed, disputeLost, disputeReturned, disputeWon, providerFee } from '../ledger/postings.ts'
import { lockEarning, moveEarning, takeFromEarning, whenThawed } from '../money/earnings.ts'
import { sendRefundLater } from '../money/refund.ts'
import { moneyOf, remainingOf, sumOf } from '../money/remaining.ts'
import { mailOfMoney } from '../support/money-mail.ts'
import { paymentOf } from './payment-of.ts'
import { takeFromOwed } from './take-from-owed.ts'
import { winLate } from './win-late.ts'

type Row = { id: string; payment_id: string; amount_cents: number }

/**
 * Applies the provider's current state of a dispute, in any order and any number of times. Only a dispute in
 * which the bank has taken money counts; of a new one in which it only asks, the operators get a mail.
 */
export async function applyDispute(deps: Deps, disputeId: string, { isNew = false } = {}): Promise<void> {
  const dispute = await deps.stripe.disputes.retrieve(disputeId)
  const payment = await paymentOf(deps, dispute.payment_intent)
  if (!payment) return
  if (isNew && dispute.status === 'warning_needs_response') await mailOfInquiry(deps, dispute, payment)
  const moved = dispute.balance_transactions
  await deps.db.transaction().execute(async trx => {
    for (const { id, fee } of moved) {
      if (fee !== 0) await post(trx, deps.now(), providerFee(id, fee))
    }
    const booking = await lockBooking(trx, payment.bookingId)
    if (!booking) return
    const row = await openRow(trx, deps, booking, payment.id, dispute)
    const decision = decisionOf(dispute)
    const returned = returnedFor(dispute)
    if (row && decision === 'lost') await lose(trx, deps, booking, row)
    // The bank's decision comes first, and the money with it or later.
    if (row && decision === 'won' && returned > 0) await win(trx, deps, booking, row)
    if (!row && decision === 'won') await winLate(trx, deps, booking, { id: dispute.id, returned })
    if (decision === 'lost' && returned > 0)
      await takeReturned(trx, deps, booking, { id: dispute.id, returned })
  })
}

/** The dispute's row while it is open; created, with everything frozen, when the bank first takes money. */
async function openRow(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  paymentId: string,
  dispute: Stripe.Dispute,
): Promise<Row | undefined> {
  const { id, reason, created, status } = dispute
  const answer_by = answerBy(dispute)
  const known = await trx
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'amount_cents', 'state', 'answer_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) {
    if (known.state !== 'open') return
    await trx.updateTable('disputes').set({ answer_by }).where('id', '=', id).execute()
    if (status === 'appeal_needs_response' && String(answer_by) !== String(known.answer_by))
      await mailOfMoney(trx, deps, `dispute-${id}-appeal`, { disputeId: id, appeal: true })
    return known
  }
  const cents = takenFor(dispute)
  if (cents === 0) return
  await trx
    .insertInto('disputes')
    .values({
      ...{ id, payment_id: paymentId, amount_cents: cents, reason, answer_by },
      opened_at: Temporal.Instant.fromEpochMilliseconds(created * 1000),
    })
    .execute()
  const earning = await lockEarning(trx, booking.id)
  const frozen =
    earning && earning.state !== 'frozen' && earning.cents > 0
      ? { cents: earning.cents, in: earning.state }
      : null
  await post(trx, deps.now(), disputed(moneyOf(booking), { id, cents }, frozen))
  if (earning) await moveEarning(trx, booking.id, 'frozen')
  const upcoming = canTransition(bookingFactsOf(booking), 'cancelled', 'payment', deps.now())
  const left = sumOf((await remainingOf(trx, booking.id))!.left)
  // Nothing of it is the tutor's once the student gets all of it back.
  if (left > 0)
    await tellOfBooking(trx, deps, booking, 'disputed', booking.tutor_id, { upcoming, part: cents < left })
  await mailOfMoney(trx, deps, `dispute-${id}`, { disputeId: id })
  return { id, payment_id: paymentId, amount_cents: cents }
}

/** An inquiry that nobody answers in time becomes a dispute. It has no row, so its mail carries what it says. */
async function mailOfInquiry(
  deps: Deps,
  dispute: Stripe.Dispute,
  { bookingId }: { bookingId: string },
): Promise<void> {
  const { id, amount: cents } = dispute
  const by = answerBy(dispute)
  await deps.db
    .transaction()
    .execute(trx =>
      mailOfMoney(trx, deps, `inquiry-${id}`, { inquiryId: id, bookingId, cents, by: by && isoTime(by) }),
    )
}

/** The bank's deadline for evidence; null once it has been sent. */
function answerBy({ status, evidence_details: { due_by } }: Stripe.Dispute): Temporal.Instant | null {
  return status.endsWith('needs_response') && due_by !== null
    ? Temporal.Instant.fromEpochMilliseconds(due_by * 1000)
    : null
}

async function win(trx: Trx, deps: Deps, booking: BookingRow, row: Row): Promise<void> {
  await close(trx, deps, row, { state: 'won' })
  const thaw = await thawEarning(trx, deps, booking, row)
  const dispute = { id: row.id, cents: row.amount_cents }
  await post(trx, deps.now(), disputeWon(moneyOf(booking), dispute, thaw))
  if (sumOf((await remainingOf(trx, booking.id))!.left) > 0)
    await tellOfBooking(trx, deps, booking, 'dispute_won', booking.tutor_id)
  const waiting = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', row.payment_id)
    .where('state', '=', 'pending')
    .execute()
  for (const { id } of waiting) await sendRefundLater(trx, deps, id)
}

/**
 * The bank lets the student keep the money. That settles the refunds they were owed, as far as it goes. The rest is
 * taken from whoever has it: the booking, or its tutor and the platform's fee.
 */
async function lose(trx: Trx, deps: Deps, booking: BookingRow, row: Row): Promise<void> {
  const { left, whole } = (await remainingOf(trx, booking.id))!
  const ofOwed = await payOwed(trx, row, whole)
  const owed = sumOf(ofOwed)
  const parts = splitRefund(Math.min(row.amount_cents - owed, sumOf(left)), left, whole)
  const from = (await takeFromEarning(trx, booking.id, parts.price)) === 'held' ? 'held' : 'frozen'
  const borne = { price_cents: ofOwed.price + parts.price, fee_cents: ofOwed.fee + parts.fee }
  await close(trx, deps, row, { state: 'lost', ...borne })
  const thaw = await thawEarning(trx, deps, booking, row)
  const dispute = { id: row.id, cents: row.amount_cents }
  await post(trx, deps.now(), disputeLost(moneyOf(booking), dispute, { owed, parts, from, thaw }))
  const { cancelled, toEarn } = await cancelWithoutPayment(trx, deps, booking, 'payment')
  const part = sumOf(parts) < sumOf(left)
  const news = { upcoming: cancelled !== null, toEarn, part, taken: sumOf(parts) > 0 }
  if (sumOf(left) > 0) await tellOfBooking(trx, deps, booking, 'dispute_lost', booking.tutor_id, news)
  if (cancelled) await tellOfBooking(trx, deps, cancelled, 'dispute_lost', booking.student_id)
}

/**
 * A bank that took all of a payment gives back what had been refunded of it before, and calls the dispute lost
 * (support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued). The platform bore that.
 */
async function takeReturned(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  { id, returned }: { id: string; returned: number },
): Promise<void> {
  const row = await trx
    .selectFrom('disputes')
    .select(['amount_cents', 'price_cents', 'fee_cents', 'returned_cents'])
    .where('id', '=', id)
    .where('state', '=', 'lost')
    .executeTakeFirst()
  if (!row || row.returned_cents === returned) return
  const { amount_cents, price_cents, fee_cents, returned_cents } = row
  if (returned > amount_cents - price_cents - fee_cents) {
    // The ledger's check against the provider reports it to a person.
    deps.log.error({ dispute: id, returned }, 'a bank returned money of a lost dispute that others bore')
    return
  }
  await trx.updateTable('disputes').set({ returned_cents: returned }).where('id', '=', id).execute()
  const cents = returned - returned_cents
  await post(trx, deps.now(), disputeReturned(moneyOf(booking), { id, cents, before: returned_cents }))
}

/** Counts the owed refunds as made by the bank, as far as its sum covers them; returns that part. */
async function payOwed(
  trx: Trx,
  { payment_id: paymentId, amount_cents: cents }: Row,
  whole: Parts,
): Promise<Parts> {
  const owed = await trx
    .selectFrom('refunds')
    .select(['id', 'price_cents', 'fee_cents', 'of_owed_cents', 'attempt'])
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['pending', 'failed'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return takeFromOwed(trx, owed, cents, whole)
}

/**
 * Where the rest of an earning goes when it is unfrozen; nowhere while another dispute of the payment is
 * open.
 */
async function thawEarning(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  { payment_id: paymentId }: Row,
): Promise<{ cents: number; to: 'pending' | 'available' } | null> {
  const earning = await lockEarning(trx, booking.id)
  if (earning?.state !== 'frozen') return null
  const other = await trx
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (other) return null
  const to = await whenThawed(trx, deps, earning)
  await moveEarning(trx, booking.id, to)
  return { cents: earning.cents, to }
}

type End = { state: 'won' } | { state: 'lost'; price_cents: number; fee_cents: number }

async function close(trx: Trx, deps: Deps, { id }: Row, end: End): Promise<void> {
  await trx
    .updateTable('disputes')
    .set({ ...end, closed_at: deps.now() })
    .where('id', '=', id)
    .execute()
}
