import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The words of a search text, folded as what is searched is; they contain no wildcards of `like`. */
export async function plainWords(db: Database, text: string): Promise<string[]> {
  if (text === '') return []
  const { rows } = await sql<{ plain: string }>`select plain_words(${text}) as plain`.execute(db)
  return rows[0]!.plain.split(' ').filter(word => word !== '')
}
