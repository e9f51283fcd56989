import { type RawBuilder, sql } from 'kysely'

/** Whose meeting it is: a booking's two people, or everyone of an occurrence. */
export type MeetingKey = { bookingId: string } | { occurrenceId: string }

/** The meeting of a row that has exactly one of the two ids, as the tables require. */
export function keyOf(row: { booking_id: string | null; occurrence_id: string | null }): MeetingKey {
  return row.booking_id !== null ? { bookingId: row.booking_id } : { occurrenceId: row.occurrence_id! }
}

/** In a table with both columns, the rows of one meeting. */
export function ofMeeting(key: MeetingKey): RawBuilder<boolean> {
  return 'bookingId' in key
    ? sql`booking_id = ${key.bookingId}::uuid`
    : sql`occurrence_id = ${key.occurrenceId}::uuid`
}
