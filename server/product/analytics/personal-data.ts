import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { visibleTo } from '../posts/visible.ts'

export const viewList: ExportList = {
  file: 'views.json',
  about: 'the documents you looked at, once for each half hour',
  query: userId => sql`
    select post_id, title, viewed_at, referrer from document_views left join posts on posts.id = post_id and ${visibleTo(userId)}
    where viewer_id = ${userId} order by viewed_at`,
}

/** The author's counts stay correct; which visit it was, and from where, is deleted. */
export async function forgetViews(trx: Trx, userId: string): Promise<void> {
  await sql`update document_views set visit_id = null, referrer = null
    where viewer_id = ${userId} and (visit_id is not null or referrer is not null)`.execute(trx)
}
