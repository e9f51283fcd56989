import type { Deps } from '#server/deps.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { closeAccount } from '../account/close-account.ts'
import { record } from '../audit/audit.ts'
import { lockPerson, refuseOperator } from './lock-person.ts'

/**
 * Closes the account of a person who can't do it, such as a suspended one; refused like suspending, and while they have
 * money here or owe some.
 */
export async function closeAccountOf(deps: Deps, operator: Login, username: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const person = await lockPerson(trx, username)
    refuseOperator(deps, person)
    await record(trx, deps, operator, { action: 'close_account', personId: person.id })
    await closeAccount(trx, deps, person.id, 'operator').catch(error => {
      if (!(error instanceof Problem)) throw error
      throw problem(
        'conflict',
        `This person has money here, owes some, or is in a paid meeting. They would read: “${error.message}”`,
      )
    })
  })
}
