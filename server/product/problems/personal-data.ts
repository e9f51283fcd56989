import { sql } from 'kysely'
import type { ExportList } from '../people/export-list.ts'

/** They stay when the person leaves: money was decided on them. */
export const problemReportList: ExportList = {
  file: 'problem-reports.json',
  about: 'the problems you reported with meetings, and what was decided',
  query: userId => sql`
    select booking_id, topic, reason, details, booking_problems.created_at, outcome, answer, settled_at
    from booking_problems join bookings on bookings.id = booking_id
    where student_id = ${userId} order by booking_problems.created_at`,
}
