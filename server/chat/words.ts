import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** The words of a search text, folded like the words it searches. */
export async function plainWords(db: Database, text: string): Promise<string[]> {
  const { rows } = await sql<{ plain: string }>`select plain_words(${text}) as plain`.execute(db)
  return rows[0]!.plain.split(' ').filter(word => word !== '')
}
