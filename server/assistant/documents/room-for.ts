import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** A textbook of 1,500 pages with 6,000 characters each has about 11,000. A file of some kilobytes can have half a million. */
export const mostPassages = 15_000

/** How many more passages of a document are kept. */
export async function roomFor(db: Database, documentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assistant.passages where document_id = ${documentId}`.execute(db)
  return Math.max(0, mostPassages - rows[0]!.count)
}
