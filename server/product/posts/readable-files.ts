import type { Database } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import { openTo } from './visible.ts'

/** The document a person may read: that of a post they may see, or their own. */
export async function findDocument(db: Database, reader: Login, id: string) {
  return db
    .selectFrom('files')
    .select(['object_key', 'type', 'name'])
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

/** The stored key of the thumbnail of a post that nobody has hidden. */
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
