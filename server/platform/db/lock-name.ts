import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Waits until no other transaction holds this name, and holds it until the caller's ends (an advisory lock). For what no row stands
 * for yet: several at once would each find room, or nothing.
 */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
