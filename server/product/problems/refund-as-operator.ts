import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import { record } from '../audit/audit.ts'
import { cancelWithoutPayment } from '../bookings/cancel-without-payment.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { noBooking } from '../bookings/sides.ts'
import { refundPaid } from '../money/refund-paid.ts'
import { tellOfProblem } from './problem-alerts.ts'
import { refuseOwn } from './refuse-own.ts'

type Gift = { id?: string | undefined; bookingId: string; amount: string; reason: string }

/**
 * Refunds a paid booking for an operator, in any state and at any time; tells both of its people why. Without money left for the tutor,
 * a meeting still to come is canceled. Repeated with the same id, it is the same refund.
 */
export async function refundAsOperator(
  deps: Deps,
  operator: Login,
  { id, bookingId, amount, reason }: Gift,
): Promise<void> {
  const cents = decimalToCents(amount)!
  if (cents === 0) throw invalidField('body.amount', 'Enter how much to refund.')
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) throw noBooking()
    refuseOwn(operator, booking)
    if (id && (await isMade(trx, { id, bookingId, cents }))) return
    const given = await refundPaid(trx, deps, booking, { id, cents, reason: 'operator' })
    await record(trx, deps, operator, {
      action: 'refund_booking',
      personId: booking.student_id,
      bookingId,
      cents: given.cents,
      reason,
    })
    const { toEarn } = await cancelWithoutPayment(trx, deps, booking, 'operator')
    const decision = { cents: given.cents, priceCents: given.parts.price, toEarn, answer: reason }
    for (const reader of [booking.student_id, booking.tutor_id]) {
      await tellOfProblem(trx, deps, booking, 'refunded', reader, decision)
    }
  })
}

/** Whether the locked booking's refund with this id was made before. */
async function isMade(
  trx: Trx,
  { id, bookingId, cents }: { id: string; bookingId: string; cents: number },
): Promise<boolean> {
  const made = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['booking_id', 'reason', 'refunds.amount_cents'])
    .where('refunds.id', '=', id)
    .executeTakeFirst()
  if (!made) return false
  if (made.booking_id === bookingId && made.reason === 'operator' && made.amount_cents === cents) return true
  throw problem('conflict', 'You already used this form for something else. Open it again.')
}
