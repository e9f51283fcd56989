import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { visibleTo } from '../posts/visible.ts'

/**
 * The page at which a person left a posted document, or null; undefined if there is no such document. One
 * query.
 */
export async function readPosition(
  db: Database,
  userId: string,
  documentId: string,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('posts')
    .leftJoin('reading_positions', join =>
      join
        .onRef('reading_positions.document_id', '=', 'posts.document_id')
        .on('reading_positions.user_id', '=', userId),
    )
    .select('reading_positions.page')
    .where('posts.document_id', '=', documentId)
    .where(visibleTo(userId))
    .executeTakeFirst()
  return row?.page
}

type Kept = { pages: number; page: number | null }

/**
 * Stores a person's current page, if the document has it: `page` is null if it doesn't. Undefined if there is
 * no such document. One query.
 */
export async function keepPosition(
  db: Database,
  userId: string,
  documentId: string,
  page: number,
  now: Temporal.Instant,
): Promise<Kept | undefined> {
  // The lock lets a running deletion of the post finish first: this then finds nothing, whereas a foreign key
  // would fail.
  const { rows } = await sql<Kept>`
    with document as (
      select files.id, coalesce(files.pages, 1) as pages
      from posts join files on files.id = posts.document_id
      where posts.document_id = ${documentId} and ${visibleTo(userId)}
      for key share of files
    ), kept as (
      insert into reading_positions (user_id, document_id, page, updated_at)
      select ${userId}::uuid, id, ${page}::int, ${now}::timestamptz from document where ${page}::int <= pages
      on conflict (user_id, document_id) do update set page = excluded.page, updated_at = excluded.updated_at
      returning page
    )
    select document.pages, (select page from kept) as page from document`.execute(db)
  return rows[0]
}
