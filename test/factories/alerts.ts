import type { Stack } from '../harness/stack.ts'

/** The tests' servers sign with this. */
export const signing = { secret: 'a secret for tests that is long enough' }

/** An alert that simply exists, of any kind and with any facts, without notifying anybody. */
export function addAlert(
  { db, clock }: Stack,
  userId: string,
  kind: string,
  facts: object,
): Promise<{ id: string }> {
  return db
    .insertInto('alerts')
    .values({
      user_id: userId,
      kind,
      facts: JSON.stringify(facts),
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
