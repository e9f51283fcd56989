import { type RawBuilder, sql } from 'kysely'

/**
 * The condition that the attendances of a meeting, which is over, include everyone's time up to its end: servers write them some seconds
 * late, and later still after an outage. Whoever has a seat is reported soon, or loses it. `meeting` is what the query calls the table
 * that has the meeting.
 */
export function allCounted(meeting: 'bookings' | 'occurrences'): RawBuilder<boolean> {
  const key = meeting === 'bookings' ? 'booking_id' : 'occurrence_id'
  return sql`not exists (
    select from attendances join meeting_peers on attendance_id = attendances.id
    where attendances.${sql.ref(key)} = ${sql.ref(`${meeting}.id`)} and left_at < ends_at)`
}
