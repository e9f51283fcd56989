import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { visibleTo } from '../posts/visible.ts'

/** The page a person left a posted document at, or null; undefined where there is no such document. One query. */
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
 * Keeps the page a person is at, if the document has it: `page` is null where it hasn't. Undefined where there is no
 * such document. One query.
 */
export async function keepPosition(
  db: Database,
  userId: string,
  documentId: string,
  page: number,
  now: Temporal.Instant,
): Promise<Kept | undefined> {
  // The lock makes a deletion of the post that is under way come first: this then finds nothing, where a foreign key
  // would otherwise fail.
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
