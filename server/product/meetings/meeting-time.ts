import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { noBooking } from '../bookings/sides.ts'

/** The topic and times of a booking or an occurrence, for its host and everyone who is booked or enrolled. */
export async function meetingTime(
  db: Database,
  userId: string,
  id: string,
): Promise<{ topic: string; starts_on: string; ends_on: string }> {
  const { rows } = await sql<{ topic: string; starts_at: Temporal.Instant; ends_at: Temporal.Instant }>`
    select topic, starts_at, ends_at from bookings where id = ${id} and ${userId}::uuid in (tutor_id, student_id)
    union all
    select title, occurrences.starts_at, occurrences.ends_at from occurrences join sessions on sessions.id = session_id
    where occurrences.id = ${id} and (owner_id = ${userId}
      or exists (select from enrolments where session_id = sessions.id and person_id = ${userId})
      or exists (select from bookings where occurrence_id = occurrences.id and student_id = ${userId}))`.execute(
    db,
  )
  if (!rows[0]) throw noBooking()
  const { topic, starts_at, ends_at } = rows[0]
  return { topic, starts_on: isoTime(starts_at), ends_on: isoTime(ends_at) }
}
