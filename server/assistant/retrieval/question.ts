import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { languageOf } from '../documents/language.ts'

/** A word of a question as the index knows it: its stems, and how much finding it tells. */
export type Term = { stems: string[]; weight: number }

/** Beyond so many a question’s words tell nothing more; its rarest count. */
const mostTerms = 24

/**
 * Reads a question with the words that documents use: fillers go, mistyped words are mended, and a rare word weighs more
 * than a common one.
 */
export async function readQuestion(
  db: Database,
  text: string,
  documentConfiguration: string,
): Promise<Term[]> {
  const configurations = [
    ...new Set([languageOf(text)?.configuration ?? 'english', documentConfiguration, 'english', 'simple']),
  ]
  const { rows } = await sql<{ stems: string[]; passages: number; known: number }>`
    select stems, passages, greatest((select reltuples from pg_class where oid = 'assistant.passages'::regclass), 1)::bigint as known
    from assistant.question_words(${configurations}::regconfig[], ${text})
    order by passages, place limit ${sql.lit(mostTerms)}`.execute(db)
  const all = Math.max(...rows.map(row => Math.max(row.known, row.passages)), 1)
  return rows.map(({ stems, passages }) => ({ stems, weight: Math.log(1 + all / (passages + 0.5)) }))
}

/** What finds any of the words, as PostgreSQL’s text search writes it. */
export function anyOf(terms: readonly Term[]): string {
  return [...new Set(terms.flatMap(({ stems }) => stems))].map(quoted).join(' | ')
}

/** What finds passages with all of the words. */
export function allOf(terms: readonly Term[]): string {
  return terms.map(term => `(${anyOf([term])})`).join(' & ')
}

export const quoted = (stem: string): string => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
