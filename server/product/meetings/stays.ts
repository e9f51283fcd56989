import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { leastSecondsTogether } from '#shared/domain/took-place.ts'
import { inPlace, placeOf } from './place.ts'
import type { RoomRow } from './rooms.ts'
import { isSeen } from './seats.ts'

/** Who comes back within this time, not having left, goes on with the stay they had. */
export const backWithinSeconds = 40

/**
 * Goes on with the stay of a person who takes a seat in a locked room, or begins another; answers its id. One that has a connection is
 * gone on with however long ago it was last written down.
 */
export async function keepStay(
  trx: Trx,
  room: RoomRow,
  personId: string,
  now: Temporal.Instant,
): Promise<string> {
  const at = sql`${now}::timestamptz`
  const kept = await sql<{ id: string }>`
    update attendances set left_at = greatest(left_at, ${at}) where id = (
      select id from attendances
      where ${inPlace(placeOf(room))} and person_id = ${personId} and not over
        and (left_at >= ${at} - ${sql.lit(backWithinSeconds)} * interval '1 second' or id in (
          select attendance_id from meeting_peers
          where room_id = ${room.id} and person_id = ${personId} and socket_id is not null and ${isSeen('meeting_peers')}))
      order by left_at desc limit 1)
    returning id`.execute(trx)
  if (kept.rows[0]) return kept.rows[0].id
  const { rows } = await sql<{ id: string }>`
    insert into attendances (booking_id, occurrence_id, person_id, joined_at, left_at)
    values (${room.booking_id}, ${room.occurrence_id}, ${personId}, ${at}, ${at}) returning id`.execute(trx)
  return rows[0]!.id
}

/** Forgets who came early to what doesn't begin then: it must not count as held. */
export async function forgetStays(trx: Trx, occurrenceIds: readonly string[]): Promise<void> {
  // Their seats first, which is the order in which seats are kept.
  await sql`
    delete from meeting_peers where attendance_id in (
      select id from attendances where occurrence_id = any (${occurrenceIds}::uuid[]))`.execute(trx)
  await sql`delete from attendances where occurrence_id = any (${occurrenceIds}::uuid[])`.execute(trx)
}

/**
 * Of these bookings and places, the ids of those whose student and tutor were in the call together for long enough. What counts is
 * the time that the meeting is open, as it is planned now; each moment counts once, from however many devices they were there.
 */
export async function tookPlace(trx: Trx, bookingIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; length: number; together: number }>`
    select bookings.id, extract(epoch from ends_at - starts_at)::float8 as length,
      (select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)::float8 from unnest(
        ${staysOf(sql`tutor_id`)} * ${staysOf(sql`student_id`)} * tstzmultirange(
          tstzrange(starts_at - ${sql.lit(opensMinutesBefore)} * interval '1 minute', ends_at))) part) as together
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
