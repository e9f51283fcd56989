import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * One person's approaches to another, which a block hides. Alerts about agreements and payments between them
 * stay.
 */
const towards = ['follow', 'message', 'message_request', 'session_invited']

/** Removes the alerts about two people's approaches to each other. */
export async function forgetAlertsBetween(trx: Trx, personId: string, otherId: string): Promise<void> {
  await sql`
    delete from alerts where kind = any(${towards}) and (
      (user_id = ${personId} and facts->>'other_id' = ${otherId})
      or (user_id = ${otherId} and facts->>'other_id' = ${personId}))`.execute(trx)
}
