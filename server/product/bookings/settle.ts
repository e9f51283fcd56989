import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachInTurn, inBatches } from '#server/platform/each-in-turn.ts'
import type { BookingState } from '#shared/domain/booking-states.ts'
import { allCounted } from '../attendances/all-counted.ts'
import { tookPlace } from '../attendances/took-place.ts'
import { releaseEarnings } from '../money/earnings.ts'
import { inStates } from '../people/booking-states.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { changeBooking } from './change-booking.ts'
import { lockBooking } from './lock-booking.ts'

const batch = 200

/** Nouns later in the order, passed in: Checkouts, and the sessions that places belong to. */
export type Above = {
  askCheckout: (deps: Deps, bookingId: string) => Promise<void>
  endCheckout: (deps: Deps, bookingId: string) => Promise<void>
  settleOccurrences: (deps: Deps, personId?: string) => Promise<void>
  tendSessions: (deps: Deps, ownerId?: string) => Promise<void>
}

/**
 * Does the due work on bookings: expires unpaid holds, lets unanswered requests lapse, completes or misses
 * meetings that are over, and releases earnings to their tutors. Running late, twice or on two nodes at once
 * gives the same result, since each step checks the locked row.
 */
export async function settleBookings(deps: Deps, above: Above, personId?: string): Promise<void> {
  const due = inBatches<Due>(batch, last => dueAfter(deps, last, personId))
  const steps = [
    () => above.settleOccurrences(deps, personId),
    () => eachInTurn(due, 'bookings couldn’t be settled', one => settleDue(deps, above, one)),
    () => releaseEarnings(deps, personId),
  ]
  await eachInTurn(steps, 'steps of settling failed', step => step())
}

/** Ends a hold on time: the job that looks at all bookings comes up to a minute later. */
export async function endHold(deps: Deps, above: Above, bookingId: string): Promise<void> {
  const due = await deps.db
    .selectFrom('bookings')
    .select(['id', 'state'])
    .where('id', '=', bookingId)
    .where('state', '=', 'held')
    .where('held_until', '<=', deps.now())
    .executeTakeFirst()
  if (due) await settleDue(deps, above, due)
}

async function settleDue(deps: Deps, above: Above, { id, state }: Pick<Due, 'id' | 'state'>): Promise<void> {
  // Payment must be impossible before others can book the time.
  if (state === 'held') await above.endCheckout(deps, id)
  await deps.db.transaction().execute(trx => settle(trx, deps, id))
}

type Due = { id: string; state: BookingState; ends_at: Temporal.Instant }

/** Bookings with due work, after a given one: skips those that can't be settled now. */
async function dueAfter(deps: Deps, last: Due | undefined, personId: string | undefined): Promise<Due[]> {
  const now = deps.now()
  const mine = personId ? sql`and ${personId}::uuid in (tutor_id, student_id)` : sql``
  const after = last ? sql`and (ends_at, id) > (${last.ends_at}, ${last.id}::uuid)` : sql``
  const { rows } = await sql<Due>`
    select id, state, ends_at from bookings
    where state in (${inStates.live}) and (
      (state = 'held' and held_until <= ${now}::timestamptz)
      or (state = 'requested' and starts_at <= ${now}::timestamptz)
      or (kind = 'slot' and state in (${inStates.agreed}) and ends_at <= ${now}::timestamptz and ${allCounted('bookings')})
    ) ${mine} ${after}
    order by ends_at, id limit ${sql.lit(batch)}`.execute(deps.db)
  return rows
}

async function settle(trx: Trx, deps: Deps, id: string): Promise<void> {
  const booking = await lockBooking(trx, id)
  if (!booking) return
  if (booking.state === 'held') {
    await changeBooking(trx, deps, booking, { to: 'expired', by: 'clock' })
    return
  }
  const to =
    booking.state === 'requested' ? 'lapsed' : (await tookPlace(trx, [id])).has(id) ? 'completed' : 'missed'
  const changed = await changeBooking(trx, deps, booking, { to, by: 'clock' })
  if (!changed || to === 'completed') return
  await tellOfBooking(trx, deps, changed, to, changed.student_id)
  await tellOfBooking(trx, deps, changed, to, changed.tutor_id)
}
