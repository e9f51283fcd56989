import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import type { payments, Returned } from '#shared/api/payments.ts'
import type { BookingKind } from '#shared/domain/booking-states.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { minutesFor } from '#shared/domain/price.ts'
import type { RefundReason } from '../money/refund.ts'
import { refundReasons } from '../money/refund-words.ts'

type Receipt = CallOutput<typeof payments.receipt>['receipt']

type Row = {
  id: string
  booking_id: string
  topic: string
  kind: BookingKind
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  tutor_id: string
  student_name: string
  tutor_name: string
  tutor_username: string
  rate_cents: number
  amount_cents: number
  fee_cents: number
  paid_at: Temporal.Instant
}

type Return = Omit<Returned, 'date' | 'amount'> & { at: Temporal.Instant; cents: number }
type ReturnRow = Omit<Return, 'reason'> & { reason: RefundReason | 'dispute' }

/** The receipt of a paid booking, for its two people; null for anyone else. */
export async function receiptOf(
  db: Database,
  { userId, email }: Login,
  bookingId: string,
): Promise<Receipt | null> {
  const { rows } = await sql<Row>`
    select payments.id, bookings.id as booking_id, topic, kind, starts_at, ends_at, tutor_id, student.name as student_name,
      tutor.name as tutor_name, tutor.username as tutor_username, rate_cents, bookings.amount_cents, fee_cents, paid_at
    from bookings join payments on payments.booking_id = bookings.id and payments.state = 'paid'
      join users student on student.id = student_id join users tutor on tutor.id = tutor_id
    where bookings.id = ${bookingId} and ${userId}::uuid in (student_id, tutor_id)`.execute(db)
  const row = rows[0]
  if (!row) return null
  const returns = await returnsOf(db, row.id)
  const total = row.amount_cents + row.fee_cents
  const gone = returns.filter(({ state }) => state === 'pending' || state === 'done' || state === 'settled')
  return {
    number: receiptNumber(row.id),
    booking_id: row.booking_id,
    role: row.tutor_id === userId ? 'tutor' : 'student',
    email,
    topic: row.topic,
    is_session: row.kind === 'place',
    starts_on: isoTime(row.starts_at),
    ends_on: isoTime(row.ends_at),
    // What was paid for, also once the session is longer or shorter than it was then.
    minutes: minutesFor(row.amount_cents, row.rate_cents),
    student_name: row.student_name,
    tutor_name: row.tutor_name,
    tutor_username: row.tutor_username,
    hourly_rate: centsToDecimal(row.rate_cents),
    amount: centsToDecimal(row.amount_cents),
    fee: centsToDecimal(row.fee_cents),
    total: centsToDecimal(total),
    paid_on: isoTime(row.paid_at),
    refunds: returns.map(shownReturn),
    net: centsToDecimal(gone.reduce((left, { cents }) => left - cents, total)),
  }
}

/**
 * The refunds, oldest first. A lost dispute returned its money too; an open one hasn't decided anything yet.
 */
export async function returnsOf(db: Database, paymentId: string): Promise<Return[]> {
  const { rows } = await sql<ReturnRow>`
    select created_at as at, amount_cents as cents, reason, state from refunds
    where payment_id = ${paymentId} and amount_cents > 0
    union all
    select closed_at, amount_cents - returned_cents, 'dispute', 'done' from disputes
    where payment_id = ${paymentId} and state = 'lost' and amount_cents > returned_cents
    order by at`.execute(db)
  return rows.map(row => ({
    ...row,
    reason: row.reason === 'dispute' ? 'Refunded by the student’s bank' : refundReasons[row.reason],
  }))
}

/** A refund as receipts and operators see it. */
export function shownReturn({ at, cents, reason, state }: Return): Returned {
  return { date: isoTime(at), amount: centsToDecimal(cents), reason, state }
}

/** Digits and letters that people don't confuse when reading aloud (crockford.com/base32.html). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A receipt's number: the last fifty bits of the payment's id, which are random in a version 7 UUID (RFC 9562
 * §5.7).
 */
function receiptNumber(paymentId: string): string {
  let bits = BigInt(`0x${paymentId.replaceAll('-', '')}`) & ((1n << 50n) - 1n)
  let number = ''
  for (let index = 0; index < 10; index++) {
    number = letters[Number(bits & 31n)] + number
    bits >>= 5n
  }
  return `${number.slice(0, 5)}-${number.slice(5)}`
}
