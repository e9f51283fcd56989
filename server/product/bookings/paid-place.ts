import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type BookingRow, changeBooking } from './change-booking.ts'

/**
 * Whether a held place that is being paid for is lost: its occurrence was cancelled or moved since it was chosen, or is over. Its
 * hold ends with it, and the money is given back.
 */
export async function endLostPlace(trx: Trx, deps: Deps, place: BookingRow): Promise<boolean> {
  if (place.occurrence_id === null || place.state !== 'held') return false
  const { state, starts_at, ends_at } = await trx
    .selectFrom('occurrences')
    .select(['state', 'starts_at', 'ends_at'])
    .where('id', '=', place.occurrence_id)
    .executeTakeFirstOrThrow()
  const asChosen = place.moved_from === null && starts_at.getTime() === place.starts_at.getTime()
  if (state === 'planned' && asChosen && ends_at.getTime() > deps.now().epochMilliseconds) return false
  await changeBooking(trx, deps, place, 'expired', 'payment')
  return true
}

/** Brings a place that was just paid into the meeting, where that has begun. */
export async function joinOpenMeeting(trx: Trx, deps: Deps, place: BookingRow): Promise<void> {
  if (place.occurrence_id === null) return
  const { rows } = await sql`
    select from attendances where occurrence_id = ${place.occurrence_id} limit 1`.execute(trx)
  if (rows.length > 0) await changeBooking(trx, deps, place, 'active', 'student')
}
