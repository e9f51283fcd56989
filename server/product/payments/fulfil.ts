import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { changeBooking, lockBooking } from '../bookings/change-booking.ts'
import { endLostPlace, takePlace } from '../bookings/paid-place.ts'
import { giveBack } from './refund.ts'

/**
 * Applies what the provider says of a Checkout: the one way by which a booking becomes paid, whoever learnt of it first (the
 * webhook, the student's return, the clock), in any order and any number of times. Money for a time that is lost
 * meanwhile goes back.
 */
export async function fulfil(deps: Deps, session: Stripe.Checkout.Session): Promise<void> {
  const bookingId = session.metadata?.booking_id
  if (!bookingId || session.payment_status !== 'paid') return
  const paymentIntentId =
    typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id
  if (!paymentIntentId) throw new Error(`Checkout ${session.id} is paid without a payment intent`)
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) return deps.log.error({ bookingId }, 'a payment came for a booking that isn’t there')
    if (session.amount_total !== booking.amount_cents || session.currency !== 'usd') {
      throw new Error(
        `Checkout ${session.id} took ${session.amount_total} ${session.currency} for booking ${bookingId}`,
      )
    }
    const paid = await trx
      .updateTable('payments')
      .set({
        state: 'paid',
        checkout_id: session.id,
        payment_intent_id: paymentIntentId,
        paid_at: new Date(deps.now().epochMilliseconds),
      })
      .where('booking_id', '=', bookingId)
      .where('state', '<>', 'paid')
      .returning('id')
      .executeTakeFirst()
    if (!paid) return
    const isPlace = booking.kind === 'place'
    const isLost = await endLostPlace(trx, deps, booking)
    const to = isPlace ? 'approved' : 'requested'
    const changed = isLost ? null : await changeBooking(trx, deps, booking, to, 'payment')
    if (changed) {
      if (isPlace) await takePlace(trx, deps, changed)
      else await tellOfBooking(trx, deps, changed, to, changed.tutor_id)
    } else {
      await giveBack(trx, deps, bookingId, { cents: booking.amount_cents, reason: 'late' })
      await tellOfBooking(trx, deps, booking, 'paid_late', booking.student_id)
    }
  })
}
