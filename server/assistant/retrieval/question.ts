import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { languageOf } from '../documents/language.ts'

/** A word of a question as the index knows it: its stems, and how much finding it tells. */
export type Term = { stems: string[]; weight: number }

// How people ask, not what they ask about.
const manners =
  /\b(please|explain|describe|tell|help|homework|assignment|question|mean(s|ing)?|understand)\b/gi

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
    from assistant.question_words(${configurations}::regconfig[], ${text.replace(manners, ' ')})
    order by passages, place limit ${sql.lit(mostTerms)}`.execute(db)
  const all = Math.max(...rows.map(row => Math.max(row.known, row.passages)), 1)
  const known = rows.filter(({ passages }) => passages > 0).map(row => weigh(row.passages, all))
  // A word that no document has tells that they may not have the answer, but no more than another one would.
  const usual = known.reduce((sum, weight) => sum + weight, 0) / Math.max(known.length, 1) || 1
  return rows
    .map(({ stems, passages }) => ({ stems, weight: passages > 0 ? weigh(passages, all) : usual }))
    .sort((a, b) => b.weight - a.weight)
}

function weigh(passages: number, all: number): number {
  return Math.log(1 + all / (passages + 0.5))
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
