import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { idOf, secondPayment } from '#server/platform/payments/provider-objects.ts'
import { isUuid } from '#shared/api/fields.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { type BookingRow, lockBooking } from '../bookings/lock-booking.ts'
import { isLostPlace, takePlace } from '../enrolments/paid-place.ts'
import { post } from '../ledger/post.ts'
import { paid } from '../ledger/postings.ts'
import { refundBooking } from '../money/refund.ts'
import { moneyOf } from '../money/remaining.ts'
import { isBlockBetween } from '../people/find-person.ts'

/**
 * Applies the provider's state of a Checkout: the only way a booking becomes paid, whichever way we learned
 * of it (the webhook, the student's return, a scheduled job), in any order and any number of times. Refunds
 * the money if the time was lost meanwhile, or if another Checkout paid for it.
 */
export async function fulfill(deps: Deps, session: Stripe.Checkout.Session): Promise<void> {
  const bookingId = bookingIdOf(session)
  if (!bookingId || session.payment_status !== 'paid') return
  const paymentIntentId = idOf(session.payment_intent)
  if (!paymentIntentId) throw new Error(`Checkout ${session.id} is paid without a payment intent`)
  const isNews = await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) {
      deps.log.error({ bookingId }, 'a payment arrived for a booking that doesn’t exist')
      return true
    }
    const total = booking.amount_cents + booking.fee_cents
    if (session.amount_total !== total || session.currency !== 'usd') {
      throw new Error(
        `Checkout ${session.id} took ${session.amount_total} ${session.currency} for booking ${bookingId}`,
      )
    }
    const payment = await trx
      .updateTable('payments')
      .set({
        state: 'paid',
        checkout_id: session.id,
        payment_intent_id: paymentIntentId,
        paid_at: deps.now(),
      })
      .where('booking_id', '=', bookingId)
      .where('state', '<>', 'paid')
      .returning('id')
      .executeTakeFirst()
    if (!payment) return false
    const received = { id: payment.id, cents: total, intentId: paymentIntentId }
    await post(trx, deps.now(), paid(moneyOf(booking), received))
    const isPlace = booking.kind === 'place'
    const isLost = await endLostHold(trx, deps, booking)
    const to = isPlace ? 'approved' : 'requested'
    const changed = isLost ? null : await changeBooking(trx, deps, booking, { to, by: 'payment' })
    if (changed) {
      await tellOfBooking(trx, deps, changed, 'paid', changed.student_id)
      if (isPlace) await takePlace(trx, deps, changed)
      else await tellOfBooking(trx, deps, changed, to, changed.tutor_id)
    } else {
      const parts = { price: booking.amount_cents, fee: booking.fee_cents }
      await refundBooking(trx, deps, booking, { parts, reason: 'late' })
      await tellOfBooking(trx, deps, booking, 'paid_late', booking.student_id)
    }
    return true
  })
  if (!isNews) await refundSecond(deps, bookingId, paymentIntentId)
}

/**
 * Ends a hold that is being paid for, if a block or the session has taken its time from the student meanwhile, or if
 * it has begun before its tutor could answer.
 */
async function endLostHold(trx: Trx, deps: Deps, booking: BookingRow): Promise<boolean> {
  if (booking.state !== 'held') return false
  const isLost =
    (booking.kind === 'slot' && Temporal.Instant.compare(deps.now(), booking.starts_at) >= 0) ||
    (await isBlockBetween(trx, booking.student_id, booking.tutor_id)) ||
    (await isLostPlace(trx, deps, booking))
  if (isLost) await changeBooking(trx, deps, booking, { to: 'expired', by: 'payment' })
  return isLost
}

/** Refunds a payment for a booking that another one paid. The ledger never has it. */
async function refundSecond({ db, stripe, log }: Deps, bookingId: string, intentId: string): Promise<void> {
  const paidByAnother = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('payment_intent_id', '<>', intentId)
    .executeTakeFirst()
  if (!paidByAnother) return
  // The provider forgets the key after a day, and reports the payment again whenever its refund changes.
  const { data: made } = await stripe.refunds.list({ payment_intent: intentId, limit: 1 })
  if (made.length > 0) return
  try {
    await stripe.refunds.create(
      {
        payment_intent: intentId,
        reason: 'duplicate',
        metadata: { [secondPayment]: 'true', booking_id: bookingId },
      },
      { idempotencyKey: `second:${intentId}` },
    )
    log.warn({ bookingId, intentId }, 'a booking was paid twice, and the second payment is refunded')
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    // The ledger's check against the provider reports the payment to a person.
    const { code } = error
    log.error({ bookingId, intentId, code }, 'the payment provider refused to refund a second payment')
  }
}

/** The booking of a Checkout; null if it isn't ours: others may use the same account at the provider. */
export function bookingIdOf({ metadata }: Stripe.Checkout.Session): string | null {
  const id = metadata?.booking_id
  return id && isUuid(id) ? id : null
}
