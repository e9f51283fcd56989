import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { refreshOpenPages } from './open-pages.ts'

/**
 * One person's approaches to another, which a block hides. Alerts about agreements and payments between them
 * stay.
 */
const towards = ['follow', 'message', 'message_request', 'session_invited']

/** Removes the alerts about two people's approaches to each other, also from their open pages. */
export async function forgetAlertsBetween(
  trx: Trx,
  deps: Pick<Deps, 'realtime'>,
  personId: string,
  otherId: string,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    delete from alerts where kind = any(${towards}) and (
      (user_id = ${personId} and facts->>'other_id' = ${otherId})
      or (user_id = ${otherId} and facts->>'other_id' = ${personId}))
    returning user_id`.execute(trx)
  for (const userId of new Set(rows.map(row => row.user_id))) refreshOpenPages(trx, deps, userId)
}
