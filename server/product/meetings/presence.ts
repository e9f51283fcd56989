import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { type MeetingPerson, presenceSeconds } from '#shared/api/meetings.ts'
import { pictureUrl } from '../profiles/picture-url.ts'
import { idOf, inPlace, type Place } from './place.ts'
import { isSeen } from './seats.ts'

/** Makes a person's stay in a meeting longer, or begins another after they were away. Answers when the stay began. */
export async function keepPresence(
  trx: Trx,
  place: Place,
  personId: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  // Two tabs of one person would begin two stays.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attend ${idOf(place)} ${personId}`}, 0))`.execute(
    trx,
  )
  const kept = await sql<{ joined_at: Temporal.Instant }>`
    update attendances set left_at = greatest(left_at, ${now}::timestamptz)
    where ${inPlace(place)} and person_id = ${personId} and not over and left_at >= ${awaySince(now)}::timestamptz
    returning joined_at`.execute(trx)
  if (kept.rows[0]) return kept.rows[0].joined_at
  const { rows } = await sql<{ joined_at: Temporal.Instant }>`
    insert into attendances (booking_id, occurrence_id, person_id, joined_at, left_at)
    values (${'bookingId' in place ? place.bookingId : null}, ${'occurrenceId' in place ? place.occurrenceId : null},
      ${personId}, ${now}, ${now})
    on conflict on constraint attendances_once do update set over = false
    returning joined_at`.execute(trx)
  return rows[0]!.joined_at
}

/** Everyone whom a meeting expects, its tutor first, and who of them is there. */
export async function peopleIn(
  trx: Trx,
  roomId: string,
  { place, people, hostId }: { place: Place; people: RawBuilder<{ id: string }>; hostId: string },
  viewerId: string,
  now: Temporal.Instant,
): Promise<MeetingPerson[]> {
  const { rows } = await sql<{
    id: string
    name: string
    username: string
    picture_id: string | null
    present: boolean
    waiting: boolean
  }>`
    select users.id, name, username, picture_id,
      seat.waiting is false or exists (
        select from attendances where ${inPlace(place)} and person_id = users.id and not over
          and left_at >= ${awaySince(now)}::timestamptz) as present,
      seat.waiting is true and ${viewerId === hostId}::boolean as waiting
    from users left join meeting_peers seat on seat.room_id = ${roomId} and seat.person_id = users.id and ${isSeen('seat')}
    where users.id in (${people})
    order by users.id = ${hostId} desc, lower(name), users.id`.execute(trx)
  return rows.map(({ picture_id, ...person }) => ({
    ...person,
    profile_image: pictureUrl(picture_id),
    is_you: person.id === viewerId,
    is_tutor: person.id === hostId,
  }))
}

function awaySince(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ seconds: 2 * presenceSeconds })
}
