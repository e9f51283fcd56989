import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

type RemoveDeps = Pick<Deps, 'db' | 'storage'>

/**
 * Removes files for good: objects first, then rows, so that a crash between them leaves a row to find the rest by. Files
 * that are gone already don't matter: removal is retried.
 */
export async function removeFiles({ db, storage }: RemoveDeps, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const files = await db
    .selectFrom('files')
    .select(['id', 'upload_key', 'object_key'])
    .where('id', 'in', ids)
    .execute()
  for (const file of files) {
    await storage.retire(file.upload_key)
    if (file.object_key) await storage.remove(file.object_key)
  }
  await db.deleteFrom('files').where('id', 'in', ids).execute()
}

const sweepBatch = 500

/**
 * Removes uploads that no post used within a day. Rows first: where a post takes a file at this moment, its foreign
 * key refuses the deletion, and the file is whole. What a crash leaves of the objects, `sweepObjects` finds.
 */
export async function sweepUploads({ db, storage, now }: RemoveDeps & Pick<Deps, 'now'>): Promise<void> {
  await sql`delete from upload_charges where charged_at < ${now().subtract({ hours: 24 })}`.execute(db)
  const { rows } = await sql<{ upload_key: string; object_key: string | null }>`
    delete from files where id in (
      select id from files
      where created_at < ${now().subtract({ hours: 24 })}
        and created_at > ${now().subtract({ hours: 24 * 30 })}
        and not exists (select from posts where posts.document_id = files.id)
        and not exists (select from posts where posts.thumbnail_id = files.id)
        and not exists (select from users where users.picture_id = files.id)
      order by created_at limit ${sql.lit(sweepBatch)}
    ) returning upload_key, object_key`.execute(db)
  for (const { upload_key, object_key } of rows) {
    await storage.remove(upload_key)
    if (object_key) await storage.remove(object_key)
  }
}

/**
 * Removes objects of more than a day that no row knows: what marks the link of an upload that was accepted or removed, or
 * was left by a crash between the store and the database.
 */
export async function sweepObjects({ db, storage, now }: RemoveDeps & Pick<Deps, 'now'>): Promise<void> {
  const before = now().subtract({ hours: 24 })
  let batch: string[] = []
  const removeUnknown = async () => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${batch}::text[]) as key
      where not exists (select from files where upload_key = key and state = 'awaiting')
        and not exists (select from files where object_key = key)
        and not exists (select from account_tasks where object_key = key)`.execute(db)
    for (const { key } of rows) await storage.remove(key)
    batch = []
  }
  for (const prefix of ['uploads/', 'files/', 'exports/']) {
    for await (const { key, modified } of storage.list(prefix)) {
      if (Temporal.Instant.compare(modified, before) < 0) batch.push(key)
      if (batch.length >= sweepBatch) await removeUnknown()
    }
  }
  await removeUnknown()
}
