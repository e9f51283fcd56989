import type { Deps } from '#server/deps.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { endEverything } from '../account/end-everything.ts'
import { record } from '../audit/audit.ts'
import { lockPerson, refuseOperator } from './lock-person.ts'

type Suspension = { username: string; reason: string }

/**
 * Suspends a person: ends their logins, hides their posts, and cancels their bookings. Refused for operators,
 * including oneself.
 */
export async function suspend(deps: Deps, operator: Login, { username, reason }: Suspension): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const person = await lockPerson(trx, username)
    if (person.id === operator.userId) throw invalidField('body.username', 'You can’t suspend yourself.')
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
