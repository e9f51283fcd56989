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
import { giveBack } from '../payments/refund.ts'

export type BookingRow = Selectable<DB['bookings']>

/** What goes with a change besides the state itself. */
type With = Partial<Pick<BookingRow, 'remarks' | 'tutor_agreed_at' | 'cancelled_by'>>

/** A booking's row, locked until the transaction ends: whatever changes it waits here for its turn. */
export async function lockBooking(trx: Trx, id: string): Promise<BookingRow | undefined> {
  return trx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Brings a locked booking into another state, with the money that this gives back. Null where that isn't a change it can
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
  const cents = refundCents(booking, change, by, now)
  if (cents > 0) await giveBack(trx, deps, booking.id, { cents, reason: to as RefundReason })
  return changed
}

type RefundReason = 'declined' | 'lapsed' | 'missed' | 'cancelled'

function refundCents(
  booking: BookingRow,
  { refund }: BookingChange,
  by: BookingCause,
  now: Temporal.Instant,
): number {
  if (refund === 'nothing') return 0
  if (refund === 'everything') return booking.amount_cents
  return cancellationCents(booking, by === 'tutor' ? 'tutor' : 'student', now)
}

/**
 * What comes back to the student, in cents, when a side cancels now: by the policy frozen into the booking, but everything
 * where the tutor has moved it.
 */
export function cancellationCents(
  booking: Pick<BookingRow, 'amount_cents' | 'refund_policy' | 'starts_at' | 'moved_from'>,
  by: 'tutor' | 'student',
  now: Temporal.Instant,
): number {
  if (booking.moved_from !== null) return booking.amount_cents
  const policy = booking.refund_policy as unknown as RefundPolicy
  return refundOf(booking.amount_cents, { policy, by, start: instantOf(booking.starts_at), now })
}

/** What of a row decides how it can change. */
export function factsOf(booking: BookingRow): BookingFacts {
  return {
    state: booking.state as BookingState,
    kind: booking.kind as BookingFacts['kind'],
    start: instantOf(booking.starts_at),
    end: instantOf(booking.ends_at),
    heldUntil: instantOf(booking.held_until),
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

function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime())
}
