import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { AccountTask } from '#shared/api/account.ts'
import { canonicalUsername } from '#shared/domain/usernames.ts'
import { lockPeople } from '../people/lock-people.ts'
import { keepLogins } from '../wallets/debts.ts'
import { refuseWithMoney } from '../wallets/money-left.ts'
import { endEverything } from './end-everything.ts'
import { forgetPerson } from './forget-person.ts'
import { enqueueDeletion, enqueueForgetting, enqueueForgettingAgain } from './jobs.ts'
import { taskAnswer } from './tasks.ts'

/**
 * Closes an account at once and for good: nobody can sign in with it any more, it has no name, and its posts
 * are hidden. A job removes the rest. Refused while the person has money here. Requested twice at once, it is
 * one deletion.
 */
export async function closeAccount(deps: Deps, { userId }: Login, typed: string): Promise<AccountTask> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const { username, deleted_at } = await lockLeaving(trx, userId)
    if (deleted_at) return theDeletion(trx, userId)
    if (canonicalUsername(typed) !== username) {
      throw invalidField(
        'body.username',
        'That isn’t your username. Type it exactly as it appears on your profile.',
      )
    }
    await endEverything(trx, deps, userId)
    // From here on, nothing can cost or earn them anything any more.
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
    await enqueueForgettingAgain(deps, trx, userId)
    return taskAnswer(task)
  })
}

/**
 * Locks the person who leaves, together with everyone they share a booking with: those get alerts, and two
 * people leaving at once would deadlock. A call that writes for the person waits here, and then sees that the
 * account is closed.
 */
async function lockLeaving(trx: Trx, userId: string) {
  const { rows } = await sql<{ id: string }>`
    select case when student_id = ${userId} then tutor_id else student_id end as id from bookings
    where ${userId} in (student_id, tutor_id) and state in ('held', 'requested', 'approved')`.execute(trx)
  const others = rows.map(({ id }) => id)
  await lockPeople(
    trx,
    others.filter(id => id < userId),
  )
  const person = await trx
    .selectFrom('users')
    .select(['username', 'deleted_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await lockPeople(
    trx,
    others.filter(id => id > userId),
  )
  return person
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
