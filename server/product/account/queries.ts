import type { NotNull } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { exportDays } from './tasks.ts'

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

/** The person's newest archive that can still be downloaded. */
export async function fetchableExport(db: Database, userId: string, now: Temporal.Instant) {
  const task = await db
    .selectFrom('account_tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'export')
    .where('object_key', 'is not', null)
    .where('finished_at', '>', now.subtract({ hours: 24 * exportDays }))
    .orderBy('finished_at', 'desc')
    .limit(1)
    .$narrowType<{ object_key: NotNull; finished_at: NotNull; size: NotNull }>()
    .executeTakeFirst()
  return task ?? null
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
