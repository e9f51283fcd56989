import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import { readableBy } from '../documents/readable.ts'
import { fuse } from './fuse.ts'
import { asksForOverview } from './kinds.ts'
import { findNearest, type Meaning } from './nearest.ts'
import { allOf, anyOf, quoted, readQuestion, type Term } from './question.ts'

/** The limits of what an answer may use: passages, and characters in them (about 4,000 tokens). */
const mostPassages = 5
const mostCharacters = 12_000

/** How many passages are ranked for a question; each costs time. */
const compared = { document: 400, all: 200, pairs: 200, any: 300 }

/** Finding less than this weighted share of a question’s words counts as finding nothing. */
const enough = 0.42

export type Scope = {
  personId: string
  postId: string
  /** Text that the person marked in the open document to ask about, and its page. */
  marked?: { text: string; page: number | null } | null
}

export type Found = {
  passages: Passage[]
  /** Whether they probably contain the answer. */
  strong: boolean
}

/**
 * The most relevant passages for a question: from the marked text, then the open document, then its course;
 * by words, and by meaning if there is a vector. The query includes the condition that the person may open
 * the document.
 */
export async function retrieve(
  db: Database,
  scope: Scope,
  question: string,
  meaning: Meaning | null = null,
): Promise<Found> {
  const open = await openDocument(db, scope)
  if (!open) return { passages: [], strong: false }
  if (!scope.marked && asksForOverview(question)) {
    const passages = await overview(db, scope)
    return { passages, strong: passages.length > 0 }
  }
  const around = await aroundMarked(db, scope)
  const asked = scope.marked ? `${question}\n${scope.marked.text}` : question
  const worded = await byWords(db, scope, open, asked)
  const near = meaning ? await findNearest(db, scope.personId, open, meaning) : []
  if (near.length === 0) {
    return { passages: choose([...around, ...worded.passages]), strong: worded.strong || around.length > 0 }
  }
  // A chance word in common doesn't make a source when meaning found better ones.
  const known = worded.strong
    ? worded.passages
    : worded.passages.filter(({ id }) => near.some(one => one.id === id))
  return { passages: choose([...around, ...fuse(known, near)]), strong: true }
}

async function byWords(db: Database, scope: Scope, open: Open, question: string): Promise<Found> {
  const terms = await readQuestion(db, question, open.configuration)
  if (terms.length === 0) return { passages: [], strong: false }
  const ranked = await rank(db, scope, open, terms)
  const best = ranked[0]?.coverage ?? 0
  const close = ranked.filter(({ score }) => score > ranked[0]!.score * 0.45)
  return { passages: close.map(asPassage), strong: best >= enough }
}

type Open = { document_id: string; course_id: number; configuration: string }

async function openDocument(db: Database, { personId, postId }: Scope): Promise<Open | null> {
  const { rows } = await sql<Open>`
    select posts.document_id, posts.course_id, coalesce(configuration, 'english')::text as configuration
    from assistant.posts left join assistant.documents on documents.id = posts.document_id
    where posts.id = ${postId} and ${readableBy(personId)}`.execute(db)
  return rows[0] ?? null
}

type Ranked = Passage & { coverage: number; score: number }

