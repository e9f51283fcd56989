import type { Deps } from '#server/deps.ts'
import type { Login } from '#server/platform/http/router.ts'
import { agreedVersion } from '#shared/api/terms.ts'
import { changeOpenPages } from '../alerts/open-pages.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { changeBooking, wrongState } from './change-booking.ts'
import { lockBooking } from './lock-booking.ts'
import { noBooking } from './sides.ts'

type Decision = {
  bookingId: string
  remarks?: string | null
  terms?: true | undefined
  terms_version: string
}

/**
 * Accepts or declines a request made to the caller, once: the first of several answers counts, repeating the
 * same answer succeeds, and a different one gets a 409 that names the current state.
 */
export async function decideBooking(
  deps: Deps,
  login: Login,
  { bookingId, remarks, ...agreed }: Decision,
  to: 'approved' | 'declined',
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (booking?.tutor_id !== login.userId) throw noBooking()
    if (booking.state === to) return
    const answer = {
      remarks: remarks || null,
      tutor_agreed_at: deps.now(),
      tutor_terms_version: agreedVersion(agreed),
    }
    const changed = await changeBooking(trx, deps, booking, { to, by: 'tutor' }, answer)
    if (!changed) throw wrongState(booking, to, 'tutor')
    await tellOfBooking(trx, deps, changed, to, changed.student_id)
    changeOpenPages(trx, deps, login.userId)
  })
}
