import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { AccountTask } from '#shared/api/account.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { endBookings } from '../bookings/end-bookings.ts'
import { keepLogins } from '../wallets/debts.ts'
import { refuseWithMoney } from '../wallets/money-left.ts'
import { forgetPerson } from './forget-person.ts'
import { enqueueDeletion, enqueueForgetting } from './jobs.ts'
import { taskAnswer } from './tasks.ts'

/**
 * Closes one's account at once and for good: nobody is signed in with it any more, it has no name, and its posts are hidden.
 * A job removes what it owned. It stays open while money of the person's is here. Asked twice at the same time, it is one deletion.
 */
export async function closeAccount(deps: Deps, { userId }: Login, typed: string): Promise<AccountTask> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const { rows } = await sql<{ username: string; deleted: boolean }>`
      select username, deleted_at is not null as deleted from users where id = ${userId} for update`.execute(
      trx,
    )
    if (rows[0]?.deleted) return theDeletion(trx, userId)
    if (canonicalUsername(typed) !== rows[0]?.username) {
      throw invalidField('body.username', 'This isn’t your username. Type it as it stands on your profile.')
    }
    await endBookings(trx, deps, userId)
    // Now that nothing of theirs can come to cost or bring anything any more.
    await refuseWithMoney(trx, userId, now)
    await keepLogins(trx, deps, userId)
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
      .values({ user_id: userId, kind: 'deletion', created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueueDeletion(deps, trx, task.id)
    await enqueueForgetting(deps, trx, userId)
    return taskAnswer(task)
  })
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
