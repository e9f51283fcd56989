import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/** Forgets who came early to what doesn't begin then: it must not count as held. */
export async function forgetAttendances(trx: Trx, occurrenceIds: readonly string[]): Promise<void> {
  // Their seats first, which is the order in which seats are kept.
  await sql`
    delete from meeting_peers where attendance_id in (
      select id from attendances where occurrence_id = any (${occurrenceIds}::uuid[]))`.execute(trx)
  await sql`delete from attendances where occurrence_id = any (${occurrenceIds}::uuid[])`.execute(trx)
}
