import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { tookPlace } from '../attendances/took-place.ts'
import { releaseEarnings } from '../money/earnings.ts'
import { askCheckout, endCheckout } from '../payments/checkout.ts'
import { readEvents, readPlatformMoves, readProviderFees } from '../payments/read-provider.ts'
import { resumeRefunds } from '../payments/send-refund.ts'
import { resumeEvents } from '../payments/stripe-events.ts'
import { resumeWithdrawals } from '../withdrawals/send-withdrawal.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { changeBooking, lockBooking } from './change-booking.ts'
import { settleOccurrences } from './settle-occurrences.ts'

const batch = 200

/**
 * Does what the clock owes to bookings: unpaid holds expire, unanswered requests lapse, meetings that are over are completed
 * or missed, and earnings become their tutors'. Late, twice or on two nodes at once it comes to the same end, since each step looks at the locked row.
 */
export async function settleBookings(deps: Deps, personId?: string): Promise<void> {
  const failures: unknown[] = []
  await settleOccurrences(deps, personId).catch(error => failures.push(error))
  let due: Due[] = []
  do {
    due = await dueAfter(deps, due.at(-1), personId)
    for (const one of due) {
      // The provider being away must not keep the others waiting.
      await settleDue(deps, one).catch(error => failures.push(error))
    }
  } while (due.length === batch)
  await releaseEarnings(deps, personId).catch(error => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} bookings couldn’t be settled`)
}

/** Ends a hold when its time has come: the look at all bookings comes up to a minute later. */
export async function endHold(deps: Deps, bookingId: string): Promise<void> {
  const due = await deps.db
    .selectFrom('bookings')
    .select(['id', 'state'])
    .where('id', '=', bookingId)
    .where('state', '=', 'held')
    .where('held_until', '<=', deps.now())
    .executeTakeFirst()
  if (due) await settleDue(deps, due)
}

async function settleDue(deps: Deps, { id, state }: Pick<Due, 'id' | 'state'>): Promise<void> {
  // Nothing may be paid any more before the time is given to others.
  if (state === 'held') await endCheckout(deps, id)
  await deps.db.transaction().execute(trx => settle(trx, deps, id))
}

type Due = { id: string; state: string; ends_at: Temporal.Instant }

/** Bookings of which the clock owes something, from after one of them: those that can't be settled now are passed by. */
async function dueAfter(deps: Deps, last: Due | undefined, personId?: string): Promise<Due[]> {
  const now = deps.now()
  const mine = personId ? sql`and ${personId}::uuid in (tutor_id, student_id)` : sql``
  const after = last ? sql`and (ends_at, id) > (${last.ends_at}, ${last.id}::uuid)` : sql``
  const { rows } = await sql<Due>`
    select id, state, ends_at from bookings
    where state in ('held', 'requested', 'approved', 'active') and (
      (state = 'held' and held_until <= ${now}::timestamptz)
      or (state = 'requested' and starts_at <= ${now}::timestamptz)
      or (kind = 'slot' and state in ('approved', 'active') and ends_at <= ${now}::timestamptz)
    ) ${mine} ${after}
    order by ends_at, id limit ${sql.lit(batch)}`.execute(deps.db)
  return rows
}

/**
 * What a lost webhook would have told, and what jobs have given up on: reads the provider's lists, asks about Checkouts that are
 * open for a while, and begins events, refunds and withdrawals anew. Money must not depend on the provider having been there while a
 * job was tried.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const before = deps.now().subtract({ minutes: 2 })
  await resumeEvents(deps, before)
  await resumeRefunds(deps, before)
  await resumeWithdrawals(deps, before)
  const failures: unknown[] = []
  for (const look of [askOpenCheckouts, readEvents, readProviderFees, readPlatformMoves]) {
    // One that can't be made must not keep the others from being made.
    await look(deps, before).catch(error => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} looks at the payment provider failed`)
}

async function askOpenCheckouts(deps: Deps, before: Temporal.Instant): Promise<void> {
  const open = await deps.db
    .selectFrom('payments')
    .select('booking_id')
    .where('state', '=', 'open')
    .where('checkout_id', 'is not', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(sql.lit(batch))
    .execute()
  const failures: unknown[] = []
  for (const { booking_id } of open) {
    // One that can't be applied must not keep the others unasked.
    await askCheckout(deps, booking_id).catch(error => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} checkouts couldn’t be asked about`)
}

async function settle(trx: Trx, deps: Deps, id: string): Promise<void> {
  const booking = await lockBooking(trx, id)
  if (!booking) return
  if (booking.state === 'held') {
    await changeBooking(trx, deps, booking, 'expired', 'clock')
    return
  }
  const to =
    booking.state === 'requested' ? 'lapsed' : (await tookPlace(trx, [id])).has(id) ? 'completed' : 'missed'
  const changed = await changeBooking(trx, deps, booking, to, 'clock')
  if (!changed || to === 'completed') return
  await tellOfBooking(trx, deps, changed, to, changed.student_id)
  await tellOfBooking(trx, deps, changed, to, changed.tutor_id)
}
