import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { leastSecondsTogether } from '#shared/domain/took-place.ts'

/** The time of a row of `bookings` that counts, as planned now. */
export const openingHours = sql`tstzmultirange(tstzrange(
  bookings.starts_at - ${sql.lit(opensMinutesBefore)} * interval '1 minute', bookings.ends_at))`

/**
 * Of these bookings and places, the ids of those whose student and tutor were in the call together for long
 * enough. Only the meeting's opening hours count; each moment counts once, however many devices a person
 * used.
 */
export async function tookPlace(trx: Trx, bookingIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; length: number; together: number }>`
    select bookings.id, extract(epoch from ends_at - starts_at)::float8 as length,
      (select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)::float8 from unnest(
        ${staysOf(sql`tutor_id`)} * ${staysOf(sql`student_id`)} * ${openingHours}) part) as together
    from bookings where bookings.id = any (${bookingIds}::uuid[])`.execute(trx)
  return new Set(
    rows.filter(({ length, together }) => together >= leastSecondsTogether(length)).map(({ id }) => id),
  )
}

/** When a person was in the meeting of the row of `bookings`. */
function staysOf(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(range_agg(tstzrange(joined_at, left_at)), '{}') from attendances
    where person_id = ${person}
      and (attendances.booking_id = bookings.id or attendances.occurrence_id = bookings.occurrence_id))`
}
