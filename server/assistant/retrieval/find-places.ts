import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import { passageColumns, readableBy } from '../documents/readable.ts'
import { beginningOf, type Place, rankOf, successorsOf, titlePatternOf, writtenAs } from './places.ts'

/** A stretch of a document: from one of its passages to before another, by their positions, or so many passages. */
export type Stretch = { from: number; before: number; most: number }

/** Where a passage stands in its document, as a number. */
const position = sql`(page * 1000 + place)`

type Labelled = { at: number; text: string }

const mostLabelled = 3_000
/** How much of a part is read whose end isn’t found, and of a piece: its next passage may have the rest. */
const read = { part: 5, piece: 2 }
const whole: Stretch = { from: 0, before: 2 ** 31 - 1, most: 2 ** 31 - 1 }

/** Where the open document has the places: the smallest kinds, within the larger ones that hold them. Empty if it hasn’t. */
export async function findPlaces(
  db: Database,
  { personId, postId }: { personId: string; postId: string },
  places: readonly Place[],
): Promise<Stretch[]> {
  const looked = places.flatMap(place => [place, ...successorsOf(place)])
  const { rows } = await sql<Labelled>`
    with looked as materialized (
      select posts.document_id, string_agg(format('(%s)', query), ' | ')::tsquery as query
      from assistant.posts join assistant.documents on documents.id = posts.document_id,
        unnest(${writtenAs(looked)}::text[]) written, plainto_tsquery(configuration, plain_words(written)) query
      where posts.id = ${postId} and ${readableBy(personId)} and numnode(query) > 0 group by posts.document_id
    )
    select ${position} as at, text from looked join assistant.passages using (document_id)
    where words @@ query order by page, place limit ${sql.lit(mostLabelled)}`.execute(db)
  let found: Stretch[] = []
  for (const rank of [...new Set(places.map(rankOf))].sort((a, b) => a - b)) {
    const within = found.length > 0 ? found : [whole]
    const inside = places
      .filter(place => rankOf(place) === rank)
      .flatMap(place => within.flatMap(stretch => stretchOf(rows, place, stretch) ?? []))
    if (inside.length > 0) found = inside
  }
  return found
}

function stretchOf(rows: readonly Labelled[], place: Place, within: Stretch): Stretch | null {
  const inside = rows.filter(({ at }) => at >= within.from && at < within.before)
  const beginnings = inside.flatMap(({ at, text }) => {
    const beginning = beginningOf(place, text)
    return beginning ? [{ ...beginning, at }] : []
  })
  // A chapter has a page of its own; a section’s title is on top of a page mostly where it goes on.
  const onTop = ({ at, index }: { at: number; index: number }) =>
    at % 1000 === 0 && index === 0 && !place.kind.words.includes('section') ? 1 : 0
  const [first] = beginnings.sort((a, b) => b.clarity - a.clarity || onTop(b) - onTop(a) || a.at - b.at)
  if (!first) return null
  if (!place.kind.holds) return { from: first.at, before: within.before, most: read.piece }
  const successors = successorsOf(place)
  const ends = inside.flatMap(({ at, text }) => {
    if (at < first.at) return []
    const index = Math.min(
      ...successors
        .flatMap(successor => beginningOf(successor, text) ?? [])
        // A numbered list looks a little like titles.
        .filter(next => next.clarity >= first.clarity && (at > first.at || next.index > first.index))
        .map(next => next.index),
    )
    return index === Infinity ? [] : [index === 0 ? at : at + 1]
  })
  const end = Math.min(...ends)
  if (end === Infinity) return { from: first.at, before: within.before, most: read.part }
  return { from: first.at, before: end, most: whole.most }
}

/** Passages of these stretches of the open document, spread over each evenly, in turns. */
export async function passagesIn(
  db: Database,
  { personId, postId }: { personId: string; postId: string },
  stretches: readonly Stretch[],
  most: number,
): Promise<Passage[]> {
  const spread: Passage[][] = []
  for (const { from, before, most: length } of stretches) {
    const { rows } = await sql<Passage>`
      select distinct on (part) id, post_id, title, doc_url, page, heading, text, boxes from (
        select *, ntile(${sql.lit(most)}) over (order by page, place) as part from (
          select ${passageColumns}, place
          from assistant.passages join assistant.posts using (document_id)
          where posts.id = ${postId} and ${readableBy(personId)} and ${position} >= ${from} and ${position} < ${before}
          order by page, place limit ${length}
        ) stretch
      ) parts
      order by part, page, place`.execute(db)
    spread.push(rows)
  }
  return inTurns(spread)
}

/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap(list => list[turn] ?? [])).flat()
}

const mostTitles = 1_000

/** Whether a passage is on a page of one of these parts. */
export function isIn(stretches: readonly Stretch[], { page }: Passage): boolean {
  return stretches.some(
    ({ from, before, most }) => most > read.piece && page >= Math.floor(from / 1000) && page * 1000 < before,
  )
}

/** The documents of the open one’s course whose titles name the places: each the open one, or the newest, its author’s if there is one. */
export async function documentsTitled(
  db: Database,
  { personId, postId }: { personId: string; postId: string },
  places: readonly Place[],
): Promise<{ postId: string; place: Place }[]> {
  const patterns = places.map(titlePatternOf)
  const { rows } = await sql<{ post_id: string; number: number }>`
    select distinct on (number) post_id, number::int
    from assistant.posts open, lateral (
        select posts.id as post_id, posts.author_id, posts.title from assistant.posts
        where posts.course_id = open.course_id and ${readableBy(personId)}
        order by posts.id desc limit ${sql.lit(mostTitles)}
      ) titled, unnest(${patterns}::text[]) with ordinality as named (pattern, number)
    where open.id = ${postId} and titled.title ~* pattern
    order by number, post_id = open.id desc, titled.author_id = open.author_id desc, post_id desc`.execute(db)
  return rows.map(({ post_id, number }) => ({ postId: post_id, place: places[number - 1]! }))
}
