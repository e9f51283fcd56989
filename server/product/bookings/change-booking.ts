import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import {
  type BookingCause,
  type BookingChange,
  type BookingFacts,
  type BookingSide,
  type BookingState,
  canTransition,
  findChange,
} from '#shared/domain/booking-states.ts'
import { refundOf } from '#shared/domain/refund-policy.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { readAlerts } from '../alerts/read-alerts.ts'
import { creditEarning } from '../money/earnings.ts'
import { refundBooking } from '../money/refund.ts'
import { tellOfBooking } from './booking-alerts.ts'
import type { BookingRow } from './lock-booking.ts'

type Change = {
  to: BookingState
  by: BookingCause
  /** The moment that decides whether the booking can change and what is refunded and earned; now if left out. */
  at?: Temporal.Instant
}

/** The fields that change along with the state. */
type With = Partial<
  Pick<BookingRow, 'remarks' | 'tutor_agreed_at' | 'tutor_terms_version' | 'cancelled_by' | 'moved_from'>
>

/**
 * Changes a locked booking's state, with the refund or earning that follows. Null if it can't make this
 * change then (shared/domain/booking-states.ts). Returns the changed booking.
 */
export async function changeBooking(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  { to, by, at = deps.now() }: Change,
  more: With = {},
): Promise<BookingRow | null> {
  const change = findChange(bookingFactsOf(booking), to, by, at)
  if (!change) return null
  const changed = await trx
    .updateTable('bookings')
    .set({ ...more, state: to, sequence: booking.sequence + 1 })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (booking.state === 'requested') {
    const about = { booking_id: booking.id }
    await readAlerts(trx, deps, { people: [booking.tutor_id], kinds: ['booking_requested'], about })
  }
  if (change.refund !== 'nothing') {
    const parts = refundParts(booking, change, by, at)
    await refundBooking(trx, deps, changed, { parts, reason: change.to, at })
  }
  // The rest is earned, both for a meeting that took place and for one canceled too late.
  const isEarned = (to === 'completed' || to === 'cancelled') && (await creditEarning(trx, deps, changed, at))
  // The owner of a session gets one alert for all its places (settle-occurrences.ts).
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
 * The student's refund if a side cancels now, of the price and of the fee: by the policy frozen into the
 * booking, or everything if the tutor moved it.
 */
function cancellationParts(booking: BookingRow, by: BookingSide, now: Temporal.Instant): Parts {
  if (booking.moved_from !== null) return { price: booking.amount_cents, fee: booking.fee_cents }
  const cancellation = { policy: booking.refund_policy, by, start: booking.starts_at, now }
  return {
    price: refundOf(booking.amount_cents, cancellation),
    fee: refundOf(booking.fee_cents, cancellation),
  }
}

/**
 * The cents that a side sees refunded if it cancels now, which it can: for the student out of all they paid, for
 * the tutor out of their price. `left` is what the booking still has of both.
 */
export function cancelRefund(
  booking: BookingRow,
  left: Parts,
  side: BookingSide,
  now: Temporal.Instant,
): number {
  const change = findChange(bookingFactsOf(booking), 'cancelled', side, now)!
  const parts = refundParts(booking, change, side, now)
  const price = Math.min(parts.price, left.price)
  return side === 'tutor' ? price : price + Math.min(parts.fee, left.fee)
}

/** The columns that decide how a booking can change. */
export function bookingFactsOf(booking: BookingRow): BookingFacts {
  return {
    state: booking.state,
    kind: booking.kind,
    start: booking.starts_at,
    end: booking.ends_at,
    heldUntil: booking.held_until,
    leaveUntil: booking.leave_until,
  }
}

/**
 * The 409 for a change that a side can't make to the booking now; it names the state. If the state allows the change, the start was
 * the deadline for it.
 */
export function wrongState(booking: BookingRow, to: BookingState, by: BookingSide) {
  const isLate = canTransition(
    bookingFactsOf(booking),
    to,
    by,
    booking.starts_at.subtract({ microseconds: 1 }),
  )
  return problem(
    'conflict',
    `This booking can’t be ${stateNames[to]}: it is ${stateNames[booking.state]}${isLate ? ', and it has already started' : ''}.`,
  )
}

/** Each state as our texts name it, after "it is". */
export const stateNames: Record<BookingState, string> = {
  held: 'not paid yet',
  requested: 'waiting for the tutor’s answer',
  approved: 'approved',
  active: 'in progress',
  completed: 'completed',
  missed: 'missed',
  expired: 'expired',
  declined: 'declined',
  lapsed: 'expired without an answer',
  cancelled: 'canceled',
}
