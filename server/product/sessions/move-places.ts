import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { endCheckoutLater } from '../bookings/decide-booking.ts'
import { enrolledIn } from './cancel-occurrences.ts'
import type { SessionRow } from './queries.ts'
import type { ToldTime } from './session-alert-kinds.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'

type Move = { id: string; from: { starts_at: Temporal.Instant; ends_at: Temporal.Instant }; to: Interval }

/**
 * Takes the places along with occurrences that have moved, and tells everyone who has one, with the time before and the one
 * now. Who is still paying for one is asked to choose anew: nobody pays for a time that they haven't seen.
 */
export async function movePlaces(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  moves: readonly Move[],
): Promise<void> {
  const told = new Map<string, ToldTime[]>()
  const tellLater = (personId: string, time: ToldTime) =>
    told.getOrInsertComputed(personId, () => []).push(time)
  // Of a free session, being enrolled is a place.
  const enrolled = session.rate_cents === null && moves.length > 0 ? await enrolledIn(trx, session.id) : []
  for (const { id, from, to } of moves) {
    const before = { start: from.starts_at, end: from.ends_at }
    const time = { from: spanOf(before), to: spanOf(instantsOf(to)) }
    for (const studentId of await movePlacesOf(trx, deps, session, id)) tellLater(studentId, time)
    for (const personId of enrolled) tellLater(personId, time)
  }
  for (const [personId, times] of told) {
    await tellOfSession(trx, deps, session, personId, 'moved', { times })
  }
}

async function movePlacesOf(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  occurrenceId: string,
): Promise<string[]> {
  const places = await trx
    .selectFrom('bookings')
    .selectAll()
    .where('occurrence_id', '=', occurrenceId)
    .where('state', 'in', ['held', 'approved', 'active'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const place of places.filter(({ state }) => state === 'held')) {
    await changeBooking(trx, deps, place, 'cancelled', 'tutor', { cancelled_by: session.owner_id })
    await endCheckoutLater(trx, deps, place.id)
  }
  // At once, as there can be thousands of a session.
  await sql`
    update bookings set starts_at = occurrences.starts_at, ends_at = occurrences.ends_at,
      moved_from = coalesce(moved_from, bookings.starts_at), sequence = sequence + 1
    from occurrences
    where occurrences.id = ${occurrenceId} and occurrence_id = occurrences.id
      and bookings.state in ('approved', 'active')`.execute(trx)
  return places.map(({ student_id }) => student_id)
}
