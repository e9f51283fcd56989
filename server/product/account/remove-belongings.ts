import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { removeFiles } from '../files/remove.ts'
import { forgetPerson } from './forget-person.ts'
import { exportKey } from './tasks.ts'

type RemovalDeps = Pick<Deps, 'db' | 'storage' | 'now'>

/** How much goes between two reports of progress. */
const step = 10

/**
 * Removes what a closed account owned: its posts, its exports, every file. What is done is told by what is left, so that an
 * attempt goes on where the one before it broke off.
 */
export async function removeBelongings(deps: RemovalDeps, taskId: string): Promise<void> {
  const { db, now } = deps
  const userId = await begin(db, taskId)
  if (!userId) return
  // A call that was under way when the account closed may have written since.
  await db.transaction().execute(trx => forgetPerson(trx, userId, now()))
  await report(db, taskId, userId)
  for (const removeSome of [removePosts, removeExports, removeUploads]) {
    while (await removeSome(deps, userId)) await report(db, taskId, userId)
  }
  await db
    .updateTable('account_tasks')
    .set({ state: 'done', done: sql`total`, finished_at: now() })
    .where('id', '=', taskId)
    .execute()
}

/** Says that the removal stands still; the hourly sweep goes on with it. */
export async function deletionFailed({ db }: RemovalDeps, taskId: string): Promise<void> {
  await db
    .updateTable('account_tasks')
    .set({ state: 'failed' })
    .where('id', '=', taskId)
    .where('state', '<>', 'done')
    .execute()
}

async function begin(db: Database, taskId: string): Promise<string | null> {
  const task = await db
    .updateTable('account_tasks')
    .set({ state: 'running' })
    .where('id', '=', taskId)
    .where('kind', '=', 'deletion')
    .where('state', '<>', 'done')
    .returning('user_id')
    .executeTakeFirst()
  return task?.user_id ?? null
}

async function report(db: Database, taskId: string, userId: string): Promise<void> {
  await sql`
    update account_tasks set total = greatest(total, remaining), done = greatest(total, remaining) - remaining
    from (select (select count(*)::int from posts where author_id = ${userId})
      + (select count(*)::int from files where owner_id = ${userId})
      + (select count(*)::int from account_tasks where user_id = ${userId} and kind = 'export') as remaining) what
    where id = ${taskId}`.execute(db)
}

async function removePosts({ db }: RemovalDeps, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from posts where id in (
    select id from posts where author_id = ${userId} limit ${sql.lit(step)}) returning id`.execute(db)
  return rows.length > 0
}

// The object before the row that knows of it.
async function removeExports({ db, storage }: RemovalDeps, userId: string): Promise<boolean> {
  const tasks = await db
    .selectFrom('account_tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'export')
    .limit(step)
    .execute()
  for (const { id } of tasks) {
    await storage.remove(exportKey(id))
    await db.deleteFrom('account_tasks').where('id', '=', id).execute()
  }
  return tasks.length > 0
}

async function removeUploads(deps: RemovalDeps, userId: string): Promise<boolean> {
  const files = await deps.db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', userId)
    .limit(step)
    .execute()
  await removeFiles(
    deps,
    files.map(({ id }) => id),
  )
  return files.length > 0
}
