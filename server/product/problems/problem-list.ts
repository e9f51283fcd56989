import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { ProblemCase } from '#shared/api/admin.ts'
import type { ProblemReason } from '#shared/api/bookings.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { joinStays, type SecondsThere, secondsThere } from './attendance.ts'
import { type BookingColumns, bookingColumns, bookingOf } from './waiting-money.ts'

export const problemsPage = 20

type Row = BookingColumns & {
  reason: ProblemReason
  details: string
  created_at: Temporal.Instant
  outcome: ProblemCase['outcome']
  answer: string | null
  price: number
  fee: number
  left_price: number
  left_fee: number
  refunded: number
  disputed: boolean
} & SecondsThere

/**
 * The reported problems, after that of a given booking: open ones oldest first, settled ones newest first.
 * One query.
 */
export async function problemList(
  db: Database,
  state: 'open' | 'settled',
  after: string | undefined,
): Promise<ProblemCase[]> {
  const open = state === 'open'
  const place = open ? sql`(created_at, booking_id)` : sql`(settled_at, booking_id)`
  const order = open ? sql`created_at, booking_id` : sql`settled_at desc, booking_id desc`
  const from =
    after === undefined
      ? sql``
      : sql`and ${place} ${open ? sql`>` : sql`<`} (select ${open ? sql`created_at` : sql`settled_at`}, booking_id
          from booking_problems where booking_id = ${after}::uuid)`
  const { rows } = await sql<Row>`
    select ${bookingColumns}, reason, details, page.created_at, outcome, answer,
      bookings.amount_cents as price, bookings.fee_cents as fee, coalesce(given.cents, 0)::int as refunded,
      (bookings.amount_cents - coalesce(given.price, 0) - coalesce(taken.price, 0))::int as left_price,
      (bookings.fee_cents - coalesce(given.fee, 0) - coalesce(taken.fee, 0))::int as left_fee,
      coalesce(taken.disputed, false) as disputed,
      ${secondsThere}
    from (
        select * from booking_problems where (outcome is null) = ${open} ${from}
        order by ${order} limit ${sql.lit(problemsPage)}
      ) page
      join bookings on bookings.id = page.booking_id
      join users student on student.id = bookings.student_id
      join users tutor on tutor.id = bookings.tutor_id
      left join payments on payments.booking_id = page.booking_id and payments.state = 'paid'
      left join lateral (
        select sum(amount_cents) filter (where state in ('pending', 'done', 'settled')) as cents, sum(price_cents) as price,
          sum(fee_cents) as fee
        from refunds where payment_id = payments.id
      ) given on true
      left join lateral (
        select sum(price_cents) as price, sum(fee_cents) as fee, bool_or(state = 'open') as disputed
        from disputes where payment_id = payments.id
      ) taken on true
      ${joinStays}
    order by ${order}`.execute(db)
  return rows.map(row => ({
    ...bookingOf(row),
    reason: row.reason,
    details: row.details,
    date: isoTime(row.created_at),
    student_seconds: row.student_seconds,
    tutor_seconds: row.tutor_seconds,
    together_seconds: row.together_seconds,
    amount: centsToDecimal(row.price),
    fee: centsToDecimal(row.fee),
    total: centsToDecimal(row.price + row.fee),
    left_amount: centsToDecimal(row.left_price),
    left_fee: centsToDecimal(row.left_fee),
    disputed: row.disputed,
    refunded: centsToDecimal(row.refunded),
    outcome: row.outcome,
    answer: row.answer,
  }))
}