async function rank(
  db: Database,
  { personId, postId }: Scope,
  open: Open,
  terms: readonly Term[],
): Promise<Ranked[]> {
  const some = (which: RawBuilder<unknown>, query: string, limit: number) => sql`
    (select passages.id from assistant.passages join assistant.posts using (document_id)
     where ${which} and words @@ ${query}::tsquery and ${readableBy(personId)} limit ${sql.lit(limit)})`
  const ofCourse = sql`passages.course_id = ${open.course_id}`
  const telling = terms.slice(0, 8)
  const candidates = [
    some(sql`passages.document_id = ${open.document_id}`, anyOf(terms), compared.document),
    some(ofCourse, allOf(telling.slice(0, 4)), compared.all),
    some(ofCourse, pairsOf(telling.slice(0, 5)), compared.pairs),
    some(ofCourse, anyOf(rarest(terms)), compared.any),
  ]
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  const { rows } = await sql<Ranked>`
    select passages.id, posts.id as post_id, posts.title, posts.document_id as doc_url, page, heading, text, boxes,
      coverage, coverage + in_heading * 0.15 + proximity * 0.2 + case when posts.id = ${postId} then 0.12 else 0 end as score
    from (${sql.join(candidates, sql` union `)}) candidate
      join assistant.passages on passages.id = candidate.id
      join assistant.posts using (document_id),
      lateral (
        select coalesce(sum(weight) filter (where words @@ term), 0) / ${total}::float8 as coverage,
          coalesce(sum(weight) filter (where words @@ heading_term), 0) / ${total}::float8 as in_heading
        from unnest(${terms.map(term => anyOf([term]))}::tsquery[], ${terms.map(inHeading)}::tsquery[],
          ${terms.map(({ weight }) => weight)}::float8[]) as asked (term, heading_term, weight)
      ) covered,
      lateral (select least(ts_rank_cd(words, ${anyOf(terms)}::tsquery, 4) , 1) as proximity) near
    where ${readableBy(personId)}
    order by score desc, passages.id limit 20`.execute(db)
  return rows
}

/** The question’s rarest words: searching for its common ones too would match half the course. */
function rarest(terms: readonly Term[]): readonly Term[] {
  const most = terms[0]!.weight
  const rare = terms.filter(({ weight }) => weight > most * 0.5)
  return rare.slice(0, 6)
}

function pairsOf(terms: readonly Term[]): string {
  const pairs = terms.flatMap((one, index) => terms.slice(index + 1).map(other => `(${allOf([one, other])})`))
  return pairs.length > 0 ? pairs.join(' | ') : anyOf(terms)
}

function inHeading({ stems }: Term): string {
  return stems.map(stem => `${quoted(stem)}:A`).join(' | ')
}

/** Takes the first that fit, without duplicates: people post the same handout twice. */
function choose(ranked: readonly Passage[]): Passage[] {
  const chosen: Passage[] = []
  let characters = 0
  for (const passage of ranked) {
    if (chosen.length === mostPassages) break
    if (characters + passage.text.length > mostCharacters) continue
    if (chosen.some(({ id, text }) => id === passage.id || text === passage.text)) continue
    chosen.push(passage)
    characters += passage.text.length
  }
  return chosen
}

function asPassage({ coverage: _, score: __, ...passage }: Ranked): Passage {
  return passage
}

/** The passages of the marked page that contain the marked text; a mark may span two passages. */
async function aroundMarked(db: Database, { personId, postId, marked }: Scope): Promise<Passage[]> {
  if (!marked?.page) return []
  const { rows } = await sql<Passage>`
    select passages.id, posts.id as post_id, posts.title, posts.document_id as doc_url, page, heading, text, boxes
    from assistant.passages join assistant.posts using (document_id)
    where posts.id = ${postId} and page = ${marked.page} and ${readableBy(personId)}
    order by place limit 50`.execute(db)
  const letters = lettersIn(marked.text)
  const having = rows.filter(({ text }) => {
    const own = lettersIn(text)
    return own.includes(letters) || [beginning(letters), ending(letters)].some(part => own.includes(part))
  })
  return having.slice(0, mostAroundMarked)
}

const mostAroundMarked = 2
const enoughToTell = 24
const lettersIn = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const beginning = (letters: string) => letters.slice(0, enoughToTell)
const ending = (letters: string) => letters.slice(-enoughToTell)

/** One passage from each part of the open document, spread evenly. */
async function overview(db: Database, { personId, postId }: Scope): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    select distinct on (part) id, post_id, title, doc_url, page, heading, text, boxes from (
      select passages.id, posts.id as post_id, posts.title, posts.document_id as doc_url, page, place, heading, text, boxes,
        ntile(${sql.lit(mostPassages)}) over (order by page, place) as part
      from assistant.passages join assistant.posts using (document_id)
      where posts.id = ${postId} and ${readableBy(personId)}
    ) parts
    order by part, page, place`.execute(db)
  return rows
}
