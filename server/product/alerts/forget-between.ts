import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { refreshOpenPages } from './open-pages.ts'

/**
 * One person's approaches to another, which a block hides. Alerts about agreements and payments between them
 * stay.
 */
const towards = ['message', 'message_request', 'session_invited']

/**
 * Removes the alerts about two people's approaches to each other, also from their open pages. Those of follows are only hidden: each is
 * told once, and not again to somebody whom a follower blocks, unblocks and follows over and over.
 */
export async function forgetAlertsBetween(
  trx: Trx,
  deps: Pick<Deps, 'realtime'>,
  personId: string,
  otherId: string,
): Promise<void> {
  const betweenThem = sql`((user_id = ${personId} and facts->>'other_id' = ${otherId})
    or (user_id = ${otherId} and facts->>'other_id' = ${personId}))`
  const { rows } = await sql<{ user_id: string }>`
    with hidden as (
      update alerts set shown = false where kind = 'follow' and shown and ${betweenThem} returning user_id
    ), removed as (
      delete from alerts where kind = any(${towards}) and ${betweenThem} returning user_id
    )
    select user_id from hidden union select user_id from removed`.execute(trx)
  for (const { user_id } of rows) refreshOpenPages(trx, deps, user_id)
}
