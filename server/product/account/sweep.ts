import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { usernameLimits } from '#shared/domain/usernames.ts'
import { forgetPerson, forgetReported } from './forget-person.ts'
import { exportDays } from './tasks.ts'

const keptDays = 30
const forgottenAgainDays = 2

/** Removes exports that nobody can fetch any more, forgets tasks of long ago, and resumes deletions that stand still. What is
 * left of people who went lately, or whose reports are decided, goes too. */
export async function sweepAccountTasks(
  { db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>,
  resume: (taskId: string) => Promise<void>,
): Promise<void> {
  const ago = (days: number) => now().subtract({ hours: 24 * days })
  const expired = await db
    .selectFrom('account_tasks')
    .select(['id', 'object_key'])
    .where('object_key', 'is not', null)
    .where('finished_at', '<=', ago(exportDays))
    .execute()
  for (const { id, object_key } of expired) {
    await storage.remove(object_key!)
    await db.updateTable('account_tasks').set({ object_key: null }).where('id', '=', id).execute()
  }
  await db
    .deleteFrom('account_tasks')
    .where('object_key', 'is', null)
    // A deletion that failed is yet to be done.
    .where(({ or, eb }) => or([eb('state', '=', 'done'), eb('kind', '=', 'export')]))
    .where('finished_at', '<', ago(keptDays))
    .execute()
  const unfinished = await db
    .selectFrom('account_tasks')
    .select('id')
    .where('kind', '=', 'deletion')
    .where('state', '<>', 'done')
    .execute()
  for (const { id } of unfinished) await resume(id)
  // Once more, for what was being written when they left in a place where nothing refuses it.
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '>', ago(forgottenAgainDays))
    .execute()
  for (const { id } of left) await db.transaction().execute(trx => forgetPerson(trx, id, now()))
  await forgetReported(db, sql`in (select id from users where deleted_at is not null)`)
  await db.deleteFrom('held_usernames').where('given_up_at', '<', ago(usernameLimits.heldDays)).execute()
}
