import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { parseIdCursor, parseKeyCursor } from '#server/platform/http/cursor.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { postCardsInOrder } from '../posts/post-cards.ts'
import { pageSize, postsOfCrn, recentPosts } from '../posts/queries.ts'
import { type Filters, hasMore, marksOf } from './filters.ts'

/** Each ranked match costs time, so only the newest are ranked; nobody pages to the thousandth. */
const ranked = 1000

type Found = { posts: PostCard[]; cursors: string[] }

/**
 * Posts that fit the filters, newest first. All posts, and those of a CRN, are listed to the end, and their cursor is a
 * post's id.
 */
export async function newestPosts(
  db: Database,
  viewerId: string | null,
  filters: Filters,
  start: PageStart,
): Promise<Found> {
  if (hasMore(filters)) return matchingPosts(db, viewerId, null, filters, start)
  const { crn } = filters
  if (start.after !== null) parseIdCursor(start.after)
  const posts = await (crn === undefined
    ? recentPosts(db, viewerId, start)
    : postsOfCrn(db, viewerId, crn, start))
  return { posts, cursors: posts.map(post => post.id) }
}

/**
 * Matching posts, best first; without a query, which needs a filter, the newest. A cursor contains the number of the
 * newest post when the search began, so that posts that come meanwhile don't shift the others.
 */
export async function matchingPosts(
  db: Database,
  viewerId: string | null,
  query: string | null,
  filters: Filters,
  start: PageStart,
): Promise<Found> {
  const after = start.after === null ? null : parseCursor(start.after)
  const { rows } = await sql<{ id: string; rank: number; newest: number }>`
    select id, rank, newest
    from (select coalesce(${after?.newest ?? null}::bigint, (select last_value from posts_number_seq)) as newest) search,
      newest_matches(${query}::tsquery, ${marksOf(filters) ?? sql`null`}, newest, ${sql.lit(ranked)}) match
    where ${notHidden(viewerId)} ${after ? sql`and (rank, id) < (${after.rank}::real, ${after.id}::uuid)` : sql``}
    order by rank desc, id desc
    limit ${sql.lit(pageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  // A post deleted between the two queries is left out; its cursor works like any other.
  return {
    posts: await postCardsInOrder(db, viewerId, ids),
    cursors: rows.map(row => `${row.newest}_${row.rank}_${row.id}`),
  }
}

/**
 * Leaves out posts by people hidden from the viewer. Looks up the authors of matches only if there are such
 * people.
 */
function notHidden(viewerId: string | null): RawBuilder<boolean> {
  if (viewerId === null) return sql`true`
  const hidden = sql`(select hidden_people(${viewerId}::uuid))::uuid[]`
  return sql`(${hidden} = '{}' or not exists (
    select from posts where posts.id = match.id and posts.author_id = any (${hidden})))`
}

function parseCursor(cursor: string) {
  const { key, id } = parseKeyCursor(cursor, /^\d{1,15}_\d+(\.\d+)?(e-\d{1,2})?$/)
  const [newest, rank] = key.split('_')
  // What is too small or too large for a `real` becomes 0 or Infinity here; PostgreSQL would fail.
  return { newest: Number(newest), rank: Math.fround(Number(rank)), id }
}
