import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Keeps people, by their ids or a query of these, from closing their accounts until the transaction ends; it waits for those who
 * do. Asked for before any other lock (ARCHITECTURE, "Locks"): whoever closes an account has the person, and then wants what hangs on them.
 */
export async function lockPeople(
  trx: Trx,
  ids: readonly string[] | RawBuilder<{ id: string }>,
): Promise<void> {
  const those = 'execute' in ids ? ids : sql`select unnest(${ids}::uuid[])`
  await sql`select from users where id in (${those}) order by id for key share`.execute(trx)
}
