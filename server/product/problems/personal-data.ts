import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const problemReportList: ExportList = {
  file: 'problem-reports.json',
  about: 'the problems you reported with meetings, and what was decided',
  query: userId => sql`
    select booking_id, topic, reason, details, booking_problems.created_at, outcome, answer, settled_at
    from booking_problems join bookings on bookings.id = booking_id
    where student_id = ${userId} order by booking_problems.created_at`,
}

/**
 * Deletes from settled problems the words of people who have left, selected by a condition on their ids. The rest stays: money was
 * decided on it. An open one stays complete until it is settled.
 */
export async function forgetProblemWords(db: Database, whose: RawBuilder<unknown>): Promise<void> {
  await sql`update booking_problems set details = '' from bookings
    where bookings.id = booking_id and student_id ${whose} and outcome is not null and details <> ''`.execute(
    db,
  )
}
