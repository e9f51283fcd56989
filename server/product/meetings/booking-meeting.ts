import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { bookingFactsOf, changeBooking } from '../bookings/change-booking.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { noBooking, sideOf } from '../bookings/sides.ts'
import { accessAt, canceled, notOpen } from './access.ts'
import type { Meeting } from './meeting.ts'

/** The meeting of a booking, for its two people while they may be in it. */
export async function bookingMeeting(
  trx: Trx,
  deps: Deps,
  userId: string,
  bookingId: string,
): Promise<Meeting> {
  const booking = await lockBooking(trx, bookingId)
  const side = booking && sideOf(booking, { userId })
  if (!booking || !side) throw noBooking()
  const key = { bookingId }
  const times = bookingFactsOf(booking)
  const judged = booking.state === 'completed' || booking.state === 'missed'
  if (booking.state === 'cancelled') throw canceled()
  if (booking.state !== 'approved' && booking.state !== 'active' && !judged) {
    throw problem('conflict', 'There’s no meeting because this booking isn’t approved.')
  }
  const now = deps.now()
  const access = await accessAt(trx, key, userId, times, now)
  if (access === 'closed') throw notOpen(times, now)
  return {
    key,
    topic: booking.topic,
    start: times.start,
    end: times.end,
    hostId: booking.tutor_id,
    people: sql<{ id: string }>`${booking.tutor_id}, ${booking.student_id}`,
    size: 2,
    async begin() {
      if (booking.state === 'approved' && access === 'open')
        await changeBooking(trx, deps, booking, { to: 'active', by: side })
    },
  }
}
