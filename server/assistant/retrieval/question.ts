import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { languageOf } from '../documents/language.ts'

/** A word of a question as the index knows it: its stems, and its weight. */
export type Term = { stems: string[]; weight: number; place: number; mended: boolean }

// Words of asking, not of the subject.
const manners =
  /\b(please|explain|describe|tell|help|homework|assignment|question|mean(s|ing)?|understand)\b/gi

/** A few documents don’t tell which words are rare: there, a word they lack would outweigh the others. */
const fewest = 1_000

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
  const guessed = languageOf(text)?.configuration ?? 'english'
  const configurations = [...new Set([guessed, documentConfiguration, 'english', 'simple'])]
  const { rows } = await sql<{
    stems: string[]
    place: number
    passages: number
    mended: boolean
    known: number
  }>`
    select stems, place::int, passages, mended, greatest((select reltuples from pg_class where oid = 'assistant.passages'::regclass), 1)::bigint as known
    from assistant.question_words(${configurations}::regconfig[], ${text.replace(manners, ' ')})
    order by passages, place limit ${sql.lit(mostTerms)}`.execute(db)
  const all = Math.max(...rows.map(row => Math.max(row.known, row.passages)), fewest)
  return rows.map(({ stems, place, passages, mended }) => ({
    stems,
    place,
    mended,
    weight: weigh(passages, all),
  }))
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

const quoted = (stem: string): string => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** A query that finds two words side by side, or with another between them. */
export function sideBySide(one: Term, other: Term): string {
  const pairs = one.stems.flatMap(stem => other.stems.map(next => [quoted(stem), quoted(next)] as const))
  return pairs.map(([stem, next]) => `(${stem} <-> ${next}) | (${stem} <2> ${next})`).join(' | ')
}
