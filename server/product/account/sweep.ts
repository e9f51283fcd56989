import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { usernameLimits } from '#shared/domain/usernames.ts'
import { forgetLeftLogins } from '../logins/returning.ts'
import { forgetProblemWords } from '../problems/personal-data.ts'
import { forgetReported } from '../reports/personal-data.ts'
import { forgetPerson } from './forget-person.ts'
import { exportDays } from './tasks.ts'

const keptDays = 30
const forgottenAgainDays = 2

type SweepDeps = Pick<Deps, 'db' | 'storage' | 'now'>

/**
 * Removes exports that are expired or older than the person's newest, forgets old tasks, and resumes stalled
 * deletions. Also removes the rest of people who left recently, or whose reports and problems are decided. A step that
 * fails doesn't hold up the others.
 */
export async function sweepAccountTasks(
  deps: SweepDeps,
  resume: (taskId: string) => Promise<void>,
): Promise<void> {
  const { db, now } = deps
  const ago = (days: number) => now().subtract({ hours: 24 * days })
  const whoLeft = sql`in (select id from users where deleted_at is not null)`
  const steps = [
    () => removeExports(deps, ago(exportDays)),
    () => forgetTasks(db, ago(keptDays)),
    () => resumeDeletions(db, resume),
    () => forgetReported(db, whoLeft),
    () => forgetProblemWords(db, whoLeft),
    () => db.deleteFrom('held_usernames').where('given_up_at', '<', ago(usernameLimits.heldDays)).execute(),
    () => forgetLeftLogins(db, now()),
    () => forgetAgain(deps, ago(forgottenAgainDays)),
  ]
  await eachInTurn(steps, 'steps of the sweep failed', step => step())
}

async function removeExports({ db, storage }: SweepDeps, expired: Temporal.Instant): Promise<void> {
  const hasNewer = sql<boolean>`exists (
    select from account_tasks newer where newer.user_id = account_tasks.user_id
      and newer.object_key is not null and newer.finished_at > account_tasks.finished_at)`
  const unfetchable = await db
    .selectFrom('account_tasks')
    .select(['id', 'object_key'])
    .where('object_key', 'is not', null)
    .where(({ or, eb }) => or([eb('finished_at', '<=', expired), hasNewer]))
    .execute()
  await eachInTurn(unfetchable, 'exports couldn’t be removed', async ({ id, object_key }) => {
    await storage.remove(object_key!)
    await db.updateTable('account_tasks').set({ object_key: null }).where('id', '=', id).execute()
  })
}

async function forgetTasks(db: Database, before: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('account_tasks')
    .where('object_key', 'is', null)
    // A failed deletion, which still has to be done, hasn't finished.
    .where('finished_at', '<', before)
    .execute()
}

async function resumeDeletions(db: Database, resume: (taskId: string) => Promise<void>): Promise<void> {
  const unfinished = await db
    .selectFrom('account_tasks')
    .select('id')
    .where('kind', '=', 'deletion')
    .where('state', '<>', 'done')
    .execute()
  for (const { id } of unfinished) await resume(id)
}

/** Forgets people once more, for rows that were being written when they left, in places where nothing refuses them. */
async function forgetAgain({ db, now }: SweepDeps, since: Temporal.Instant): Promise<void> {
  const left = await db.selectFrom('users').select('id').where('deleted_at', '>', since).execute()
  await eachInTurn(left, 'people couldn’t be forgotten', ({ id }) =>
    db.transaction().execute(trx => forgetPerson(trx, id, now())),
  )
}
