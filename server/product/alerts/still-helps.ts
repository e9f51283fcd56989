import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { ReadAlert } from './kind.ts'

/** Whether an alert still helps its reader at this moment, if it is sent only now. */
export async function stillHelps(
  db: Database,
  alertId: string,
  { kind, facts }: ReadAlert,
  now: Temporal.Instant,
): Promise<boolean> {
  const condition = kind.stillHelps?.(facts, now)
  if (!condition) return true
  const { rows } = await sql`select from alerts where id = ${alertId} and ${condition}`.execute(db)
  return rows.length > 0
}
