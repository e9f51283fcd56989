import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Attendance } from '#shared/api/meetings.ts'
import { noBooking } from '../bookings/sides.ts'
import { inStates } from '../people/booking-states.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { peopleAt } from '../sessions/people-at.ts'
import { findMeeting } from './find-meeting.ts'
import { type MeetingKey, ofMeeting } from './meeting.ts'

/**
 * Who attended a meeting and how long, its host first: everyone for the host; the host and themselves for a
 * guest.
 */
export async function attendanceOf(db: Database, viewerId: string, id: string): Promise<Attendance[]> {
  const key = await findMeeting(db, viewerId, id)
  const { hostId, people } = await expectedIn(db, key)
  if (viewerId !== hostId && !people.includes(viewerId)) throw noBooking()
  const shown = viewerId === hostId ? [hostId, ...people] : [hostId, viewerId]
  const { rows } = await sql<{
    id: string
    name: string
    username: string
    picture_id: string | null
    joined_at: Temporal.Instant | null
    left_at: Temporal.Instant | null
    seconds: number
  }>`
    select users.id, name, username, picture_id, min(joined_at) as joined_at, max(left_at) as left_at,
      coalesce(extract(epoch from sum(left_at - joined_at)), 0)::int as seconds
    from users left join attendances on person_id = users.id and ${ofMeeting(key)}
    where users.id = any (${shown}::uuid[])
    group by users.id order by users.id = ${hostId} desc, lower(name), users.id`.execute(db)
  return rows.map(({ picture_id, joined_at, left_at, ...person }) => ({
    ...person,
    profile_image: pictureUrl(picture_id),
    is_you: person.id === viewerId,
    is_tutor: person.id === hostId,
    joined_at: joined_at && isoTime(joined_at),
    left_at: left_at && isoTime(left_at),
  }))
}

/** Whose meeting it is, and whom it expects; nobody if it doesn't exist or was never agreed on. */
async function expectedIn(db: Database, key: MeetingKey): Promise<{ hostId: string; people: string[] }> {
  const { rows } =
    'bookingId' in key
      ? await sql<{ hostId: string; people: string[] }>`
          select tutor_id as "hostId", array[student_id] as people from bookings
          where id = ${key.bookingId} and state in (${inStates.expected})`.execute(db)
      : await sql<{ hostId: string; people: string[] }>`
          select owner_id as "hostId", array(
            select person_id from (${peopleAt(sql`array[${key.occurrenceId}::uuid]`, { canceled: true })}) people
          ) as people
          from occurrences join sessions on sessions.id = session_id where occurrences.id = ${key.occurrenceId}`.execute(
          db,
        )
  if (!rows[0]) throw noBooking()
  return rows[0]
}
