import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/**
 * Keeps people from closing their accounts until the transaction ends; it waits for those who do. Asked for before any other
 * lock (ARCHITECTURE, "Locks"): whoever closes an account has the person, and then wants what hangs on them.
 */
export async function lockPeople(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select from users where id = any (${ids}::uuid[]) order by id for key share`.execute(trx)
}
