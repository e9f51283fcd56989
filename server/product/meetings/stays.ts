import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { keyOf, ofMeeting } from './meeting.ts'
import type { RoomRow } from './rooms.ts'
import { isSeen } from './seats.ts'

/** A person who returns within this time, without having left, continues their stay. */
export const backWithinSeconds = 40

/**
 * Continues the stay of a person who takes a seat in a locked room, or begins a new one; returns its id, and
 * whether it continues. A stay with an open connection continues however long ago it was last saved.
 */
export async function keepStay(
  trx: Trx,
  room: RoomRow,
  personId: string,
  now: Temporal.Instant,
): Promise<{ attendanceId: string; continues: boolean }> {
  const at = sql`${now}::timestamptz`
  const kept = await sql<{ id: string }>`
    update attendances set left_at = greatest(left_at, ${at}) where id = (
      select id from attendances
      where ${ofMeeting(keyOf(room))} and person_id = ${personId} and not over
        and (left_at >= ${at} - ${sql.lit(backWithinSeconds)} * interval '1 second' or id in (
          select attendance_id from meeting_peers
          where room_id = ${room.id} and person_id = ${personId} and socket_id is not null and ${isSeen('meeting_peers')}))
      order by left_at desc limit 1)
    returning id`.execute(trx)
  if (kept.rows[0]) return { attendanceId: kept.rows[0].id, continues: true }
  const { rows } = await sql<{ id: string }>`
    insert into attendances (booking_id, occurrence_id, person_id, joined_at, left_at)
    values (${room.booking_id}, ${room.occurrence_id}, ${personId}, ${at}, ${at}) returning id`.execute(trx)
  return { attendanceId: rows[0]!.id, continues: false }
}
