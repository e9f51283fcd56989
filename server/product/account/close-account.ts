import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { AccountTask } from '#shared/api/account.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { keepForReturn } from '../logins/returning.ts'
import { keepLogins } from '../wallets/carry-balances.ts'
import { refuseWithMoney } from '../wallets/money-left.ts'
import { type ClosedBy, enqueueClosedMail } from './closed-mail.ts'
import { endEverything } from './end-everything.ts'
import { forgetPerson } from './forget-person.ts'
import { enqueueDeletion, enqueueForgetting, enqueueForgettingAgain } from './jobs.ts'
import { lockLeaving } from './lock-leaving.ts'
import { taskAnswer } from './tasks.ts'

/** Closes a person's own account, once they have typed its username. Requested twice at once, it is one deletion. */
export async function closeOwnAccount(deps: Deps, { userId }: Login, typed: string): Promise<AccountTask> {
  return deps.db.transaction().execute(async trx => {
    await lockLeaving(trx, userId)
    const { username, deleted_at } = await trx
      .selectFrom('users')
      .select(['username', 'deleted_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (deleted_at) return theDeletion(trx, userId)
    if (canonicalUsername(typed) !== username) {
      throw invalidField(
        'body.username',
        'That isn’t your username. Type it exactly as it appears on your profile.',
      )
    }
    return closeAccount(trx, deps, userId, 'person')
  })
}

/**
 * Closes an account at once and for good: nobody can sign in with it anymore, it has no name, and its posts
 * are hidden. A job removes the rest, and a mail tells the person. Refused while the person has money here. The caller has locked
 * them (`lockLeaving`).
 */
export async function closeAccount(trx: Trx, deps: Deps, userId: string, by: ClosedBy): Promise<AccountTask> {
  await endEverything(trx, deps, userId)
  // Read only now: what has begun by then wasn't canceled.
  const now = deps.now()
  // From here on, nothing can cost or earn them anything anymore.
  await refuseWithMoney(trx, userId, now)
  await keepLogins(trx, deps, userId)
  await keepForReturn(trx, deps, userId)
  const { email, email_verified, email_refused_at } = await trx
    .selectFrom('users')
    .select(['email', 'email_verified', 'email_refused_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const mailTo = email_verified && !email_refused_at ? email : null
  await forgetPerson(trx, userId, now)
  await trx
    .updateTable('account_tasks')
    .set({ state: 'failed', finished_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'export')
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  const task = await trx
    .insertInto('account_tasks')
    .values({ user_id: userId, kind: 'deletion', created_at: now, mail_to: mailTo })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (mailTo) await enqueueClosedMail(trx, deps, { taskId: task.id, by })
  await enqueueDeletion(trx, deps, task.id)
  await enqueueForgetting(trx, deps, userId)
  await enqueueForgettingAgain(trx, deps, userId)
  return taskAnswer(task)
}

async function theDeletion(trx: Trx, userId: string): Promise<AccountTask> {
  const task = await trx
    .selectFrom('account_tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'deletion')
    .executeTakeFirst()
  if (!task) throw problem('unauthenticated', 'This account is deleted.')
  return taskAnswer(task)
}
