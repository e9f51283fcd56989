import type { Selectable } from 'kysely'
import type { Earnings } from '#server/platform/db/types.gen.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Booking, BookingProblem } from '#shared/api/bookings.ts'
import { centsToDecimal } from '#shared/domain/money.ts'

type Money = NonNullable<Booking['money']>
type Dispute = NonNullable<Booking['dispute']>

/** The money columns of a booking's row: payment, refunds, earning, and the current dispute. */
export type MoneyColumns = {
  paid_at: Temporal.Instant | null
  /** The part of the tutor's price that was not and won't be refunded. */
  left_price: number
  refund_failed: number | null
  refund_settled: boolean
  sent_back_at: Temporal.Instant | null
  earning_state: Selectable<Earnings>['state'] | null
  earning_free_at: Temporal.Instant | null
  problem_at: Temporal.Instant | null
  problem_outcome: BookingProblem['outcome']
  dispute_state: Dispute['state'] | null
  dispute_opened_at: Temporal.Instant | null
  dispute_cents: number | null
  dispute_answer_by: Temporal.Instant | null
}

/** Where a booking's money is; null while it is unpaid. */
export function bookingMoney(row: MoneyColumns, role: Booking['role']): Booking['money'] {
  if (!row.paid_at) return null
  const where = whereIs(row)
  return {
    paid_on: isoTime(row.paid_at),
    where,
    free_on: where === 'waiting' ? isoTime(row.earning_free_at!) : null,
    sent_back_on: row.sent_back_at && isoTime(row.sent_back_at),
    refund_failed: role === 'student' && row.refund_failed ? centsToDecimal(row.refund_failed) : null,
    refund_settled: row.refund_settled,
  }
}

function whereIs(row: MoneyColumns): Money['where'] {
  if (row.dispute_state === 'open') return 'bank'
  if (row.left_price === 0) return 'back'
  if (row.earning_state === null) return 'held'
  if (row.earning_state === 'available') return 'earned'
  return row.problem_at !== null && row.problem_outcome === null ? 'questioned' : 'waiting'
}

/**
 * The dispute of a booking's payment as one of its people sees it: only the tutor and the operators can
 * answer it.
 */
export function bookingDispute(row: MoneyColumns, role: Booking['role']): Booking['dispute'] {
  if (row.dispute_state === null || row.dispute_opened_at === null || row.dispute_cents === null) return null
  const answerBy = role === 'tutor' && row.dispute_state === 'open' ? row.dispute_answer_by : null
  return {
    state: row.dispute_state,
    opened_on: isoTime(row.dispute_opened_at),
    amount: centsToDecimal(row.dispute_cents),
    answer_by: answerBy && isoTime(answerBy),
  }
}
