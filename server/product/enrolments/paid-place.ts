import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import type { BookingRow } from '../bookings/lock-booking.ts'
import { tellOfEnrolment } from './enrolment-alerts.ts'

/**
 * Whether a held place that is being paid for is lost: its occurrence was canceled or moved since the student
 * chose it, or is over.
 */
export async function isLostPlace(trx: Trx, deps: Deps, place: BookingRow): Promise<boolean> {
  if (place.occurrence_id === null) return false
  const { state, starts_at, ends_at } = await trx
    .selectFrom('occurrences')
    .select(['state', 'starts_at', 'ends_at'])
    .where('id', '=', place.occurrence_id)
    .executeTakeFirstOrThrow()
  const asChosen = place.moved_from === null && starts_at.equals(place.starts_at)
  return state !== 'planned' || !asChosen || Temporal.Instant.compare(ends_at, deps.now()) <= 0
}

/** Tells the owner about a newly paid place, and lets its student into the meeting if that has begun. */
export async function takePlace(trx: Trx, deps: Deps, place: BookingRow): Promise<void> {
  const { id } = await trx
    .selectFrom('occurrences')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select('sessions.id')
    .where('occurrences.id', '=', place.occurrence_id)
    .executeTakeFirstOrThrow()
  const session = { id, owner_id: place.tutor_id, title: place.topic }
  await tellOfEnrolment(trx, deps, session, place.student_id, 'place_paid')
  const { rows } = await sql`
    select from attendances where occurrence_id = ${place.occurrence_id} limit 1`.execute(trx)
  if (rows.length > 0) await changeBooking(trx, deps, place, { to: 'active', by: 'student' })
}
