import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { ShownPlace } from '#shared/api/bookings.ts'
import { unseenMoveMinutes } from '#shared/domain/moved-places.ts'

/* The deadline for leaving a moved place with a full refund: the new start, or an hour later for a student
   who didn't know. A student knew if the page of the booking or of the session (where the alert leads) showed
   them the time before that start, or if they came to the meeting. The page says so, since browsers also
   fetch pages that nobody looks at. */

/** The deadline for leaving a place in this row of `occurrences` if it moves there. */
export const leaveUntil = sql<Temporal.Instant>`occurrences.starts_at + ${sql.lit(unseenMoveMinutes)} * interval '1 minute'`

/** Where a row of `bookings` meets now. */
const locationNow = sql`(
  select location from occurrences join sessions on sessions.id = session_id where occurrences.id = occurrence_id)`

type Place = { starts_at: Temporal.Instant; leave_until: Temporal.Instant | null }

/** Whether a student has yet to be shown the time and location to which their place moved. */
export function isMoveUnseen({ starts_at, leave_until }: Place, now: Temporal.Instant): boolean {
  return (
    leave_until !== null &&
    Temporal.Instant.compare(leave_until, starts_at) > 0 &&
    Temporal.Instant.compare(starts_at, now) > 0
  )
}

/** Records that a page showed a student where their place moved, unless it has moved again. */
export async function seeMove(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Login, 'userId'>,
  { bookingId, starts_on, location }: ShownPlace & { bookingId: string },
): Promise<void> {
  await sql`
    update bookings set leave_until = starts_at
    where id = ${bookingId} and student_id = ${userId} and starts_at = ${starts_on}::timestamptz
      and leave_until > starts_at and starts_at > ${now()}::timestamptz
      ${location === undefined ? sql`` : sql`and ${location}::text is not distinct from ${locationNow}`}`.execute(
    db,
  )
}

/** Records that a student knows where their place moved, since they came to the meeting. */
export async function noteCame(trx: Trx, userId: string, occurrenceId: string): Promise<void> {
  await sql`
    update bookings set leave_until = starts_at
    where occurrence_id = ${occurrenceId} and student_id = ${userId} and leave_until > starts_at`.execute(trx)
}
