import type { Booking } from '#shared/api/bookings.ts'
import { lettersAfter, otherZone, shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { otherOf } from './booking-facts.ts'

/**
 * When a booking is for the person on its other side, if their clocks show something else; otherwise null.
 */
export function whenForOther(booking: Booking, zone: string): string | null {
  const other = otherOf(booking)
  const there = otherZone(other.zone, zone)
  if (!there) return null
  const [theirs, ours] = [there, zone].map(
    of => `${shortDayText(booking.starts_on, of)}, ${timesText(booking.starts_on, booking.ends_on, of)}`,
  )
  if (theirs === ours) return null
  return `For ${other.name}: ${theirs}${lettersAfter(booking.starts_on, booking.ends_on, there)}`
}
