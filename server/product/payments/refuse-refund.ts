import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { type BookingRow, lockBooking } from '../bookings/lock-booking.ts'
import { mailOfMoney } from '../support/money-mail.ts'

/** Gives up on a refund that the provider will never make: it is still owed, and the student is told. */
export async function refuseRefund(
  deps: Deps,
  refund: { id: string; attempt: number; bookingId: string },
  failure: string,
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, refund.bookingId)
    const refused = await trx
      .updateTable('refunds')
      .set({ state: 'failed', failure })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .where('state', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (!booking || !refused) return
    await tellRefundFailed(trx, deps, booking, refund)
  })
}

/** Tells the student and the operators that an attempt at a refund failed. */
export async function tellRefundFailed(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  await tellOfBooking(trx, deps, booking, 'refund_failed', booking.student_id)
  await mailOfMoney(trx, deps, `refund-${id}-${attempt}`, { refundId: id })
}

/** Tells the operators that an attempt at a refund waits for money in the platform's balance at the provider. */
export async function mailOfShortRefund(
  trx: Trx,
  deps: Deps,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  await mailOfMoney(trx, deps, `refund-${id}-${attempt}-short`, { shortRefundId: id })
}
