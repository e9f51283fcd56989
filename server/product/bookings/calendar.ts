import type { Config } from '#server/config.ts'
import type { Booking } from '#shared/api/bookings.ts'
import { type CalendarEvent, calendarFile } from '#shared/domain/ics.ts'

/** A booking as a calendar file; with a higher `sequence`, a calendar replaces its old entry. */
export function bookingCalendar(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  booking: Booking,
  { sequence, now }: { sequence: number; now: Temporal.Instant },
): string {
  const other = booking.role === 'tutor' ? booking.joinee_name : booking.admin_name
  const event: CalendarEvent = {
    uid: `booking-${booking.id}@${new URL(publicUrl).hostname}`,
    sequence,
    cancelled: booking.status === 'cancelled',
    stamp: now,
    start: Temporal.Instant.from(booking.starts_on),
    end: Temporal.Instant.from(booking.ends_on),
    title: `${booking.topic} with ${other}`,
    description: `A ${booking.is_session ? 'group' : 'tutoring'} session on Ignite.`,
    location: booking.location ?? `${publicUrl}/meeting/live/${booking.id}`,
    url: `${publicUrl}/booking/${booking.id}`,
  }
  return calendarFile(event)
}
