import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import { passageColumns, readableBy } from '../documents/readable.ts'
import { documentsTitled, findPlaces, inTurns, isIn, passagesIn } from './find-places.ts'
import { fuse } from './fuse.ts'
import {
  asksForOverview,
  asksOfOpenPage,
  comparedWith,
  type Pages,
  pagesNamedIn,
  subjectOf,
} from './kinds.ts'
import { findNearest, type Meaning } from './nearest.ts'
import { mentions, type Place, placesNamedIn, withoutPlaces } from './places.ts'
import { type Question, readQuestion } from './question.ts'
import { type Open, type Ranked, rank } from './rank.ts'

/** The limits of what an answer may use: passages, and characters in them (about 4,000 tokens). */
const mostPassages = 5
const mostCharacters = 12_000

/**
 * Finding less of a question than this counts as finding nothing. Chosen on the books of `npm run eval:retrieval`
 * to build with: less would answer more questions that have no answer, more would doubt more of the others.
 */
const enough = 0.41
/**
 * And so does less than this if it is just one of the question’s words, of another document: somebody’s cup, where the question was
 * who won the world cup.
 */
const enoughAlone = 0.66

export type Scope = {
  personId: string
  postId: string
  /** Text that the person marked in the open document to ask about, and its page. */
  marked?: { text: string; page: number | null } | null
  /** The page of the open document that the person sees, if known. */
  openPage?: number | null
}

export type Found = {
  passages: Passage[]
  /** Whether they probably contain the answer. */
  strong: boolean
}

/**
 * The most relevant passages for a question: from the marked text, then the open document, then its course;
 * by words, and by meaning if there is a vector of what is looked for. A question that names pages, or the open one, is
 * about those of the open document, whatever its words are; so is one that names other places by their numbers. The query
 * includes the condition that the person may open the document.
 */
export async function retrieve(
  db: Database,
  scope: Scope,
  question: string,
  readMeaning: (sought: string) => Promise<Meaning | null> = async () => null,
): Promise<Found> {
  const open = await openDocument(db, scope)
  if (!open) return { passages: [], strong: false }
  const named = scope.marked ? [] : pagesMeant(question, scope.openPage)
  const ofPages = named.length > 0 ? await onPages(db, scope, named, mostPassages) : []
  if (ofPages.length > 0) return { passages: choose(ofPages), strong: true }
  const places = scope.marked ? [] : placesNamedIn(question)
  const ofPlaces = places.length > 0 ? await atPlaces(db, scope, places, question) : []
  if (ofPlaces.length > 0) return { passages: choose(ofPlaces), strong: true }
  const compared = scope.marked ? null : comparedWith(question)
  const both = compared === null ? [] : await compare(db, scope, open, compared)
  if (both.length > 0) return { passages: choose(both), strong: true }
  const overall = !scope.marked && asksForOverview(question)
  const sought = [overall ? subjectOf(question) : question, scope.marked?.text].filter(Boolean).join('\n')
  const asked = await readQuestion(db, sought, open.configuration)
  if (overall && asked.terms.length === 0) {
    const passages = await overview(db, scope)
    return { passages, strong: passages.length > 0 }
  }
  const meaning = await readMeaning(sought)
  const around = await aroundMarked(db, scope)
  const worded = await byWords(db, scope.personId, open, asked)
  // Nothing but a number in common tells nothing.
  if (worded.strong && places.length > 0 && !(await hasWordsBeside(db, open, question)))
    worded.strong = worded.passages.some(({ post_id, text }) =>
      // Every document has a section 9.
      places.some(place => (!place.kind.holds || post_id === open.post_id) && mentions(text, place)),
    )
  const near = meaning ? await findNearest(db, scope.personId, open, meaning) : []
  if (near.length === 0) {
    // What isn't in the documents may be a wish for the overview, such as one for beginners.
    if (overall && !worded.strong) return { passages: await overview(db, scope), strong: false }
    return { passages: choose([...around, ...worded.passages]), strong: worded.strong || around.length > 0 }
  }
  // A chance word in common doesn't make a source when meaning found better ones.
  const known = worded.strong
    ? worded.passages
    : worded.passages.filter(({ id }) => near.some(one => one.id === id))
  return { passages: choose([...around, ...fuse(known, near)]), strong: true }
}

function pagesMeant(question: string, openPage: number | null = null): Pages[] {
  if (openPage !== null && asksOfOpenPage(question)) return [{ first: openPage, last: openPage }]
  return pagesNamedIn(question)
}

/**
 * Passages of what a question names by number: places of the open document, documents of its course by their titles, and places
 * of those. Of a large place, its beginning comes first, then what has the question’s other words, then a bit of all of it.
 */
async function atPlaces(
  db: Database,
  scope: Scope,
  places: readonly Place[],
  question: string,
): Promise<Passage[]> {
  const large = places.filter(({ kind }) => kind.holds)
  const titled = await documentsTitled(db, scope, large)
  const isTitleOfOpen = (place: Place) =>
    titled.some(one => one.postId === scope.postId && one.place === place)
  const isTitle = (place: Place) => titled.some(one => one.place === place)
  const inOpen = places.filter(place => !isTitleOfOpen(place))
  const largeInOpen = inOpen.filter(({ kind }) => kind.holds)
  // “Problem 2 on homework 4” isn’t problem 2 of the homework that is open.
  const isElsewhere = largeInOpen.some(isTitle) && (await findPlaces(db, scope, largeInOpen)).length === 0
  const inside = isElsewhere ? [] : await inDocument(db, scope, inOpen, question)
  if (inside.length > 0) return inside
  const ofTitled: Passage[][] = []
  for (const { postId } of titled) {
    const other = { personId: scope.personId, postId }
    const found = await inDocument(
      db,
      other,
      places.filter(place => !isTitle(place)),
      question,
    )
    ofTitled.push(found.length > 0 ? found : await inAll(db, other, question))
  }
  return inTurns(ofTitled)
}

