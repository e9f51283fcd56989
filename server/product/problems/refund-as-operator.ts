import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import { record } from '../audit/audit.ts'
import { lockBooking } from '../bookings/change-booking.ts'
import { noBooking } from '../bookings/decide-booking.ts'
import { refundPaid } from '../money/refund-paid.ts'
import { tellOfProblem } from './problem-alerts.ts'

type Gift = { bookingId: string; amount: string; reason: string }

/** Refunds a paid booking for an operator, in any state and at any time; tells both of its people why. */
export async function refundAsOperator(
  deps: Deps,
  operator: Login,
  { bookingId, amount, reason }: Gift,
): Promise<void> {
  const cents = decimalToCents(amount)!
  if (cents === 0) throw invalidField('body.amount', 'Enter how much to refund.')
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) throw noBooking()
    const given = await refundPaid(trx, deps, booking, { cents, reason: 'operator' })
    await record(deps, trx, operator, {
      action: 'refund_booking',
      personId: booking.student_id,
      bookingId,
      reason,
    })
    const decision = { cents: given.cents, priceCents: given.parts.price, answer: reason }
    for (const reader of [booking.student_id, booking.tutor_id]) {
      await tellOfProblem(trx, deps, booking, 'refunded', reader, decision)
    }
  })
}
