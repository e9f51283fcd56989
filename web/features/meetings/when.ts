import type { Booking } from '#shared/api/bookings.ts'
import { shortDayText, timesText } from '#web/lib/zoned-time.ts'
import { otherOf } from './booking-facts.ts'

/** A zone in short, as in "EST": what tells one that a time is one's own. */
export function zoneLetters(zone: string, iso: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
  const parts = format.formatToParts(new Date(iso))
  return parts.find(part => part.type === 'timeZoneName')?.value ?? zone
}

/** When a booking is for the person on its other side, where their clocks show something else; else null. */
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
