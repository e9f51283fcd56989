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
    await storage.remove(file.upload_key)
    if (file.object_key) await storage.remove(file.object_key)
  }
  await db.deleteFrom('files').where('id', 'in', ids).execute()
}

const sweepBatch = 500

/** Removes uploads that no post used within a day. */
export async function sweepUploads({ db, storage, now }: RemoveDeps & Pick<Deps, 'now'>): Promise<void> {
  const before = new Date(now().subtract({ hours: 24 }).epochMilliseconds)
  const abandoned = await db
    .selectFrom('files')
    .select('id')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('posts')
            .select('posts.id')
            .where(({ eb, or }) =>
              or([
                eb('posts.document_id', '=', eb.ref('files.id')),
                eb('posts.thumbnail_id', '=', eb.ref('files.id')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(sweepBatch)
    .execute()
  await removeFiles(
    { db, storage },
    abandoned.map(file => file.id),
  )
}
