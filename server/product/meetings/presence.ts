import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { type MeetingPerson, presenceSeconds } from '#shared/api/meetings.ts'
import { pictureUrl } from '../profiles/picture-url.ts'

/** A booking's two people, or an occurrence's everyone. */
export type Room = { bookingId: string } | { occurrenceId: string }

/** Makes a person's stay in a meeting longer, or begins another after they were away. */
export async function keepPresence(
  trx: Trx,
  room: Room,
  personId: string,
  now: Temporal.Instant,
): Promise<void> {
  const at = now.toString()
  // Two tabs of one person would begin two stays.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attend ${idOf(room)} ${personId}`}, 0))`.execute(
    trx,
  )
  const { rows } = await sql`
    update attendances set left_at = greatest(left_at, ${at}::timestamptz)
    where ${inRoom(room)} and person_id = ${personId} and left_at >= ${awaySince(now)}::timestamptz
    returning 1`.execute(trx)
  if (rows.length > 0) return
  await sql`
    insert into attendances (booking_id, occurrence_id, person_id, joined_at, left_at)
    values (${'bookingId' in room ? room.bookingId : null}, ${'occurrenceId' in room ? room.occurrenceId : null},
      ${personId}, ${at}, ${at})`.execute(trx)
}

/** Everyone whom a meeting expects, its tutor first, and who of them is there. `people` is a query of ids. */
export async function peopleIn(
  trx: Trx,
  room: Room,
  { people, tutorId, viewerId }: { people: RawBuilder<{ id: string }>; tutorId: string; viewerId: string },
  now: Temporal.Instant,
): Promise<MeetingPerson[]> {
  const { rows } = await sql<{
    id: string
    name: string
    username: string
    picture_id: string | null
    present: boolean
  }>`
    select users.id, name, username, picture_id, exists (
      select from attendances where ${inRoom(room)} and person_id = users.id
        and left_at >= ${awaySince(now)}::timestamptz) as present
    from users where users.id in (${people})
    order by users.id = ${tutorId} desc, lower(name), users.id`.execute(trx)
  return rows.map(({ id, name, username, picture_id, present }) => ({
    name,
    username,
    profile_image: pictureUrl(picture_id),
    is_you: id === viewerId,
    is_tutor: id === tutorId,
    present,
  }))
}

function idOf(room: Room): string {
  return 'bookingId' in room ? room.bookingId : room.occurrenceId
}

function inRoom(room: Room): RawBuilder<boolean> {
  return 'bookingId' in room
    ? sql`booking_id = ${room.bookingId}::uuid`
    : sql`occurrence_id = ${room.occurrenceId}::uuid`
}

function awaySince(now: Temporal.Instant): string {
  return now.subtract({ seconds: 2 * presenceSeconds }).toString()
}