async function inDocument(
  db: Database,
  scope: Scope,
  places: readonly Place[],
  question: string,
): Promise<Passage[]> {
  if (places.length === 0) return []
  const found = await findPlaces(db, scope, places)
  if (found.length === 0) return []
  const [first, ...spread] = await passagesIn(db, scope, found, mostPassages)
  const worded = await wordedIn(db, scope, question)
  const fitting = worded.filter(passage => isIn(found, passage)).slice(0, mostPassages - 2)
  return [...(first ? [first] : []), ...(found.length === 1 ? fitting : []), ...spread]
}

async function inAll(db: Database, scope: Scope, question: string): Promise<Passage[]> {
  return [...(await wordedIn(db, scope, question)).slice(0, mostPassages - 2), ...(await overview(db, scope))]
}

/** Passages of another document of the course, or else of the school, on a subject, and of the open document in turns. */
async function compare(db: Database, scope: Scope, open: Open, subject: string): Promise<Passage[]> {
  const asked = await readQuestion(db, subject, open.configuration)
  const words = subject.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
  const found: Passage[][] = []
  for (const reach of ['course', 'school'] as const) {
    const { passages, strong } = await byWords(db, scope.personId, open, asked, reach)
    if (strong) found.push(passages.filter(({ post_id }) => post_id !== open.post_id))
  }
  const all = found.flat()
  // Notes on something say so in their title; others mention it.
  const best = all.find(({ title }) => words.some(word => title.toLowerCase().includes(word))) ?? all[0]
  if (!best) return []
  const others = all.filter(({ post_id }) => post_id === best.post_id)
  return inTurns([others, await overview(db, scope)])
}

async function hasWordsBeside(db: Database, { configuration }: Open, question: string): Promise<boolean> {
  const { terms } = await readQuestion(db, subjectOf(withoutPlaces(question)), configuration)
  return terms.length > 0
}

/** Passages of one document that have the words of a question besides the places it names. */
async function wordedIn(db: Database, scope: Scope, question: string): Promise<Passage[]> {
  const open = await openDocument(db, scope)
  if (!open) return []
  const asked = await readQuestion(db, subjectOf(withoutPlaces(question)), open.configuration)
  const { passages } = await byWords(db, scope.personId, open, asked)
  return passages.filter(({ post_id }) => post_id === scope.postId)
}

async function byWords(
  db: Database,
  personId: string,
  open: Open,
  asked: Question,
  reach: 'course' | 'school' = 'course',
): Promise<Found> {
  if (asked.terms.length === 0) return { passages: [], strong: false }
  const ranked = await rank(db, personId, open, asked, reach)
  const [best] = ranked
  const needed = best?.single && best.post_id !== open.post_id ? enoughAlone : enough
  const close = ranked.filter(({ score }) => score > ranked[0]!.score * 0.45)
  return { passages: close.map(asPassage), strong: best !== undefined && best.coverage >= needed }
}

async function openDocument(db: Database, { personId, postId }: Scope): Promise<Open | null> {
  const { rows } = await sql<Open>`
    select posts.id as post_id, posts.document_id, posts.course_id, school_id, coalesce(configuration, 'english')::text as configuration
    from assistant.posts join assistant.courses on courses.id = posts.course_id
      left join assistant.documents on documents.id = posts.document_id
    where posts.id = ${postId} and ${readableBy(personId)}`.execute(db)
  return rows[0] ?? null
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

function asPassage({ coverage: _, single: __, score: ___, ...passage }: Ranked): Passage {
  return passage
}

/** The passages of the marked page that contain the marked text; a mark may span two passages. */
async function aroundMarked(db: Database, scope: Scope): Promise<Passage[]> {
  const { marked } = scope
  if (!marked?.page) return []
  const passages = await onPages(db, scope, [{ first: marked.page, last: marked.page }], 50)
  const letters = lettersIn(marked.text)
  const having = passages.filter(({ text }) => {
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

/** The first passages of these pages of the open document, in turns, in the order of reading. */
async function onPages(
  db: Database,
  { personId, postId }: Scope,
  named: readonly Pages[],
  most: number,
): Promise<Passage[]> {
  const [firsts, lasts] = [named.map(({ first }) => first), named.map(({ last }) => last)]
  const { rows } = await sql<Passage>`
    select ${passageColumns}
    from assistant.passages join assistant.posts using (document_id)
      join (select distinct * from unnest(${firsts}::int[], ${lasts}::int[])) named (first, last) on page between first and last
    where posts.id = ${postId} and ${readableBy(personId)}
    order by row_number() over (partition by first order by page, place), page limit ${sql.lit(most)}`.execute(
    db,
  )
  return rows
}

/** One passage from each part of the open document, spread evenly. */
async function overview(db: Database, { personId, postId }: Scope): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    select distinct on (part) id, post_id, title, doc_url, page, heading, text, boxes from (
      select ${passageColumns}, place,
        ntile(${sql.lit(mostPassages)}) over (order by page, place) as part
      from assistant.passages join assistant.posts using (document_id)
      where posts.id = ${postId} and ${readableBy(personId)}
    ) parts
    order by part, page, place`.execute(db)
  return rows
}
