import type { Booking } from '#shared/api/bookings.ts'
import { shortDayText, timesText, zoneLetters } from '#web/lib/zoned-time.ts'
import { otherOf } from './booking-facts.ts'

/**
 * When a booking is for the person on its other side, if their clocks show something else; otherwise null.
 */
export function whenForOther(booking: Booking, zone: string): string | null {
  const other = otherOf(booking)
  if (!other.zone) return null
  try {
    const [theirs, ours] = [other.zone, zone].map(
      of => `${shortDayText(booking.starts_on, of)}, ${timesText(booking.starts_on, booking.ends_on, of)}`,
    )
    if (theirs === ours) return null
    return `For ${other.name}: ${theirs} ${zoneLetters(other.zone, booking.starts_on)}`
  } catch {
    // This browser may not know every zone that the server does.
    return null
  }
}
