import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { liveStates } from '#shared/domain/booking-states.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { changeBooking } from './change-booking.ts'
import { endCheckoutLater } from './end-checkout.ts'
import { lockBooking } from './lock-booking.ts'

/**
 * Cancels a person's bookings on both sides when they leave or are suspended, as if they had done it
 * themselves: their students get a full refund, and they get what the policy gives. Leaves meetings that
 * have begun to the settle job.
 */
export async function endBookings(trx: Trx, deps: Deps, personId: string): Promise<void> {
  const live = await trx
    .selectFrom('bookings')
    .select('id')
    // A job cancels the students' places in their sessions (sessions/cancel-occurrences.ts): there can be
    // thousands.
    .where(({ eb, or, and }) =>
      or([eb('student_id', '=', personId), and([eb('tutor_id', '=', personId), eb('kind', '=', 'slot')])]),
    )
    // A meeting is active from when somebody enters it, up to ten minutes before it begins.
    .where('state', 'in', liveStates)
    // Two people leaving at once must credit tutors in one order, or they would deadlock.
    .orderBy('tutor_id')
    .orderBy('id')
    .execute()
  for (const { id } of live) {
    const booking = await lockBooking(trx, id)
    if (!booking) continue
    const side = booking.tutor_id === personId ? 'tutor' : 'student'
    const by = booking.state === 'held' && side === 'tutor' ? 'account' : side
    const change = { cancelled_by: personId, remarks: null }
    const changed = await changeBooking(trx, deps, booking, { to: 'cancelled', by }, change)
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
