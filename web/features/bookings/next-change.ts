import { opensMinutesBefore } from '#shared/domain/booking-states.ts'

type Booking = {
  starts_on: string
  ends_on: string
  held_until: string | null
  problem_until?: string | null
  leave_until?: string | null
}

/**
 * When a booking's words next change: at its opening, its start, its end, the end of its hold or of the time
 * to report a problem or to leave it, or at the midnight that turns "In 1 day" into "Today!".
 */
export function nextChange(
  bookings: readonly Booking[],
  now: Temporal.Instant,
  zone: string,
): Temporal.Instant {
  const midnight = now.toZonedDateTimeISO(zone).startOfDay().add({ days: 1 }).startOfDay().toInstant()
  const moments = bookings.flatMap(({ starts_on, ends_on, held_until, problem_until, leave_until }) => {
    const start = Temporal.Instant.from(starts_on)
    const own = [start.subtract({ minutes: opensMinutesBefore }), start, Temporal.Instant.from(ends_on)]
    const ends = [held_until, problem_until, leave_until].filter(iso => typeof iso === 'string')
    return [...own, ...ends.map(iso => Temporal.Instant.from(iso))]
  })
  return moments
    .filter(moment => Temporal.Instant.compare(moment, now) > 0)
    .reduce((first, moment) => (Temporal.Instant.compare(moment, first) < 0 ? moment : first), midnight)
}
