import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { languageOf } from '../documents/language.ts'

/** A word of a question as the index knows it: its stems, and its weight. */
export type Term = { stems: string[]; weight: number }

// Words of asking, not of the subject.
const manners =
  /\b(please|explain|describe|tell|help|homework|assignment|question|mean(s|ing)?|understand)\b/gi

/** Longer questions use only their rarest words. */
const mostTerms = 24

/**
 * Turns a question into the words that documents use: drops fillers, corrects typos, and gives rare words
 * more weight than common ones.
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
  // A word that occurs in no document suggests that they may not have the answer, but weighs no more than any
  // other.
  const usual = known.reduce((sum, weight) => sum + weight, 0) / Math.max(known.length, 1) || 1
  return rows
    .map(({ stems, passages }) => ({ stems, weight: passages > 0 ? weigh(passages, all) : usual }))
    .sort((a, b) => b.weight - a.weight)
}

function weigh(passages: number, all: number): number {
  return Math.log(1 + all / (passages + 0.5))
}

/** A query that finds any of the words, in PostgreSQL’s text search syntax. */
export function anyOf(terms: readonly Term[]): string {
  return [...new Set(terms.flatMap(({ stems }) => stems))].map(quoted).join(' | ')
}

/** A query that finds passages with all of the words. */
export function allOf(terms: readonly Term[]): string {
  return terms.map(term => `(${anyOf([term])})`).join(' & ')
}

export const quoted = (stem: string): string => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
