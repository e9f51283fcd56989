import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import { lockLeaving } from '../account/lock-leaving.ts'
import { isOperator, subjectsOf } from '../logins/operators.ts'
import { findAnyone, noPerson } from '../people/find-person.ts'

/**
 * The person with a username, locked: two operators at once wait for each other here, and the second sees what the first did.
 */
export async function lockPerson(trx: Trx, username: string) {
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

/** Operators can't suspend or close each other's accounts. */
export function refuseOperator({ config }: Deps, person: Parameters<typeof isOperator>[1]): void {
  if (isOperator(config, person)) {
    throw invalidField(
      'body.username',
      'This person runs Ignite too. Take them out of OPERATOR_EMAILS or OPERATOR_SUBJECTS first.',
    )
  }
}
