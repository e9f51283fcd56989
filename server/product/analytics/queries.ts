import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import { visitMinutes } from '#shared/domain/reading.ts'
import { openTo, visibleTo } from '../posts/visible.ts'

type View = {
  postId: string
  viewerId: string
  visitId: string | null
  referrer: string | null
}

/**
 * Counts a view, unless the viewer wrote the post (it counts readers) or was counted for it within the last
 * 30 minutes. Does nothing if the post doesn't exist. One query.
 */
export async function countView(db: Database, view: View, now: Temporal.Instant): Promise<void> {
  const windowMs = visitMinutes * 60_000
  const windowStart = now.epochMilliseconds - (now.epochMilliseconds % windowMs)
  // The key's half hours are not the window: they only make two simultaneous reports collide, since neither
  // sees an earlier view. Views 30 minutes apart never share one. The lock lets a running deletion of the
  // post win.
  await sql`
    insert into document_views (post_id, viewer_id, window_start, visit_id, referrer, viewed_at)
    select id, ${view.viewerId}::uuid, to_timestamp(${windowStart}::float8 / 1000), ${view.visitId}::text, ${view.referrer}::text,
      ${now}::timestamptz
    from posts
    where id = ${view.postId} and author_id <> ${view.viewerId}::uuid and ${visibleTo(view.viewerId)}
      and not exists (
      select from document_views
      where post_id = posts.id and viewer_id = ${view.viewerId}::uuid
        and viewed_at > ${now.subtract({ minutes: visitMinutes })}::timestamptz)
    for key share of posts
    on conflict do nothing`.execute(db)
}

type Views = { totalViews: number; uniqueViews: number }

/** The views of a post; undefined if the viewer can't see such a post. One query. */
export async function viewsOf(db: Database, viewer: Login, postId: string): Promise<Views | undefined> {
  const { rows } = await sql<Views>`
    select count(viewer_id) as "totalViews", count(distinct viewer_id) as "uniqueViews"
    from posts left join document_views on document_views.post_id = posts.id
    where posts.id = ${postId} and ${openTo(viewer)}
    group by posts.id`.execute(db)
  return rows[0]
}
