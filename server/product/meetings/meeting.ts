import { type RawBuilder, sql } from 'kysely'
import { staysMinutes } from '#shared/api/meetings.ts'

/** Whose meeting it is: a booking's two people, or everyone of an occurrence. */
export type MeetingKey = { bookingId: string } | { occurrenceId: string }

/** A meeting, as seen by a person who may be in it now. */
export type Meeting = {
  key: MeetingKey
  topic: string
  start: Temporal.Instant
  end: Temporal.Instant
  hostId: string
  /** A query for the ids of everyone it expects, and its maximum number of people. */
  people: RawBuilder<{ id: string }>
  size: number
  /** Records that it has begun. */
  begin: () => Promise<void>
}

/** When everyone must leave. */
export function closeOf({ end }: { end: Temporal.Instant }): Temporal.Instant {
  return end.add({ minutes: staysMinutes })
}

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
