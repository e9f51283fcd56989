import type { Database } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import { openTo } from './visible.ts'

/** A document that a person may read: of a post they may see, or their own. */
export async function findDocument(db: Database, reader: Login, id: string) {
  return db
    .selectFrom('files')
    .select(['id', 'object_key', 'first_page_key', 'type', 'name', 'pages'])
    .where('id', '=', id)
    .where('purpose', '=', 'document')
    .where('state', '=', 'accepted')
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('owner_id', '=', reader.userId),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.document_id', '=', 'files.id')
            .where(openTo(reader)),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** The stored key of a visible post's thumbnail. */
export async function findThumbnail(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('files')
    .innerJoin('posts', 'posts.thumbnail_id', 'files.id')
    .select('object_key')
    .where('files.id', '=', id)
    .where('posts.visible', '=', true)
    .executeTakeFirst()
  return row?.object_key ?? null
}
