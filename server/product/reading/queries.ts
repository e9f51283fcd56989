import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { mostUnfinished } from '#shared/api/reading.ts'
import { postCardsInOrder } from '../posts/post-cards.ts'
import { openTo, visibleTo } from '../posts/visible.ts'

/**
 * The page at which a person left a posted document, or null; undefined if there is no such document. One
 * query.
 */
export async function readPosition(
  db: Database,
  login: Login,
  documentId: string,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('posts')
    .leftJoin('reading_positions', join =>
      join
        .onRef('reading_positions.document_id', '=', 'posts.document_id')
        .on('reading_positions.user_id', '=', login.userId),
    )
    .select('reading_positions.page')
    .where('posts.document_id', '=', documentId)
    .where(openTo(login))
    .executeTakeFirst()
  return row?.page
}

type Kept = { pages: number; page: number | null }

/**
 * Stores the page where a person was then, if the document has it: `page` is null if it doesn't, and the stored one if that is later.
 * Undefined if there is no such document. One query.
 */
export async function keepPosition(
  db: Database,
  login: Login,
  documentId: string,
  { page, at }: { page: number; at: Temporal.Instant },
): Promise<Kept | undefined> {
  // The lock lets a running deletion of the post finish first: this then finds nothing, whereas a foreign key
  // would fail.
  const { rows } = await sql<Kept>`
    with document as (
      select files.id, coalesce(files.pages, 1) as pages
      from posts join files on files.id = posts.document_id
      where posts.document_id = ${documentId} and ${openTo(login)}
      for key share of files
    ), kept as (
      insert into reading_positions (user_id, document_id, page, updated_at)
      select ${login.userId}::uuid, id, ${page}::int, ${at}::timestamptz from document where ${page}::int <= pages
      on conflict (user_id, document_id) do update set page = excluded.page, updated_at = excluded.updated_at
        where reading_positions.updated_at <= excluded.updated_at
      returning page
    )
    select document.pages, coalesce(
        (select page from kept),
        (select page from reading_positions where user_id = ${login.userId} and document_id = id and ${page}::int <= pages)
      ) as page
    from document`.execute(db)
  return rows[0]
}

/** Forgets the page at which a person left a document, whether they may still see it or not. */
export async function forgetPosition(db: Database, userId: string, documentId: string): Promise<void> {
  await db
    .deleteFrom('reading_positions')
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .execute()
}

/** The documents that a person left between the first page and the last, and may still see; the latest read first. */
export async function unfinishedPosts(db: Database, userId: string): Promise<PostCard[]> {
  const { rows } = await sql<{ id: string }>`
    select posts.id
    from reading_positions
      join posts on posts.document_id = reading_positions.document_id
      join files on files.id = posts.document_id
    where reading_positions.user_id = ${userId} and page > 1 and page < files.pages and ${visibleTo(userId)}
    order by reading_positions.updated_at desc
    limit ${sql.lit(mostUnfinished)}`.execute(db)
  return postCardsInOrder(
    db,
    userId,
    rows.map(({ id }) => id),
  )
}
