import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { pushRead } from './push.ts'

type MarkDeps = Pick<Deps, 'db' | 'realtime' | 'now'>

/** Marks alerts of a person as read or unread. Where none of them is theirs, there is none. */
export async function mark(
  deps: MarkDeps,
  userId: string,
  { ids, read }: { ids: readonly string[]; read: boolean },
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    // One that is read already keeps when it was.
    const { rows } = await sql`
      update alerts set read_at = case when ${read} then coalesce(read_at, ${moment(deps)}::timestamptz) end
      where user_id = ${userId} and id = any(${ids}::uuid[]) and shown returning id`.execute(trx)
    if (rows.length === 0) throw problem('not_found', 'There is no such alert.')
    await pushRead(trx, deps, userId)
  })
}

/**
 * Marks as read what a person had been shown. An id says little of that: one is given out before its row is there for
 * others, so that a row which appears later can have an older id. What a list was shown says its snapshot.
 */
export async function markAll(
  deps: MarkDeps,
  userId: string,
  seen: string,
): Promise<{ marked: number; readAt: string }> {
  const readAt = moment(deps)
  const marked = await deps.db.transaction().execute(async trx => {
    // A row from before a restore of a backup names a transaction that this cluster has yet to reach.
    const { numAffectedRows = 0n } = await sql`
      update alerts set read_at = ${readAt}::timestamptz
      where user_id = ${userId} and read_at is null and shown
        and (pg_visible_in_snapshot(written_by, ${seen}::pg_snapshot)
          or written_by >= pg_snapshot_xmax(pg_current_snapshot()))`.execute(trx)
    if (numAffectedRows > 0n) await pushRead(trx, deps, userId)
    return Number(numAffectedRows)
  })
  return { marked, readAt }
}

/** Takes a marking of all back. */
export async function unmarkAll(deps: MarkDeps, userId: string, readAt: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    await sql`update alerts set read_at = null where user_id = ${userId} and read_at = ${readAt}::timestamptz`.execute(
      trx,
    )
    await pushRead(trx, deps, userId)
  })
}

/** To the microsecond, as it comes back to be compared. */
function moment({ now }: Pick<Deps, 'now'>): string {
  return now().toString({ smallestUnit: 'microsecond' })
}
