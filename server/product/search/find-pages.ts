import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import type { PageBox } from '#shared/api/documents.ts'
import { type FoundPage, mostFoundPages } from '#shared/api/search.ts'
import { postCards } from '../posts/post-cards.ts'
import { visibleTo } from '../posts/visible.ts'
import { endMark, excerptOf, startMark } from './excerpt.ts'
import { type Filters, narrow } from './filters.ts'
import { placeOf } from './place.ts'

/** Each passage costs time (about 20 µs), so of common words only so many are looked at. */
const mostLookedAt = 1_000

/** With a filter, this many passages are tried, since few of them may fit it. */
const mostFiltered = 8_000

const mostOtherPages = 5

type Row = {
  mended: boolean
  post_id: string
  passage_id: string
  page: number
  heading: string | null
  text: string
  plain: string
  boxes: PageBox[]
  other_pages: FoundPage['other_pages']
}

type Wanted = { text: string; filters: Filters; now: Temporal.Instant }

/**
 * The documents that have a passage with all words of a text, except the fillers of its language, each with its
 * best passage. Documents whose words are near each other or in a heading come first, newer ones a little before
 * older ones. Two queries, both with the condition that the person may see the post.
 */
export async function findPages(
  db: Database,
  viewerId: string,
  { text: searched, filters, now }: Wanted,
): Promise<{ pages: FoundPage[]; exact: boolean }> {
  const { words, phrases } = readPhrases(searched)
  const narrowing = narrow(filters)
  const byPosts = narrowing.by === 'index' ? narrowing.posts : null
  const { rows } = await sql<Row>`
    with queries as materialized (
      select * from document_queries(${words}, ${phrases}::text[])
    ),
    asked as materialized (
      select string_agg(distinct '(' || broad::text || ')', ' | ')::tsquery as broad,
        case when bool_or(passages is null) then null else max(passages) end as passages,
        assistant.newest_passage() as newest
      from queries
    ),
    matching as materialized (
      ${narrowing.by === 'index' ? newestMatching(narrowing.passages) : matchingOf(narrowing.documents)}
      limit ${sql.lit(byPosts ? mostFiltered : mostLookedAt)}
    ),
    likely as materialized (
      select id from matching where ${byPosts ? inPosts(byPosts) : sql`true`} limit ${sql.lit(mostLookedAt)}
    ),
    found as materialized (
      select passages.id, posts.id as post_id, page, place,
        ts_rank_cd(passages.words, query, 4) * (1 + 0.2 * exp(-extract(epoch from ${now}::timestamptz - posts.created_at) / 31557600)) as score
      from likely,
        -- With offset, one by one: the planner would look through all passages that match, again.
        lateral (
          select id, document_id, page, place, words, configuration from document_passages where id = likely.id offset 0
        ) passages
        join queries using (configuration)
        join posts using (document_id)
      where passages.words @@ query and ${visibleTo(viewerId)}
    ),
    best as (
      select * from (select distinct on (post_id) * from found order by post_id, score desc, page, place) best_of_post
      order by score desc, post_id desc limit ${sql.lit(mostFoundPages)}
    )
    select mended, best.post_id, best.id as passage_id, best.page, heading,
      text, boxes, ts_headline(configuration, plain_words(text), query,
        ${`HighlightAll=true, StartSel=${startMark}, StopSel=${endMark}`}) as plain,
      (
        select coalesce(jsonb_agg(jsonb_build_object('page', page, 'passage_id', id) order by page), '[]') from (
          select distinct on (page) page, id from found
          where found.post_id = best.post_id and found.page <> best.page
          order by page, score desc, place limit ${sql.lit(mostOtherPages)}
        ) other
      ) as other_pages
    from best join document_passages passages using (id) join queries using (configuration)
    order by score desc, post_id desc`.execute(db)
  if (rows.length === 0) return { pages: [], exact: true }
  const ids = sql<{ id: string }>`
    select posts.id from unnest(${idArray(rows.map(row => row.post_id))}) as best (id) join posts using (id)
    where ${visibleTo(viewerId)}`
  const cards = new Map((await postCards(db, viewerId, ids)).map(card => [card.id, card]))
  const pages = rows.flatMap(({ post_id, text, plain, boxes, mended: _, ...row }) => {
    const post = cards.get(post_id)
    if (!post) return []
    const excerpt = excerptOf(text, plain)
    return [{ ...row, post, excerpt: excerpt.pieces, place: placeOf(boxes, excerpt) }]
  })
  return { pages, exact: !rows[0]!.mended }
}

/**
 * The passages that have the words, the newest blocks first: one after the other, until there are enough. If one of the words is so
 * rare that all blocks would be looked at, all at once.
 */
function newestMatching(narrowed: RawBuilder<boolean>): RawBuilder<unknown> {
  // How rare a phrase is isn't known, unlike a word.
  const rare = sql`coalesce(passages < ${sql.lit(8 * mostLookedAt)}, false)`
  const blocks = [
    ...[inBlock(12), inBlock(14, 12), inBlock(16, 14), inBlock(18, 16), inBlock(20, 18)].map(
      block => sql`not (${rare}) and ${block}`,
    ),
    sql`(${rare} or ${notInBlock(20)})`,
  ]
  return sql.join(
    blocks.map(
      block => sql`(
        select id, document_id from asked, document_passages
        where words @@ broad and ${narrowed} and ${block})`,
    ),
    sql` union all `,
  )
}

/** Those of some documents. The index would look for the words in all others, too. */
function matchingOf(documents: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select id, document_id from asked, (
      select document_passages.id, document_id, words
      from (${documents}) documents join document_passages using (document_id) limit ${sql.lit(mostFiltered)}
    ) own
    where words @@ broad`
}

/** Whether a matching passage's post fulfills a condition. Each post is looked at once, as it has many passages. */
function inPosts(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`document_id in (
    select document_id from (select distinct document_id from matching) documents
    where (select ${condition} from posts where posts.document_id = documents.document_id)
  )`
}

/**
 * Whether a passage is in the newest two blocks of so many bits (server/migrations/0050_numbered_passages.sql), and in none of the
 * smaller ones.
 */
function inBlock(bits: number, smaller?: number): RawBuilder<boolean> {
  const block = sql`(newest >> ${sql.lit(bits)})::int`
  const own = sql<boolean>`(serial >> ${sql.lit(bits)})::int = any(array[${block}, ${block} - 1])`
  return smaller === undefined ? own : sql`${own} and ${notInBlock(smaller)}`
}

function notInBlock(bits: number): RawBuilder<boolean> {
  return sql`serial < (newest >> ${sql.lit(bits)}) - 1 << ${sql.lit(bits)}`
}

/** What stands in quotation marks of any kind, and the rest. */
function readPhrases(text: string): { words: string; phrases: string[] } {
  const phrases: string[] = []
  const words = text.replace(/["“”„«»]([^"“”„«»]+)["“”„«»]/g, (_, phrase: string) => {
    phrases.push(phrase)
    return ' '
  })
  return { words, phrases }
}
