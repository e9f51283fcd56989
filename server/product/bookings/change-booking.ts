import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import {
  type BookingCause,
  type BookingChange,
  type BookingFacts,
  type BookingState,
  findChange,
} from '#shared/domain/booking-states.ts'
import { type RefundPolicy, refundOf } from '#shared/domain/refund-policy.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { creditEarning } from '../money/earnings.ts'
import { giveBack, type RefundReason } from '../money/refund.ts'
import { lockPeople } from '../people/lock-people.ts'
import { tellOfBooking } from './booking-alerts.ts'

export type BookingRow = Selectable<DB['bookings']>

/** What goes with a change besides the state itself. */
type With = Partial<Pick<BookingRow, 'remarks' | 'tutor_agreed_at' | 'tutor_terms_version' | 'cancelled_by'>>

/** A booking's row, locked until the transaction ends after its two people: whatever changes it waits here for its turn. */
export async function lockBooking(trx: Trx, id: string): Promise<BookingRow | undefined> {
  const people = await trx
    .selectFrom('bookings')
    .select(['tutor_id', 'student_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!people) return undefined
  await lockPeople(trx, [people.tutor_id, people.student_id])
  return trx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Brings a locked booking into another state, with the money that this gives back or makes its tutor's. Null where that isn't a change it can
 * make now (shared/domain/booking-states.ts). Answers the booking as it is then.
 */
export async function changeBooking(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  to: BookingState,
  by: BookingCause,
  more: With = {},
): Promise<BookingRow | null> {
  const now = deps.now()
  const change = findChange(factsOf(booking), to, by, now)
  if (!change) return null
  const changed = await trx
    .updateTable('bookings')
    .set({ ...more, state: to, sequence: booking.sequence + 1 })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const reason = to as RefundReason
  await giveBack(trx, deps, changed, { parts: refundParts(booking, change, by, now), reason })
  // Whatever doesn't go back is earned, of a meeting that took place as of one that was cancelled too late.
  const isEarned = (to === 'completed' || to === 'cancelled') && (await creditEarning(trx, deps, changed))
  // Of a session that took place its owner is told once, with what all places brought (settle-occurrences.ts).
  const isToldOnce = changed.kind === 'place' && to === 'completed'
  if (isEarned && !isToldOnce) await tellOfBooking(trx, deps, changed, 'earned', changed.tutor_id)
  return changed
}

function refundParts(
  booking: BookingRow,
  { refund }: BookingChange,
  by: BookingCause,
  now: Temporal.Instant,
): Parts {
  if (refund === 'nothing') return { price: 0, fee: 0 }
  if (refund === 'everything') return { price: booking.amount_cents, fee: booking.fee_cents }
  return cancellationParts(booking, by === 'tutor' ? 'tutor' : 'student', now)
}

/**
 * What comes back to the student when a side cancels now, of the price and of the fee: by the policy frozen into the booking,
 * but everything where the tutor has moved it.
 */
export function cancellationParts(
  booking: Pick<BookingRow, 'amount_cents' | 'fee_cents' | 'refund_policy' | 'starts_at' | 'moved_from'>,
  by: 'tutor' | 'student',
  now: Temporal.Instant,
): Parts {
  if (booking.moved_from !== null) return { price: booking.amount_cents, fee: booking.fee_cents }
  const policy = booking.refund_policy as unknown as RefundPolicy
  const cancellation = { policy, by, start: booking.starts_at, now }
  return {
    price: refundOf(booking.amount_cents, cancellation),
    fee: refundOf(booking.fee_cents, cancellation),
  }
}

/** What of a row decides how it can change. */
export function factsOf(booking: BookingRow): BookingFacts {
  return {
    state: booking.state as BookingState,
    kind: booking.kind as BookingFacts['kind'],
    start: booking.starts_at,
    end: booking.ends_at,
    heldUntil: booking.held_until,
    leaveUntil: booking.leave_until,
  }
}

/** The 409 of a change that the booking's present state doesn't allow, which it names. */
export function wrongState(booking: BookingRow, wish: string) {
  return problem(
    'conflict',
    `This booking can’t be ${wish}: it is ${stateNames[booking.state as BookingState]}.`,
  )
}

const stateNames: Record<BookingState, string> = {
  held: 'not paid yet',
  requested: 'waiting for the tutor’s answer',
  approved: 'approved',
  active: 'under way',
  completed: 'completed',
  missed: 'over without having taken place',
  expired: 'expired unpaid',
  declined: 'declined',
  lapsed: 'lapsed unanswered',
  cancelled: 'cancelled',
}
