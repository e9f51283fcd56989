import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { shownTo } from '../people/shown-to.ts'
import { knownToTutor } from './known-to-tutor.ts'

export const bookingList: ExportList = {
  file: 'bookings.json',
  about: 'your bookings as a student and a tutor, with payments and refunds',
  query: userId => sql`
    select bookings.id, topic, case when tutor_id = ${userId} then 'tutor' else 'student' end as your_side,
      other.username as with, starts_at, ends_at, bookings.state, round(bookings.amount_cents / 100.0, 2)::text as amount_usd,
      case when student_id = ${userId} then round(bookings.fee_cents / 100.0, 2)::text end as fee_usd,
      (select round(sum(case when student_id = ${userId} then refunds.amount_cents else price_cents end) / 100.0, 2)::text
        from refunds where payment_id = payments.id and refunds.state <> 'void') as refunded_usd,
      paid_at, case when student_id = ${userId} then message end as your_message,
      case when ${shownTo(userId, sql`coalesce(cancelled_by, tutor_id)`)} then remarks end as remarks, bookings.created_at,
      case when student_id = ${userId} then student_terms_version else tutor_terms_version end as terms_you_agreed_to
    from bookings join payments on payments.booking_id = bookings.id
      join users other on other.id = case when tutor_id = ${userId} then student_id else tutor_id end
    where ${userId} in (tutor_id, student_id) and (student_id = ${userId} or ${knownToTutor})
    order by bookings.id`,
}

/**
 * The bookings stay, with their money; the words that the person wrote in them are deleted. Remarks belong to
 * the tutor, or to the person who canceled.
 */
export async function forgetBookingWords(trx: Trx, userId: string): Promise<void> {
  await sql`update bookings set message = null where student_id = ${userId} and message is not null`.execute(
    trx,
  )
  await sql`update bookings set remarks = null
    where (tutor_id = ${userId} or cancelled_by = ${userId}) and remarks is not null`.execute(trx)
}
