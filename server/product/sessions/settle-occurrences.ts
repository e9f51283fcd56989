import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachInTurn, inBatches } from '#server/platform/each-in-turn.ts'
import { agreedStates } from '#shared/domain/booking-states.ts'
import { allCounted } from '../attendances/all-counted.ts'
import { tookPlace } from '../attendances/took-place.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import type { BookingRow } from '../bookings/lock-booking.ts'
import { inStates } from '../people/booking-states.ts'
import { lockPeople } from '../people/lock-people.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'

const batch = 200

/**
 * Judges finished occurrences of group sessions, each as a whole and once: a second run, late or on another
 * node, finds it judged. A place approved meanwhile is found by its own state.
 */
export async function settleOccurrences(deps: Deps, personId?: string): Promise<void> {
  const due = inBatches<Due>(batch, last => dueAfter(deps, last, personId))
  await eachInTurn(due, 'occurrences couldn’t be settled', ({ id }) =>
    deps.db.transaction().execute(trx => settleOccurrence(trx, deps, id)),
  )
}

type Due = { id: string; ends_at: Temporal.Instant }

/** Occurrences with due work, after a given one: skips those that can't be settled now. */
async function dueAfter(deps: Deps, last: Due | undefined, personId: string | undefined): Promise<Due[]> {
  const now = deps.now()
  const mine = personId
    ? sql`and (owner_id = ${personId}::uuid or exists (
        select from bookings where occurrence_id = occurrences.id and student_id = ${personId}::uuid))`
    : sql``
  const after = last ? sql`and (ends_at, occurrences.id) > (${last.ends_at}, ${last.id}::uuid)` : sql``
  // Two queries: with an `or` between them, PostgreSQL would read every occurrence that there ever was.
  const { rows } = await sql<Due>`
    select occurrences.id, ends_at from (
      select id from occurrences where state = 'planned' and starts_at <= ${now}::timestamptz
      union
      select occurrence_id from bookings
      where kind = 'place' and state in (${inStates.agreed}) and ends_at <= ${now}::timestamptz
    ) due join occurrences on occurrences.id = due.id join sessions on sessions.id = session_id
    where ends_at <= ${now}::timestamptz and ${allCounted('occurrences')} ${mine} ${after}
    order by ends_at, occurrences.id limit ${sql.lit(batch)}`.execute(deps.db)
  return rows
}

async function settleOccurrence(trx: Trx, deps: Deps, id: string): Promise<void> {
  await lockPeople(
    trx,
    sql`select owner_id from sessions join occurrences on session_id = sessions.id where occurrences.id = ${id}
      union all select student_id from bookings where occurrence_id = ${id} and state in (${inStates.live})`,
  )
  const occurrence = await trx
    .selectFrom('occurrences')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['occurrences.state', 'starts_at', 'ends_at', 'sessions.id as session_id', 'owner_id'])
    .where('occurrences.id', '=', id)
    .forNoKeyUpdate('occurrences')
    .executeTakeFirstOrThrow()
  if (Temporal.Instant.compare(occurrence.ends_at, deps.now()) > 0) return
  // Reads all of them before changing the first: their earnings go into one account of their tutor's.
  const places = await trx
    .selectFrom('bookings')
    .selectAll()
    .where('occurrence_id', '=', id)
    .where('state', 'in', agreedStates)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Each place is judged by its own student: one who never came pays nothing, even if others came.
  const met = await tookPlace(
    trx,
    places.map(place => place.id),
  )
  let firstMissed: BookingRow | undefined
  for (const place of places) {
    if (met.has(place.id) && (await changeBooking(trx, deps, place, { to: 'completed', by: 'clock' })))
      continue
    const missed = await changeBooking(trx, deps, place, { to: 'missed', by: 'clock' })
    if (!missed) continue
    await tellOfBooking(trx, deps, missed, 'missed', missed.student_id)
    firstMissed ??= missed
  }
  if (met.size > 0) await tellOfEarnings(trx, deps, id, occurrence)
  // Once, however many had a place.
  else if (firstMissed) await tellOfBooking(trx, deps, firstMissed, 'missed', firstMissed.tutor_id)
  if (occurrence.state === 'planned') {
    await trx.updateTable('occurrences').set({ state: 'over' }).where('id', '=', id).execute()
  }
}

type Held = {
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  session_id: string
  owner_id: string
}

/** Once, with the total of all places: a large session would fill its owner's mailbox. */
async function tellOfEarnings(trx: Trx, deps: Deps, id: string, occurrence: Held): Promise<void> {
  const { earned } = await trx
    .selectFrom('earnings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(({ fn }) => fn.sum<number | null>('earnings.amount_cents').as('earned'))
    .where('occurrence_id', '=', id)
    .where('bookings.state', '=', 'completed')
    .executeTakeFirstOrThrow()
  if (!Number(earned)) return
  const { session_id, owner_id, starts_at, ends_at } = occurrence
  await tellOfSession(trx, deps, { id: session_id, owner_id }, owner_id, 'earned', {
    times: [{ from: spanOf({ start: starts_at, end: ends_at }), to: null }],
    earnedCents: Number(earned),
  })
}
