import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { BookingToRefund } from '#shared/api/admin.ts'
import { canTransition } from '#shared/domain/booking-states.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { bookingFactsOf } from '../bookings/change-booking.ts'
import type { BookingRow } from '../bookings/lock-booking.ts'
import { remainingOf } from '../money/remaining.ts'
import { returnsOf, shownReturn } from '../payments/receipt.ts'
import { type BookingColumns, bookingColumns, bookingOf } from './waiting-money.ts'

type Row = BookingRow & BookingColumns & { paid_at: Temporal.Instant | null; credited: boolean }

/** What an operator checks before a refund: whose booking it is, its money, and what a full refund does. Three queries. */
export async function bookingToRefund(
  db: Database,
  id: string,
  now: Temporal.Instant,
): Promise<BookingToRefund | null> {
  const { rows } = await sql<Row>`
    select bookings.*, ${bookingColumns}, paid_at,
      exists (select from earnings where earnings.booking_id = bookings.id) as credited
    from bookings
      join users student on student.id = bookings.student_id
      join users tutor on tutor.id = bookings.tutor_id
      left join payments on payments.booking_id = bookings.id and payments.state = 'paid'
    where bookings.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const remaining = await remainingOf(db, id)
  const returns = remaining ? await returnsOf(db, remaining.paymentId) : []
  return {
    ...bookingOf(row),
    paid_on: row.paid_at && isoTime(row.paid_at),
    amount: centsToDecimal(row.amount_cents),
    fee: centsToDecimal(row.fee_cents),
    left_amount: centsToDecimal(remaining?.left.price ?? 0),
    left_fee: centsToDecimal(remaining?.left.fee ?? 0),
    refunds: returns.map(shownReturn),
    disputed: remaining?.disputed ?? false,
    credited: row.credited,
    cancels: canTransition(bookingFactsOf(row), 'cancelled', 'operator', now),
  }
}
