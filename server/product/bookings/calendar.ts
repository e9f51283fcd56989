import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { Booking } from '#shared/api/bookings.ts'
import { bookingEntry, calendarFile } from '#shared/domain/ics.ts'
import { bookingById } from './queries.ts'
import { noBooking } from './sides.ts'

const inCalendars: readonly string[] = ['approved', 'active', 'completed', 'cancelled']

/** One booking of a person's own as a calendar file. */
export async function bookingCalendarFile(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  { userId }: Login,
  id: string,
): Promise<string> {
  const booking = await bookingById(deps.db, { userId, zone: null, now: deps.now() }, id)
  if (!booking) throw noBooking()
  if (!inCalendars.includes(booking.status)) {
    throw problem('conflict', 'You can only add approved bookings to a calendar.')
  }
  const { sequence } = await deps.db
    .selectFrom('bookings')
    .select('sequence')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return bookingCalendar(deps.config, booking, { sequence, now: deps.now() })
}

/** With a higher `sequence`, a calendar replaces its old entry. */
function bookingCalendar(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  booking: Booking,
  { sequence, now }: { sequence: number; now: Temporal.Instant },
): string {
  return calendarFile({
    ...bookingEntry(booking, publicUrl),
    uid: `booking-${booking.id}@${new URL(publicUrl).hostname}`,
    sequence,
    cancelled: booking.status === 'cancelled',
    stamp: now,
  })
}
