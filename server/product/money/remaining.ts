import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import type { MoneyOf } from '../ledger/postings.ts'

/** The fields of a booking that its money depends on. */
export type PaidBooking = Pick<Selectable<DB['bookings']>, 'id' | 'tutor_id' | 'student_id'>

export type Remaining = {
  paymentId: string
  /** What was paid, and how much of it is neither refunded, owed as a refund nor lost to a dispute. */
  whole: Parts
  left: Parts
  /** Whether a bank has taken the payment until it decides. */
  disputed: boolean
}

/**
 * What is left of a booking's money; null if nothing was paid. It can't change while the caller holds the
 * booking's lock.
 */
export async function remainingOf(db: Database, bookingId: string): Promise<Remaining | null> {
  const { rows } = await sql<{
    id: string
    price: number
    fee: number
    given_price: number
    given_fee: number
    disputed: boolean
  }>`
    select payments.id, bookings.amount_cents as price, bookings.fee_cents as fee,
      (coalesce(refunded.price, 0) + coalesce(lost.price, 0))::int as given_price,
      (coalesce(refunded.fee, 0) + coalesce(lost.fee, 0))::int as given_fee, coalesce(lost.disputed, false) as disputed
    from payments join bookings on bookings.id = payments.booking_id
      left join lateral (
        -- Also the void ones: of one that a lost dispute replaced, either the refund or the dispute has the amount.
        select sum(price_cents) as price, sum(fee_cents) as fee from refunds where payment_id = payments.id
      ) refunded on true
      left join lateral (
        select sum(price_cents) as price, sum(fee_cents) as fee, bool_or(state = 'open') as disputed
        from disputes where payment_id = payments.id
      ) lost on true
    where payments.booking_id = ${bookingId} and payments.state = 'paid'`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    paymentId: row.id,
    whole: { price: row.price, fee: row.fee },
    left: { price: row.price - row.given_price, fee: row.fee - row.given_fee },
    disputed: row.disputed,
  }
}

/** A booking's people, as its postings name them. */
export function moneyOf(booking: PaidBooking): MoneyOf {
  return { bookingId: booking.id, tutorId: booking.tutor_id, studentId: booking.student_id }
}

export const sumOf = ({ price, fee }: Parts): number => price + fee
