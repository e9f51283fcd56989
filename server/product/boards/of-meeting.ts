import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { boardLimits } from '#shared/api/boards.ts'
import { enrolledInTime } from '../enrolments/in-time.ts'
import { inStates } from '../people/booking-states.ts'
import { isClosedTo } from './open-to.ts'

type Meeting = {
  booking_id: string | null
  occurrence_id: string | null
  owner_id: string
  title: string
  cancelled: boolean
}

/**
 * The id of the board of a meeting that the person may enter or attended, created on first use; simultaneous
 * callers get the same one.
 */
export async function boardOfMeeting(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  login: Login,
  meetingId: string,
): Promise<string> {
  const meeting = (await findBooking(db, login, meetingId)) ?? (await findOccurrence(db, login, meetingId))
  if (!meeting) throw problem('not_found', 'We couldn’t find that meeting.')
  const existing = await findOf(db, meeting)
  if (existing) return existing
  if (meeting.cancelled) throw problem('conflict', 'There’s no board because the meeting was canceled.')
  if (await isReadOnly(db, login, meeting)) {
    throw problem('conflict', 'There’s no board because nobody opened one before the meeting ended.')
  }
  const at = now()
  await sql`
    insert into boards (owner_id, booking_id, occurrence_id, title, created_at, updated_at)
    values (${meeting.owner_id}, ${meeting.booking_id}, ${meeting.occurrence_id},
      ${[...meeting.title].slice(0, boardLimits.title).join('')}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict do nothing`.execute(db)
  return (await findOf(db, meeting))!
}

async function findOf(db: Database, { booking_id, occurrence_id }: Meeting): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from boards where booking_id = ${booking_id}::uuid or occurrence_id = ${occurrence_id}::uuid`.execute(
    db,
  )
  return rows[0]?.id
}

async function isReadOnly(
  db: Database,
  { userId }: Login,
  { booking_id, occurrence_id }: Meeting,
): Promise<boolean> {
  const closed = isClosedTo(userId, sql`${booking_id}::uuid`, sql`${occurrence_id}::uuid`)
  const { rows } = await sql<{ closed: boolean }>`select ${closed} as closed`.execute(db)
  return rows[0]!.closed
}

async function findBooking(db: Database, { userId }: Login, id: string): Promise<Meeting | undefined> {
  const { rows } = await sql<Meeting>`
    select id as booking_id, null as occurrence_id, tutor_id as owner_id, topic as title,
      state not in (${inStates.expected}) as cancelled
    from bookings where id = ${id} and occurrence_id is null and ${userId}::uuid in (tutor_id, student_id)`.execute(
    db,
  )
  return rows[0]
}

/** Finds an occurrence by its own id or by the id of a place in it. */
async function findOccurrence(db: Database, { userId }: Login, id: string): Promise<Meeting | undefined> {
  const { rows } = await sql<Meeting>`
    select null as booking_id, occurrences.id as occurrence_id, owner_id, title, occurrences.state = 'cancelled' as cancelled
    from occurrences join sessions on sessions.id = session_id
    where (occurrences.id = ${id} or occurrences.id = (
        select occurrence_id from bookings where id = ${id} and ${userId}::uuid in (tutor_id, student_id)))
      and (owner_id = ${userId}::uuid
      or exists (select from bookings where occurrence_id = occurrences.id and student_id = ${userId}::uuid
        and state in (${inStates.expected}))
      or (free and (exists (
          select from enrolments
          where session_id = sessions.id and person_id = ${userId}::uuid and ${enrolledInTime})
        or exists (
          select from attendances where occurrence_id = occurrences.id and person_id = ${userId}::uuid))))`.execute(
    db,
  )
  return rows[0]
}
