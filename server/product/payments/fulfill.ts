import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { idOf } from '#server/platform/payments/provider-objects.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { changeBooking, lockBooking } from '../bookings/change-booking.ts'
import { endLostPlace, takePlace } from '../enrolments/paid-place.ts'
import { post } from '../ledger/post.ts'
import { paid } from '../ledger/postings.ts'
import { refundBooking } from '../money/refund.ts'
import { moneyOf } from '../money/remaining.ts'

/**
 * Applies the provider's state of a Checkout: the only way a booking becomes paid, whichever way we learned
 * of it (the webhook, the student's return, a scheduled job), in any order and any number of times. Refunds
 * the money if the time was lost meanwhile.
 */
export async function fulfill(deps: Deps, session: Stripe.Checkout.Session): Promise<void> {
  const bookingId = bookingIdOf(session)
  if (!bookingId || session.payment_status !== 'paid') return
  const paymentIntentId = idOf(session.payment_intent)
  if (!paymentIntentId) throw new Error(`Checkout ${session.id} is paid without a payment intent`)
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) return deps.log.error({ bookingId }, 'a payment arrived for a booking that doesn’t exist')
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
    if (!payment) return
    const received = { id: payment.id, cents: total, intentId: paymentIntentId }
    await post(trx, deps.now(), paid(moneyOf(booking), received))
    const isPlace = booking.kind === 'place'
    const isLost = await endLostPlace(trx, deps, booking)
    const to = isPlace ? 'approved' : 'requested'
    const changed = isLost ? null : await changeBooking(trx, deps, booking, to, 'payment')
    if (changed) {
      await tellOfBooking(trx, deps, changed, 'paid', changed.student_id)
      if (isPlace) await takePlace(trx, deps, changed)
      else await tellOfBooking(trx, deps, changed, to, changed.tutor_id)
    } else {
      const parts = { price: booking.amount_cents, fee: booking.fee_cents }
      await refundBooking(trx, deps, booking, { parts, reason: 'late' })
      await tellOfBooking(trx, deps, booking, 'paid_late', booking.student_id)
    }
  })
}

/** The booking of a Checkout; null if it isn't ours: others may use the same account at the provider. */
export function bookingIdOf({ metadata }: Stripe.Checkout.Session): string | null {
  const id = metadata?.booking_id
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}
