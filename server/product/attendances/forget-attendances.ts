import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/** Forgets early stays when the meeting doesn't begin then anymore: they must not count as attendance. */
export async function forgetAttendances(trx: Trx, occurrenceIds: readonly string[]): Promise<void> {
  // Their seats first, which is the lock order.
  await sql`
    delete from meeting_peers where attendance_id in (
      select id from attendances where occurrence_id = any (${occurrenceIds}::uuid[]))`.execute(trx)
  await sql`delete from attendances where occurrence_id = any (${occurrenceIds}::uuid[])`.execute(trx)
}
