import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { ProblemReason } from '#shared/api/bookings.ts'
import { stateNames } from '../bookings/change-booking.ts'
import { type BookingRow, lockBooking } from '../bookings/lock-booking.ts'
import { noBooking } from '../bookings/sides.ts'
import { lockEarning } from '../money/earnings.ts'
import { tellOfProblem } from './problem-alerts.ts'
import { problemMail } from './problem-mail.ts'

type Complaint = { bookingId: string; reason: ProblemReason; details: string }

/**
 * Stores a student's report about a meeting, once and while its earning waits: the earning then waits until
 * the report is settled. Releasing the earning locks the booking too, so one of the two comes first and the
 * other sees it.
 */
export async function reportProblem(
  deps: Deps,
  login: Login,
  { bookingId, reason, details }: Complaint,
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (booking?.student_id !== login.userId) throw noBooking()
    const known = await reportOf(trx, bookingId)
    // The same again: its answer may have been lost.
    if (known?.reason === reason && known.details === details) return
    await refuseUnlessOpen(trx, deps, booking, known !== undefined)
    await trx
      .insertInto('booking_problems')
      .values({
        booking_id: bookingId,
        reason,
        details,
        created_at: deps.now(),
      })
      .execute()
    await tellOfProblem(trx, deps, booking, 'reported', booking.tutor_id)
    await problemMail.enqueue(trx, deps, bookingId, { bookingId })
  })
}

function reportOf(trx: Trx, bookingId: string) {
  return trx
    .selectFrom('booking_problems')
    .select(['reason', 'details'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

async function refuseUnlessOpen(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  isReported: boolean,
): Promise<void> {
  if (booking.state !== 'completed') {
    throw problem(
      'conflict',
      `You can report a problem once the meeting is over. This booking is ${stateNames[booking.state]}.`,
    )
  }
  if (isReported) throw problem('conflict', 'You already reported a problem with this meeting.')
  const earning = await lockEarning(trx, booking.id)
  if (!earning || earning.cents === 0) throw problem('conflict', 'You get a full refund for this meeting.')
  if (earning.state === 'frozen') {
    throw problem('conflict', 'Your bank is already reviewing this payment.')
  }
  const isOver = Temporal.Instant.compare(deps.now(), earning.availableAt) >= 0
  if (earning.state === 'available' || isOver) {
    throw problem('conflict', 'It’s too late to report a problem with this meeting. Contact support.')
  }
}
