import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import { passageColumns, readableBy } from '../documents/readable.ts'
import { mostNearby, shareOf } from './closeness.ts'
import { isListing } from './listing.ts'
import { allOf, anyOf, type Question, type Term } from './question.ts'

export type Ranked = Passage & {
  /** How much of the question the passage has, from 0 to 1. */
  coverage: number
  /** Whether it has just one of several words. */
  single: boolean
  score: number
}

/** The document that is open, its course, and how its words are stemmed. */
export type Open = {
  post_id: string
  document_id: string
  course_id: number
  school_id: number
  configuration: string
}

/** How many passages are compared for a question; each costs time. */
const compared = { all: 200, pairs: 200, any: 300 }
/** With a word that weighs less, which every sixth passage has, a pair is hardly rarer than its rare word. */
const common = 2
/** The best of these by their counts are read, and compared by where the words stand. */
const read = 20

/**
 * Okapi BM25: how soon more occurrences of a word stop counting, how much a long passage loses, and how many
 * different words a usual one has. Robertson and Zaragoza, “The Probabilistic Relevance Framework: BM25 and
 * Beyond”, 2009. These and the figures below did best on the books of `npm run eval:retrieval` to build with.
 */
const saturation = 0.6
const lengthCounts = 0.5
const usualLength = 85
/** What else counts, beside the share of what all words of the question weigh. */
const shares = { nearby: 0.5, wording: 0.5, open: 0.3 }
const listing = 0.8

/** In the coverage, rare words count more than in the score, and a mistyped one is only a guess. */
const rareCounts = 1.5
const guessed = 0.5

/**
 * The passages of the open document and of its course, or its school, that have the question’s words, best first: those with
 * the rare words, most of them near each other, as the question puts them. The queries include the condition
 * that the person may open the document.
 */
export async function rank(
  db: Database,
  personId: string,
  open: Open,
  { terms, wording }: Question,
  reach: 'course' | 'school' = 'course',
): Promise<Ranked[]> {
  const candidates = await findCandidates(db, personId, open, terms, reach)
  const best = score(candidates, open, terms).slice(0, read)
  const { rows } = await sql<Passage & { plain: string; places: [string, number[]][] | null }>`
    select ${passageColumns}, plain_words(text) as plain, (
        select json_agg(json_build_array(lexeme, positions)) from unnest(words) where lexeme = any (${terms.flatMap(({ stems }) => stems)}::text[])
      ) as places
    from assistant.passages join assistant.posts using (document_id)
    where passages.id = any (${best.map(({ id }) => id)}::uuid[]) and ${readableBy(personId)}`.execute(db)
  const texts = new Map(rows.map(passage => [passage.id, passage]))
  const weights = terms.map(({ weight }) => weight)
  return best
    .flatMap(({ id, coverage, single, score }) => {
      const found = texts.get(id)
      if (!found) return []
      const { plain, places, ...passage } = found
      const placesOf = new Map(places)
      const positions = terms.flatMap(({ stems }, term) =>
        stems.flatMap(stem => (placesOf.get(stem) ?? []).map(place => ({ place, term }))),
      )
      const whole =
        score +
        (shares.nearby * mostNearby(positions, weights)) / sum(weights) +
        shares.wording * shareOf(wording, plain)
      return [{ ...passage, coverage, single, score: isListing(passage.text) ? whole * listing : whole }]
    })
    .sort((a, b) => b.score - a.score)
}

type Candidate = {
  id: string
  post_id: string
  length: number
  /** How often it has each of the words. */
  counts: number[]
}

/** Takes some passages of each way to fit, since a common word alone would bring thousands. */
async function findCandidates(
  db: Database,
  personId: string,
  open: Open,
  terms: readonly Term[],
  reach: 'course' | 'school',
): Promise<Candidate[]> {
  const known = terms.filter(({ known }) => known)
  const telling = (known.length > 0 ? known : terms).slice(0, 5)
  const some = (which: RawBuilder<unknown>, query: string, limit: number) => sql`
    (select passages.id from assistant.passages join assistant.posts using (document_id)
     where ${which} and words @@ ${query}::tsquery and ${readableBy(personId)} limit ${sql.lit(limit)})`
  const rare = rarest(telling)
  const uncommon = telling.filter((term, index) => index < rare.length || term.weight > common)
  // The words of a document that is being read aren’t counted yet.
  const any = anyOf([...rare, ...terms.filter(({ known }) => !known)])
  const ways = [
    // Two common words stand together in half the course, but in a document they may tell.
    { which: sql`passages.document_id = ${open.document_id}`, two: anyTwo(telling, telling.length) },
    {
      which:
        reach === 'course'
          ? sql`passages.course_id = ${open.course_id}`
          : sql`passages.school_id = ${open.school_id}`,
      two: anyTwo(uncommon, rare.length),
    },
  ].flatMap(({ which, two }) => [
    some(which, allOf(telling.slice(0, 4)), compared.all),
    some(which, two, compared.pairs),
    some(which, any, compared.any),
  ])
  // For a single word, the rank by cover density counts its occurrences.
  const counts = terms.map(term => sql`ts_rank_cd('{1, 1, 1, 1}', words, ${anyOf([term])}::tsquery)`)
  const { rows } = await sql<Candidate>`
    select passages.id, posts.id as post_id, length(words) as length, array[${sql.join(counts)}]::float8[] as counts
    from (${sql.join(ways, sql` union `)}) candidate
      join assistant.passages on passages.id = candidate.id
      join assistant.posts using (document_id)
    where ${readableBy(personId)}`.execute(db)
  return rows
}

/** The question’s rarest words: searching for its common ones too would match half the course. */
function rarest(terms: readonly Term[]): readonly Term[] {
  const most = terms[0]!.weight
  return terms.filter(({ weight }) => weight > most * 0.5)
}

/** Any two of the words, with at least one of the `rarest` rarest words. */
function anyTwo(terms: readonly Term[], rarest: number): string {
  const pairs = terms.slice(0, rarest).flatMap((one, index) => {
    const others = terms.slice(index + 1)
    return others.length > 0 ? [`(${anyOf([one])}) & (${anyOf(others)})`] : []
  })
  return pairs.length > 0 ? pairs.join(' | ') : anyOf(terms)
}

type Scored = Candidate & Pick<Ranked, 'coverage' | 'single' | 'score'>

function score(candidates: readonly Candidate[], open: Open, terms: readonly Term[]): Scored[] {
  const total = sum(terms.map(({ weight }) => weight))
  const telling = terms.map(({ weight, mended }) => weight ** rareCounts * (mended ? guessed : 1))
  const most = sum(terms.map(({ weight }) => weight ** rareCounts))
  const scored = candidates.map(candidate => {
    const { length, counts } = candidate
    const evened = saturation * (1 - lengthCounts + (lengthCounts * length) / usualLength)
    const own = terms.map(({ weight }, n) => (weight * counts[n]! * (saturation + 1)) / (counts[n]! + evened))
    return {
      ...candidate,
      coverage: sum(telling.filter((_, n) => counts[n]! > 0)) / most,
      single: terms.length > 1 && counts.filter(count => count > 0).length === 1,
      score: sum(own) / total + (candidate.post_id === open.post_id ? shares.open : 0),
    }
  })
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
