import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Waits until no other transaction holds this name, and holds it until the caller's ends (an advisory lock). For rules that no
 * existing row can be locked for, such as a limit on new rows: without it, transactions that run at once would all find that there is
 * room.
 */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
