import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { languageOf } from '../documents/language.ts'

/** A word of a question as the index knows it: its stems, its weight, and whether any document has it. */
export type Term = { stems: string[]; weight: number; known: boolean; mended: boolean }

/** `wording` is each of the words with the one before and the one after it, as the question spells them. */
export type Question = { terms: Term[]; wording: string[] }

// Words of asking, not of the subject.
const manners =
  /\b(please|explain|describe|tell|help|homework|assignment|question|mean(s|ing)?|understand)\b/gi
// PostgreSQL’s fillers have “what is” and “do not”, but not these, which would count as rare words.
const contracted =
  /(?<=\w)['’](m|re|ve|ll|d|s)\b|\b\w+n['’]t\b|\b(what|how|who|where|when|why|that)s\b|\b(do|does|did|is|are|was|ca)nt\b/gi

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
): Promise<Question> {
  const guessed = languageOf(text)?.configuration ?? 'english'
  const plain = text.replace(contracted, ' ').replace(manners, ' ')
  const configurations = [...new Set([guessed, documentConfiguration, 'english', 'simple'])]
  const { rows } = await sql<{
    stems: string[]
    passages: number
    mended: boolean
    known: number
    before: string | null
    word: string
    after: string | null
  }>`
    with asked as materialized (
      select question, string_to_array(plain_words(question), ' ') as words from (values (${plain})) given (question)
    )
    select stems, passages, mended, greatest((select reltuples from pg_class where oid = 'assistant.passages'::regclass), 1)::bigint as known,
      asked.words[place - 1] as before, asked.words[place] as word, asked.words[place + 1] as after
    from asked, assistant.question_words(${configurations}::regconfig[], question)
    order by passages, place limit ${sql.lit(mostTerms)}`.execute(db)
  const all = Math.max(...rows.map(row => Math.max(row.known, row.passages)), fewest)
  const pairs = rows.flatMap(({ before, word, after }) => [
    ...(before ? [`${before} ${word}`] : []),
    ...(after ? [`${word} ${after}`] : []),
  ])
  return {
    terms: rows.map(({ stems, passages, mended }) => ({
      stems,
      weight: weigh(passages, all),
      known: passages > 0,
      mended,
    })),
    wording: [...new Set(pairs)],
  }
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
