import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'
import { visibleTo } from '../posts/visible.ts'

export const readingPositionList: ExportList = {
  file: 'reading-positions.json',
  about: 'the page at which you left each document',
  query: userId => sql`
    select posts.id as post_id, title, page, updated_at as at
    from reading_positions left join posts on posts.document_id = reading_positions.document_id and ${visibleTo(userId)}
    where user_id = ${userId} order by updated_at`,
}

/** Deletes where a person stopped reading. */
export async function forgetReadingPositions(trx: Trx, userId: string): Promise<void> {
  await sql`delete from reading_positions where user_id = ${userId}`.execute(trx)
}
