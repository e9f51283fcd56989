import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, Problem, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { closeAccount } from '../account/close-account.ts'
import { endEverything } from '../account/end-everything.ts'
import { lockLeaving } from '../account/lock-leaving.ts'
import { record } from '../audit/audit.ts'
import { isOperator, subjectsOf } from '../logins/operators.ts'
import { findAnyone, noPerson } from '../people/find-person.ts'

type Suspension = { username: string; reason: string }

/**
 * Suspends a person: ends their logins, hides their posts, and cancels their bookings. Refused for operators,
 * including oneself.
 */
export async function suspend(deps: Deps, operator: Login, { username, reason }: Suspension): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const person = await lockPerson(trx, username)
    if (person.id === operator.userId) throw invalid('You can’t suspend yourself.')
    refuseOperator(deps, person)
    if (person.suspended_at) throw problem('conflict', 'This person is already suspended.')
    const at = deps.now()
    await trx.updateTable('users').set({ suspended_at: at }).where('id', '=', person.id).execute()
    await trx.deleteFrom('logins').where('user_id', '=', person.id).execute()
    await trx
      .updateTable('posts')
      .set({ author_suspended: true })
      .where('author_id', '=', person.id)
      .execute()
    await endEverything(trx, deps, person.id)
    await record(trx, deps, operator, { action: 'suspend_person', personId: person.id, reason })
  })
}

/** Ends a suspension; posts that an operator hid individually stay hidden. */
export async function reinstate(deps: Deps, operator: Login, username: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const person = await lockPerson(trx, username)
    if (!person.suspended_at) throw problem('conflict', 'This person isn’t suspended.')
    await trx.updateTable('users').set({ suspended_at: null }).where('id', '=', person.id).execute()
    await trx
      .updateTable('posts')
      .set({ author_suspended: false })
      .where('author_id', '=', person.id)
      .execute()
    await record(trx, deps, operator, { action: 'reinstate_person', personId: person.id })
  })
}

/**
 * Closes the account of a person who can't do it, such as a suspended one; refused like suspending, and while they have
 * money here or owe some.
 */
export async function closeAccountOf(deps: Deps, operator: Login, username: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const person = await lockPerson(trx, username)
    refuseOperator(deps, person)
    await record(trx, deps, operator, { action: 'close_account', personId: person.id })
    await closeAccount(trx, deps, person.id).catch(error => {
      if (!(error instanceof Problem)) throw error
      throw problem(
        'conflict',
        'This person has money here, owes some, or is in a paid session. Settle that first.',
      )
    })
  })
}

function refuseOperator({ config }: Deps, person: Parameters<typeof isOperator>[1]): void {
  if (isOperator(config, person)) {
    throw invalid('This person runs Ignite too. Take them out of OPERATOR_EMAILS or OPERATOR_SUBJECTS first.')
  }
}

/** Two operators at once wait for each other here, and the second sees what the first did. */
async function lockPerson(trx: Trx, username: string) {
  const found = await findAnyone(trx, username)
  if (!found) throw noPerson()
  await lockLeaving(trx, found.id)
  const person = await trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'suspended_at', sql.raw<string[]>(subjectsOf).as('subjects')])
    .where('id', '=', found.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw noPerson()
  return person
}

function invalid(message: string) {
  return invalidField('body.username', message)
}
