import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { removeSomeFiles } from '../files/personal-data.ts'
import { removeSomePosts } from '../posts/personal-data.ts'
import { forgetPerson } from './forget-person.ts'
import { exportKey } from './tasks.ts'

type RemovalDeps = Pick<Deps, 'db' | 'storage' | 'now'>

/** How much is removed between two progress reports. */
const step = 10

/**
 * Removes the posts, exports and files of a closed account. It continues from what is left, so a retry
 * resumes where the last attempt broke off.
 */
export async function removeBelongings(deps: RemovalDeps, taskId: string): Promise<void> {
  const { db, now } = deps
  const userId = await begin(db, taskId)
  if (!userId) return
  // A call that was running when the account closed may have written since.
  await db.transaction().execute(trx => forgetPerson(trx, userId, now()))
  await report(db, taskId, userId)
  while (await removeSomePosts(db, userId, step)) await report(db, taskId, userId)
  while (await removeSomeExports(deps, userId)) await report(db, taskId, userId)
  while (await removeSomeFiles(deps, userId, step)) await report(db, taskId, userId)
  await db
    .updateTable('account_tasks')
    .set({ state: 'done', done: sql`total`, finished_at: now() })
    .where('id', '=', taskId)
    .execute()
}

/** Marks the removal as stalled; the hourly sweep resumes it. */
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

// The object before its row.
async function removeSomeExports({ db, storage }: RemovalDeps, userId: string): Promise<boolean> {
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
