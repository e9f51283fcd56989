import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import { unseenMoveMinutes } from '#shared/domain/moved-places.ts'

/*
 * Until its new start, a place that was moved can be left with everything back, and for an hour more by a student who didn't know. They
 * knew once they had opened the page of the booking or of the session before that start, to which the alert leads, or came to the meeting.
 */

/** Until when a place in this row of `occurrences` can be left when it is moved there. */
export const leaveUntil = sql<Temporal.Instant>`occurrences.starts_at + ${sql.lit(unseenMoveMinutes)} * interval '1 minute'`

/** Notes that a student has looked at a page of their own that shows the time to which places of theirs were moved. */
export async function noteMoveSeen(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Login, 'userId'>,
  page: { bookingId: string } | { sessionId: string },
): Promise<void> {
  const shown =
    'bookingId' in page
      ? sql`id = ${page.bookingId}`
      : sql`occurrence_id in (select id from occurrences where session_id = ${page.sessionId})`
  await sql`
    update bookings set leave_until = starts_at
    where ${shown} and student_id = ${userId} and leave_until > starts_at and starts_at > ${now()}::timestamptz`.execute(
    db,
  )
}

/** The same of who comes to the meeting, whenever that is. */
export async function noteCame(trx: Trx, userId: string, occurrenceId: string): Promise<void> {
  await sql`
    update bookings set leave_until = starts_at
    where occurrence_id = ${occurrenceId} and student_id = ${userId} and leave_until > starts_at`.execute(trx)
}
