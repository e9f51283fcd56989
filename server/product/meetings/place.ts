import { type RawBuilder, sql } from 'kysely'

/** Whose a meeting is: a booking's two people, or an occurrence's everyone. */
export type Place = { bookingId: string } | { occurrenceId: string }

export function placeOf(row: { booking_id: string | null; occurrence_id: string | null }): Place {
  return row.booking_id !== null ? { bookingId: row.booking_id } : { occurrenceId: row.occurrence_id! }
}

/** Of a table with both columns, the rows of one meeting. */
export function inPlace(place: Place): RawBuilder<boolean> {
  return 'bookingId' in place
    ? sql`booking_id = ${place.bookingId}::uuid`
    : sql`occurrence_id = ${place.occurrenceId}::uuid`
}
