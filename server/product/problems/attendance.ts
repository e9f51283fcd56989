import { type RawBuilder, sql } from 'kysely'
import { openingHours } from '../attendances/took-place.ts'

/** Joins when the people of `bookings` were in its room, for `secondsThere`. */
export const joinStays = sql`
  left join lateral (
    select range_agg(tstzrange(joined_at, left_at)) filter (where person_id = student_id) * ${openingHours} as student,
      range_agg(tstzrange(joined_at, left_at)) filter (where person_id = tutor_id) * ${openingHours} as tutor
    from attendances where booking_id = bookings.id or occurrence_id = bookings.occurrence_id
  ) there on true`

/**
 * How long each of a booking's people was in its room, and both together, which is most of the evidence: as it counted, so that it agrees
 * with whether the meeting took place.
 */
export type SecondsThere = { student_seconds: number; tutor_seconds: number; together_seconds: number }

/** The columns of `SecondsThere`. */
export const secondsThere = sql`
  ${secondsOf(sql`there.student`)} as student_seconds, ${secondsOf(sql`there.tutor`)} as tutor_seconds,
  ${secondsOf(sql`there.student * there.tutor`)} as together_seconds`

/**
 * The length of a set of stays in seconds, counting each moment once: a person can be there on two devices.
 */
function secondsOf(stays: RawBuilder<unknown>) {
  return sql`(select coalesce(sum(extract(epoch from upper(stay) - lower(stay))), 0)::int from unnest(${stays}) stay)`
}
