import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { expiryOf } from './tasks.ts'

/** The person's latest export. */
export async function latestExport(db: Database, userId: string) {
  const task = await db
    .selectFrom('account_tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'export')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return task ?? null
}

/** The newest archive of a person that can still be downloaded, with the day it was made. */
export async function fetchableExport(db: Database, userId: string, now: Temporal.Instant) {
  const task = await db
    .selectFrom('account_tasks')
    .select(['object_key', 'finished_at', 'size'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'export')
    .where('state', '=', 'done')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!task?.object_key || !task.finished_at || task.size === null) return null
  if (Temporal.Instant.compare(expiryOf(task.finished_at), now) <= 0) return null
  return { key: task.object_key, size: task.size, date: isoTime(task.finished_at).slice(0, 10) }
}

/** The deletion of an account, by an id that only its person knows. */
export async function deletion(db: Database, id: string) {
  return db
    .selectFrom('account_tasks')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'deletion')
    .executeTakeFirst()
}
