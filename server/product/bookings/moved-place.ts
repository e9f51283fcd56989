import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import { unseenMoveMinutes } from '#shared/domain/moved-places.ts'

/* The deadline for leaving a moved place with a full refund: the new start, or an hour later for a student
   who didn't know. A student knew if they opened the page of the booking or of the session (where the
   alert leads) before that start, or came to the meeting. */

/** The deadline for leaving a place in this row of `occurrences` if it moves there. */
export const leaveUntil = sql<Temporal.Instant>`occurrences.starts_at + ${sql.lit(unseenMoveMinutes)} * interval '1 minute'`

/** Records that a student opened a page of their own that shows the moved time. */
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

/** The same for a student who comes to the meeting, at any time. */
export async function noteCame(trx: Trx, userId: string, occurrenceId: string): Promise<void> {
  await sql`
    update bookings set leave_until = starts_at
    where occurrence_id = ${occurrenceId} and student_id = ${userId} and leave_until > starts_at`.execute(trx)
}
