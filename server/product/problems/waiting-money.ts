import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { admin, BookingOfMoney } from '#shared/api/admin.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { lastCheck } from '../ledger/jobs.ts'
import type { RefundReason } from '../money/refund.ts'
import { refundReasons } from '../money/refund-words.ts'
import { isDeletedEmail } from '../people/deleted-person.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { joinStays, type SecondsThere, secondsThere } from './attendance.ts'

const shown = 100

type Money = Omit<CallOutput<typeof admin.money>, 'status'>

/**
 * The findings of the last ledger check, and the money that waits for an operator, oldest first. Three
 * queries.
 */
export async function waitingMoney(db: Database): Promise<Money> {
  const check = await lastCheck(db)
  const { rows: refunds } = await sql<
    BookingColumns & {
      id: string
      email: string
      amount_cents: number
      reason: RefundReason
      failure: string | null
      failed: boolean
      disputed: boolean
      created_at: Temporal.Instant
    }
  >`
    with failed as (
      select id from refunds where state = 'failed' order by created_at limit ${sql.lit(shown)}
    ), waiting as (
      select id from refunds
      where state = 'pending' and (failure is not null or (refund_id is null and ${isDisputed}))
      order by created_at limit ${sql.lit(shown)}
    )
    select refunds.id, ${bookingColumns}, student.email, refunds.amount_cents, refunds.reason, failure,
      refunds.state = 'failed' as failed, ${isDisputed} as disputed, refunds.created_at
    from refunds ${joinBooking}
    where refunds.id in (select id from failed union all select id from waiting) order by refunds.created_at`.execute(
    db,
  )
  const { rows: disputes } = await sql<
    BookingColumns &
      SecondsThere & {
        id: string
        amount_cents: number
        reason: string
        opened_at: Temporal.Instant
        answer_by: Temporal.Instant | null
      }
  >`
    select disputes.id, ${bookingColumns}, ${secondsThere}, disputes.amount_cents, reason, opened_at, answer_by
    from disputes ${joinBooking} ${joinStays}
    where disputes.state = 'open' order by opened_at limit ${sql.lit(shown)}`.execute(db)
  return {
    checked_on: check ? isoTime(check.at) : null,
    findings: check?.findings ?? [],
    failed_refunds: refunds
      .filter(row => row.failed)
      .map(row => ({
        id: row.id,
        ...bookingOf(row),
        student_email: isDeletedEmail(row.email) ? null : row.email,
        amount: centsToDecimal(row.amount_cents),
        reason: refundReasons[row.reason],
        failure: row.failure && inWords(row.failure),
      })),
    waiting_refunds: refunds
      .filter(row => !row.failed)
      .map(row => ({
        id: row.id,
        ...bookingOf(row),
        amount: centsToDecimal(row.amount_cents),
        reason: refundReasons[row.reason],
        waits_for: row.disputed ? 'bank' : 'balance',
        owed_on: isoTime(row.created_at),
      })),
    disputes: disputes.map(row => ({
      id: row.id,
      ...bookingOf(row),
      student_seconds: row.student_seconds,
      tutor_seconds: row.tutor_seconds,
      together_seconds: row.together_seconds,
      amount: centsToDecimal(row.amount_cents),
      reason: inWords(row.reason),
      opened_on: isoTime(row.opened_at),
      answer_by: row.answer_by && isoTime(row.answer_by),
    })),
  }
}

export type BookingColumns = {
  booking_id: string
  topic: string
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  student_name: string
  student_username: string | null
  student_picture: string | null
  tutor_name: string
  tutor_username: string | null
  tutor_picture: string | null
}

export const bookingColumns = sql`
  bookings.id as booking_id, topic, starts_at, ends_at,
  student.name as student_name, case when student.deleted_at is null then student.username end as student_username,
  student.picture_id as student_picture,
  tutor.name as tutor_name, case when tutor.deleted_at is null then tutor.username end as tutor_username,
  tutor.picture_id as tutor_picture`

const isDisputed = sql`
  exists (select from disputes where disputes.payment_id = refunds.payment_id and disputes.state = 'open')`

const joinBooking = sql`
  join payments on payments.id = payment_id
  join bookings on bookings.id = payments.booking_id
  join users student on student.id = bookings.student_id
  join users tutor on tutor.id = bookings.tutor_id`

/** The booking of a row with `bookingColumns`. */
export function bookingOf(row: BookingColumns): BookingOfMoney {
  return {
    booking_id: row.booking_id,
    topic: row.topic,
    starts_on: isoTime(row.starts_at),
    ends_on: isoTime(row.ends_at),
    student: {
      username: row.student_username,
      name: row.student_name,
      profile_image: pictureUrl(row.student_picture),
    },
    tutor: {
      username: row.tutor_username,
      name: row.tutor_name,
      profile_image: pictureUrl(row.tutor_picture),
    },
  }
}

/**
 * The provider's codes read as words: 'product_not_received', 'lost_or_stolen_card'
 * (docs.stripe.com/api/disputes/object).
 */
function inWords(code: string): string {
  return code.replaceAll('_', ' ')
}
