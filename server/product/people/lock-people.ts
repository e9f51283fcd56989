import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Keeps people, by ids or by a query for them, from closing their accounts until the transaction ends; waits
 * for those who are closing theirs. Call it before any lock except a person's turn to book (ARCHITECTURE,
 * "Locks"): closing an account locks the person first, and then what belongs to them.
 */
export async function lockPeople(
  trx: Trx,
  ids: readonly string[] | RawBuilder<{ id: string }>,
): Promise<void> {
  const those = 'execute' in ids ? ids : sql`select unnest(${ids}::uuid[])`
  await sql`select from users where id in (${those}) order by id for key share`.execute(trx)
}
