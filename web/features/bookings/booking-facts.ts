import type { Booking } from '#shared/api/bookings.ts'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { minutesBetween } from '#shared/domain/price.ts'
import { timeText } from '#web/lib/zoned-time.ts'

/** The facts of a booking that decide its words and buttons (shared/domain/booking-card.ts). */
export function cardFacts({ status, starts_on, ends_on }: Booking) {
  return { state: status, start: Temporal.Instant.from(starts_on), end: Temporal.Instant.from(ends_on) }
}

/** Why its meeting can't be joined yet. */
export function opensAt(booking: Booking, zone: string): string {
  const opens = cardFacts(booking).start.subtract({ minutes: opensMinutesBefore })
  return `Opens at ${timeText(opens.epochMilliseconds, zone)}`
}

/** Whether the viewer can report a problem with the meeting now. */
export function canReport({ problem_until }: Booking, now: Temporal.Instant): boolean {
  return problem_until !== null && Temporal.Instant.compare(now, Temporal.Instant.from(problem_until)) < 0
}

/** The person on the booking's other side. */
export function otherOf(booking: Booking) {
  return booking.role === 'tutor'
    ? {
        name: booking.joinee_name,
        username: booking.joinee_username,
        image: booking.joinee_profile_image,
        zone: booking.joinee_time_zone,
      }
    : {
        name: booking.admin_name,
        username: booking.admin_username,
        image: booking.admin_profile_image,
        zone: booking.admin_time_zone,
      }
}

export function minutesOf(booking: Booking): number {
  const { start, end } = cardFacts(booking)
  return minutesBetween(start, end)
}
