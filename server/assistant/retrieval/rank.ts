import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import { passageColumns, readableBy } from '../documents/readable.ts'
import { isListing } from './listing.ts'
import { allOf, anyOf, sideBySide, type Term } from './question.ts'

export type Ranked = Passage & {
  /** How much of the question the passage has, from 0 to 1. */
  coverage: number
  score: number
}

/** The document that is open, its course, and how its words are stemmed. */
export type Open = { post_id: string; document_id: string; course_id: number; configuration: string }

/** How many passages are compared for a question; each costs time. */
const compared = { all: 200, pairs: 200, any: 300 }
const kept = 20

/**
 * Okapi BM25: how soon more occurrences of a word stop counting, how much a long passage loses, and how many
 * different words a usual one has. Robertson and Zaragoza, “The Probabilistic Relevance Framework: BM25 and
 * Beyond”, 2009. These and the figures below did best on the books of `npm run eval:retrieval` to build with.
 */
const saturation = 0.5
const lengthCounts = 0.6
const usualLength = 85
/** What else counts, as shares of what all words of the question weigh. */
const shares = { sideBySide: 0.3, inNeighbor: 0.1, open: 0.25 }
const listing = 0.8

/** In the coverage, rare words count more than in the score, and a mistyped one is only a guess. */
const rareCounts = 1.5
const guessed = 0.5

/**
 * The passages of the open document and of its course that have the question’s words, best first. The query
 * includes the condition that the person may open the document.
 */
export async function rank(
  db: Database,
  personId: string,
  open: Open,
  terms: readonly Term[],
): Promise<Ranked[]> {
  const pairs = neighbors(terms)
  const candidates = await findCandidates(db, personId, open, terms, pairs)
  const best = score(candidates, open, terms, pairs).slice(0, kept)
  const { rows } = await sql<Passage>`
    select ${passageColumns}
    from assistant.passages join assistant.posts using (document_id)
    where passages.id = any (${best.map(({ id }) => id)}::uuid[]) and ${readableBy(personId)}`.execute(db)
  const read = new Map(rows.map(passage => [passage.id, passage]))
  return best
    .flatMap(({ id, coverage, score }) => {
      const passage = read.get(id)
      if (!passage) return []
      return [{ ...passage, coverage, score: isListing(passage.text) ? score * listing : score }]
    })
    .sort((a, b) => b.score - a.score)
}

/** Two words that stand side by side in the question, or with a filler between them. */
type Pair = { words: [Term, Term]; weight: number }

function neighbors(terms: readonly Term[]): Pair[] {
  const inOrder = [...terms].sort((a, b) => a.place - b.place)
  return inOrder.flatMap((term, index) => {
    const next = inOrder[index + 1]
    if (!next || next.place - term.place > 2) return []
    return [{ words: [term, next] as [Term, Term], weight: (term.weight + next.weight) / 2 }]
  })
}

type Candidate = {
  id: string
  post_id: string
  document_id: string
  page: number
  place: number
  length: number
  /** How often it has each of the words. */
  counts: number[]
  pairs: boolean[]
}

/** Takes some passages of each way to fit, since a common word alone would bring thousands. */
async function findCandidates(
  db: Database,
  personId: string,
  open: Open,
  terms: readonly Term[],
  pairs: readonly Pair[],
): Promise<Candidate[]> {
  const telling = terms.slice(0, 5)
  const some = (which: RawBuilder<unknown>, query: string, limit: number) => sql`
    (select passages.id from assistant.passages join assistant.posts using (document_id)
     where ${which} and words @@ ${query}::tsquery and ${readableBy(personId)} limit ${sql.lit(limit)})`
  const ways = [
    sql`passages.document_id = ${open.document_id}`,
    sql`passages.course_id = ${open.course_id}`,
  ].flatMap(which => [
    some(which, allOf(telling.slice(0, 4)), compared.all),
    some(which, anyTwo(telling), compared.pairs),
    some(which, anyOf(rarest(terms)), compared.any),
  ])
  // For a single word, the rank by cover density counts its occurrences.
  const counts = terms.map(term => sql`ts_rank_cd('{1, 1, 1, 1}', words, ${anyOf([term])}::tsquery)`)
  const found = pairs.map(pair => sql`words @@ ${sideBySide(...pair.words)}::tsquery`)
  const { rows } = await sql<Candidate>`
    select passages.id, posts.id as post_id, document_id, page, place, length(words) as length,
      array[${sql.join(counts)}]::float8[] as counts, array[${sql.join(found)}]::boolean[] as pairs
    from (${sql.join(ways, sql` union `)}) candidate
      join assistant.passages on passages.id = candidate.id
      join assistant.posts using (document_id)
    where ${readableBy(personId)}`.execute(db)
  return rows
}

/** The question’s rarest words: searching for its common ones too would match half the course. */
function rarest(terms: readonly Term[]): readonly Term[] {
  const most = terms[0]!.weight
  return terms.filter(({ weight }) => weight > most * 0.5).slice(0, 6)
}

function anyTwo(terms: readonly Term[]): string {
  const pairs = terms.flatMap((one, index) => terms.slice(index + 1).map(other => `(${allOf([one, other])})`))
  return pairs.length > 0 ? pairs.join(' | ') : anyOf(terms)
}

type Scored = Candidate & { coverage: number; score: number }

function score(
  candidates: readonly Candidate[],
  open: Open,
  terms: readonly Term[],
  pairs: readonly Pair[],
): Scored[] {
  const total = sum(terms.map(({ weight }) => weight))
  const telling = terms.map(({ weight, mended }) => weight ** rareCounts * (mended ? guessed : 1))
  const most = sum(terms.map(({ weight }) => weight ** rareCounts))
  const placeOf = ({ document_id, page }: Candidate, place: number) => `${document_id} ${page} ${place}`
  const byPlace = new Map(candidates.map(one => [placeOf(one, one.place), one]))
  const scored = candidates.map(candidate => {
    const { place, length, counts } = candidate
    const beside = [-1, 1].map(step => byPlace.get(placeOf(candidate, place + step))?.counts)
    const evened = saturation * (1 - lengthCounts + (lengthCounts * length) / usualLength)
    const own = terms.map(({ weight }, n) => (weight * counts[n]! * (saturation + 1)) / (counts[n]! + evened))
    const near = terms.map(({ weight }, n) =>
      counts[n] === 0 && beside.some(others => others?.[n]) ? weight : 0,
    )
    const paired = pairs.map(({ weight }, n) => (candidate.pairs[n] ? weight : 0))
    return {
      ...candidate,
      coverage: sum(telling.filter((_, n) => counts[n]! > 0)) / most,
      score:
        (sum(own) + shares.inNeighbor * sum(near) + shares.sideBySide * sum(paired)) / total +
        (candidate.post_id === open.post_id ? shares.open : 0),
    }
  })
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
