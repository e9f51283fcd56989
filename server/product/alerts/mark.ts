import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { refreshOpenPages } from './open-pages.ts'

type MarkDeps = Pick<Deps, 'db' | 'realtime' | 'now'>

/** Marks a person's alerts as read or unread. Fails if none of them is theirs. */
export async function mark(
  deps: MarkDeps,
  userId: string,
  { ids, read }: { ids: readonly string[]; read: boolean },
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    // An alert that is already read keeps its time.
    const { rows } = await sql`
      update alerts set read_at = case when ${read} then coalesce(read_at, ${moment(deps)}::timestamptz) end
      where user_id = ${userId} and id = any(${ids}::uuid[]) and shown returning id`.execute(trx)
    if (rows.length === 0) throw problem('not_found', 'We couldn’t find that alert.')
    refreshOpenPages(trx, deps, userId)
  })
}

/**
 * Marks as read what a person had been shown. The id doesn't tell: a row gets its id before others can see
 * it, so a row that appears later can have an older id. The snapshot of the list tells.
 */
export async function markAll(
  deps: MarkDeps,
  userId: string,
  seen: string,
): Promise<{ marked: number; readAt: string }> {
  const readAt = moment(deps)
  const marked = await deps.db.transaction().execute(async trx => {
    // After a restore from a backup, a row can name a transaction that this cluster hasn't reached yet.
    const { numAffectedRows = 0n } = await sql`
      update alerts set read_at = ${readAt}::timestamptz
      where user_id = ${userId} and read_at is null and shown
        and (pg_visible_in_snapshot(written_by, ${seen}::pg_snapshot)
          or written_by >= pg_snapshot_xmax(pg_current_snapshot()))`.execute(trx)
    if (numAffectedRows > 0n) refreshOpenPages(trx, deps, userId)
    return Number(numAffectedRows)
  })
  return { marked, readAt }
}

/** Undoes marking all as read. */
export async function unmarkAll(deps: MarkDeps, userId: string, readAt: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    await sql`update alerts set read_at = null where user_id = ${userId} and read_at = ${readAt}::timestamptz`.execute(
      trx,
    )
    refreshOpenPages(trx, deps, userId)
  })
}

/** To the microsecond, since it comes back for comparison. */
function moment({ now }: Pick<Deps, 'now'>): string {
  return now().toString({ smallestUnit: 'microsecond' })
}
