import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { changeBooking, lockBooking } from '../bookings/change-booking.ts'
import { endCheckoutLater } from '../bookings/decide-booking.ts'
import type { SessionRow } from './queries.ts'
import type { ToldTime } from './session-alert-kinds.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'

/** What a person is to be told of occurrences that don't take place, and what of theirs comes back. */
type Loss = { times: ToldTime[]; bookingIds: string[] }

/**
 * Cancels occurrences that haven't begun: who has a place gets everything back, who is paying for one can't any more, and they
 * are told, as is who is enrolled where that is a place, or where the whole session ends. The session is locked.
 */
export async function cancelOccurrences(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  ids: readonly string[],
  {
    remarks = null,
    everyone = session.rate_cents === null,
  }: { remarks?: string | null; everyone?: boolean } = {},
): Promise<void> {
  const { rows: cancelled } = await sql<{ id: string; starts_at: Date; ends_at: Date }>`
    update occurrences set state = 'cancelled'
    where id in (select id from occurrences where id = any (${ids}::uuid[]) and state = 'planned' order by id for no key update)
    returning id, starts_at, ends_at`.execute(trx)
  const losses = new Map<string, Loss>()
  const lossOf = (personId: string) =>
    losses.getOrInsertComputed(personId, () => ({ times: [], bookingIds: [] }))
  for (const { id, starts_at, ends_at } of cancelled) {
    const time = { from: spanOf(starts_at, ends_at), to: null }
    for (const place of await cancelPlaces(trx, deps, session, id, remarks)) {
      const loss = lossOf(place.studentId)
      loss.times.push(time)
      loss.bookingIds.push(place.id)
    }
  }
  if (everyone && cancelled.length > 0) {
    const times = cancelled.map(({ starts_at, ends_at }) => ({ from: spanOf(starts_at, ends_at), to: null }))
    for (const personId of await enrolledIn(trx, session.id)) {
      const loss = lossOf(personId)
      loss.times = times
    }
  }
  for (const [personId, { times, bookingIds }] of losses) {
    const refundCents = await refunded(trx, bookingIds)
    await tellOfSession(trx, deps, session, personId, 'cancelled', { times, refundCents, remarks })
  }
}

/** Everyone enrolled in a session. */
export async function enrolledIn(trx: Trx, sessionId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('enrolments')
    .select('person_id')
    .where('session_id', '=', sessionId)
    .orderBy('person_id')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

async function cancelPlaces(
  trx: Trx,
  deps: Deps,
  { owner_id }: SessionRow,
  occurrenceId: string,
  remarks: string | null,
): Promise<{ id: string; studentId: string }[]> {
  const live = await trx
    .selectFrom('bookings')
    .select(['id', 'student_id'])
    .where('occurrence_id', '=', occurrenceId)
    .where('state', 'in', ['held', 'approved', 'active'])
    .orderBy('id')
    .execute()
  const cancelled = []
  for (const { id, student_id: studentId } of live) {
    const place = await lockBooking(trx, id)
    const change = { cancelled_by: owner_id, ...(remarks && { remarks }) }
    if (!place || !(await changeBooking(trx, deps, place, 'cancelled', 'tutor', change))) continue
    if (place.state === 'held') await endCheckoutLater(trx, deps, id)
    cancelled.push({ id, studentId })
  }
  return cancelled
}

async function refunded(trx: Trx, bookingIds: string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(refunds.amount_cents), 0)::int as cents
    from refunds join payments on payments.id = payment_id
    where booking_id = any (${bookingIds}::uuid[])`.execute(trx)
  return rows[0]!.cents
}
