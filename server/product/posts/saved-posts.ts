import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { parseKeyCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { SavedPost } from '#shared/api/posts.ts'
import { postCardsById } from './post-cards.ts'
import { pageSize } from './queries.ts'
import { visibleTo } from './visible.ts'

type Row = { id: string; saved_at: Temporal.Instant; cursor: string }

/**
 * A person's saved posts that they may still see, the latest saved first. A cursor contains the time of
 * saving, to the microsecond, and the post.
 */
export async function savedPosts(
  db: Database,
  viewerId: string,
  start: PageStart,
): Promise<{ posts: SavedPost[]; cursors: string[] }> {
  const { rows } = await sql<Row>`
    select post_id as id, saved_posts.created_at as saved_at,
      (extract(epoch from saved_posts.created_at) * 1000000)::bigint || '_' || post_id as cursor
    from saved_posts join posts on posts.id = saved_posts.post_id
    where saved_posts.user_id = ${viewerId} and ${visibleTo(viewerId)} ${before(start)}
    order by saved_posts.created_at desc, post_id desc
    limit ${sql.lit(pageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const cards = await postCardsById(
    db,
    viewerId,
    rows.map(({ id }) => id),
  )
  // Leaves out a post deleted between the two queries; its cursor works like any other.
  const posts = rows.flatMap(({ id, saved_at }) => {
    const card = cards.get(id)
    return card ? { id, postdetails: card, notes: card.notes ?? '', saved_at: isoTime(saved_at) } : []
  })
  return { posts, cursors: rows.map(row => row.cursor) }
}

function before(start: PageStart) {
  if (start.after === null) return sql``
  const { key: micros, id } = parseKeyCursor(start.after, /^\d{1,17}$/)
  return sql`and (saved_posts.created_at, post_id)
    < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}
