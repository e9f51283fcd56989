import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { usernameLimits } from '#shared/domain/usernames.ts'
import { forgetLeftLogins } from '../logins/returning.ts'
import { forgetProblemWords } from '../problems/personal-data.ts'
import { forgetReported } from '../reports/personal-data.ts'
import { forgetPerson } from './forget-person.ts'
import { exportDays } from './tasks.ts'

const keptDays = 30
const forgottenAgainDays = 2

/**
 * Removes exports that are expired or older than the person's newest, forgets old tasks, and resumes stalled
 * deletions. Also removes the rest of people who left recently, or whose reports and problems are decided.
 */
export async function sweepAccountTasks(
  { db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>,
  resume: (taskId: string) => Promise<void>,
): Promise<void> {
  const ago = (days: number) => now().subtract({ hours: 24 * days })
  const hasNewer = sql<boolean>`exists (
    select from account_tasks newer where newer.user_id = account_tasks.user_id
      and newer.object_key is not null and newer.finished_at > account_tasks.finished_at)`
  const unfetchable = await db
    .selectFrom('account_tasks')
    .select(['id', 'object_key'])
    .where('object_key', 'is not', null)
    .where(({ or, eb }) => or([eb('finished_at', '<=', ago(exportDays)), hasNewer]))
    .execute()
  for (const { id, object_key } of unfetchable) {
    await storage.remove(object_key!)
    await db.updateTable('account_tasks').set({ object_key: null }).where('id', '=', id).execute()
  }
  await db
    .deleteFrom('account_tasks')
    .where('object_key', 'is', null)
    // A failed deletion, which still has to be done, hasn't finished.
    .where('finished_at', '<', ago(keptDays))
    .execute()
  const unfinished = await db
    .selectFrom('account_tasks')
    .select('id')
    .where('kind', '=', 'deletion')
    .where('state', '<>', 'done')
    .execute()
  for (const { id } of unfinished) await resume(id)
  const whoLeft = sql`in (select id from users where deleted_at is not null)`
  await forgetReported(db, whoLeft)
  await forgetProblemWords(db, whoLeft)
  await db.deleteFrom('held_usernames').where('given_up_at', '<', ago(usernameLimits.heldDays)).execute()
  await forgetLeftLogins(db, now())
  // Once more, for rows that were being written when they left, in places where nothing refuses them.
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '>', ago(forgottenAgainDays))
    .execute()
  await eachInTurn(left, 'people couldn’t be forgotten', ({ id }) =>
    db.transaction().execute(trx => forgetPerson(trx, id, now())),
  )
}
