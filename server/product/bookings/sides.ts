import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { BookingRow } from './lock-booking.ts'

/** Which side of a booking a person is on; null for anyone else. */
export function sideOf(booking: BookingRow, login: Pick<Login, 'userId'>): 'student' | 'tutor' | null {
  if (booking.student_id === login.userId) return 'student'
  return booking.tutor_id === login.userId ? 'tutor' : null
}

/** Missing and somebody else's give the same error. */
export const noBooking = () => problem('not_found', 'We couldn’t find that booking.')
