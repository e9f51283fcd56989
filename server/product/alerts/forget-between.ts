import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/** What one person did towards another, which a block makes unseen. What was agreed or paid between them stays told. */
const towards = ['follow', 'message', 'message_request', 'session_invited']

/** Takes away what two people were told of each other's approaches. */
export async function forgetAlertsBetween(trx: Trx, personId: string, otherId: string): Promise<void> {
  await sql`
    delete from alerts where kind = any(${towards}) and (
      (user_id = ${personId} and facts->>'other_id' = ${otherId})
      or (user_id = ${otherId} and facts->>'other_id' = ${personId}))`.execute(trx)
}
