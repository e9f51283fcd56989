import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { changeBooking, lockBooking } from './change-booking.ts'
import { endCheckoutLater } from './decide-booking.ts'

/**
 * Cancels what a person who leaves, or is suspended, has booked or been booked for, as if they had done it themselves: their
 * students get everything back, and they what the policy gives. What has begun is left to the clock.
 */
export async function endBookings(trx: Trx, deps: Deps, personId: string): Promise<void> {
  const live = await trx
    .selectFrom('bookings')
    .select('id')
    // Their students' places in what they planned are ended by a job (sessions/cancel-occurrences.ts): there can be thousands.
    .where(({ eb, or, and }) =>
      or([eb('student_id', '=', personId), and([eb('tutor_id', '=', personId), eb('kind', '=', 'slot')])]),
    )
    .where('state', 'in', ['held', 'requested', 'approved'])
    // Two who leave at once must credit tutors in one order, or they would wait for each other for ever.
    .orderBy('tutor_id')
    .orderBy('id')
    .execute()
  for (const { id } of live) {
    const booking = await lockBooking(trx, id)
    if (!booking) continue
    const side = booking.tutor_id === personId ? 'tutor' : 'student'
    const changed = await changeBooking(trx, deps, booking, 'cancelled', side, { cancelled_by: personId })
    if (!changed) continue
    if (booking.state === 'held') await endCheckoutLater(trx, deps, id)
    else
      await tellOfBooking(
        trx,
        deps,
        changed,
        'cancelled',
        side === 'tutor' ? booking.student_id : booking.tutor_id,
      )
  }
}
