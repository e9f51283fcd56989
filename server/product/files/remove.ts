import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { sweep } from '#server/platform/storage/sweep.ts'

type RemoveDeps = Pick<Deps, 'db' | 'storage'>

/**
 * Removes files for good: objects first, then rows, so that after a crash in between the row still leads to
 * the rest. Ignores files that are already gone, since removal is retried.
 */
export async function removeFiles(deps: RemoveDeps, ids: string[]): Promise<void> {
  const { db, storage } = deps
  if (ids.length === 0) return
  const files = await db
    .selectFrom('files')
    .select(['id', 'upload_key', 'object_key', 'first_page_key'])
    .where('id', 'in', ids)
    .execute()
  const pictures = await db
    .selectFrom('page_pictures')
    .select('object_key')
    .where('file_id', 'in', ids)
    .execute()
  for (const { upload_key } of files) await storage.retire(upload_key)
  await removeUnreported(deps, files.flatMap(keptKeys))
  for (const { object_key } of pictures) if (object_key) await storage.remove(object_key)
  await db.deleteFrom('files').where('id', 'in', ids).execute()
}

/**
 * Removes objects that no open report is about; `sweepObjects` removes the others once the operators have
 * decided.
 */
export async function removeUnreported({ db, storage }: RemoveDeps, keys: string[]): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from reported_posts where document_key = key)`.execute(db)
  for (const { key } of rows) await storage.remove(key)
}

/**
 * Deletes the rows of files with the caller's transaction, so that no other post can take such a file any
 * more. Returns the keys of their objects, which are still to be removed.
 */
export async function dropFiles(trx: Trx, ids: string[]): Promise<string[]> {
  // A picture that is being added now loses its row with the file, and its object to `sweepObjects`.
  const { rows } = await sql<{ key: string | null }>`
    with pictures as (delete from page_pictures where file_id = any(${ids}) returning object_key),
    dropped as (delete from files where id = any(${ids}) returning object_key, first_page_key)
    select object_key as key from pictures
    union all select key from dropped, unnest(array[object_key, first_page_key]) key`.execute(trx)
  return rows.flatMap(({ key }) => key ?? [])
}

type Kept = { object_key: string | null; first_page_key: string | null }

/** Where in the store the file is, and the picture of its first page. */
const keptKeys = ({ object_key, first_page_key }: Kept) =>
  [object_key, first_page_key].filter(key => key !== null)

const sweepBatch = 500

/**
 * Removes uploads that no post used within a day. Rows first: if a post is just taking a file, its foreign
 * key refuses the deletion, and the file stays complete. `sweepObjects` finds objects that a crash leaves
 * behind.
 */
export async function sweepUploads(deps: RemoveDeps & Pick<Deps, 'now'>): Promise<void> {
  const { db, storage, now } = deps
  await sql`delete from upload_charges where charged_at < ${now().subtract({ hours: 24 })}`.execute(db)
  const { rows } = await sql<Kept & { upload_key: string }>`
    delete from files where id in (
      select id from files
      where created_at < ${now().subtract({ hours: 24 })}
        and created_at > ${now().subtract({ hours: 24 * 30 })}
        and not exists (select from posts where posts.document_id = files.id)
        and not exists (select from posts where posts.thumbnail_id = files.id)
        and not exists (select from users where users.picture_id = files.id)
      order by created_at limit ${sql.lit(sweepBatch)}
    ) returning upload_key, object_key, first_page_key`.execute(db)
  for (const { upload_key, ...kept } of rows) {
    await storage.remove(upload_key)
    await removeUnreported(deps, keptKeys(kept))
  }
}

/**
 * Removes objects older than a day that no row refers to: the markers of used or removed uploads, and
 * leftovers of a crash between the store and the database.
 */
export async function sweepObjects(deps: RemoveDeps & Pick<Deps, 'now'>): Promise<void> {
  await sweep(deps, ['uploads/', 'files/', 'exports/'], async keys => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key
      where not exists (select from files where upload_key = key and state = 'awaiting')
        and not exists (select from files where object_key = key)
        and not exists (select from files where first_page_key = key)
        and not exists (select from page_pictures where page_pictures.object_key = key)
        and not exists (select from reported_posts where document_key = key)
        and not exists (select from account_tasks where object_key = key)`.execute(deps.db)
    return rows.map(({ key }) => key)
  })
}
