import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'

const removal = 'remove-picture'

/** What pictures leave to the background: the one before a change. */
export function definePictureRemoval(deps: Deps): void {
  deps.jobs.define<{ fileId: string }>(removal, { run: ({ fileId }) => removeUnused(deps, fileId) })
}

/** Makes an accepted picture the person's, or takes theirs away; the one before is removed once this is committed. */
export async function changePicture(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  userId: string,
  pictureId: string | null,
): Promise<void> {
  const before = await trx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before.picture_id === pictureId) return
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ picture_id: pictureId })
    .where('id', '=', userId)
    // The picture may be one of a moment ago, which the job of a later change is just removing.
    .where(
      sql<boolean>`(${pictureId}::uuid is null or exists (select from files where id = ${pictureId}::uuid for key share))`,
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw problem('not_found', 'This picture is gone. Upload it again.')
  if (before.picture_id)
    await deps.jobs.enqueue(trx, removal, before.picture_id, { fileId: before.picture_id })
}

/** Unless it became the person's picture again meanwhile. What a crash leaves of the object is swept. */
async function removeUnused({ db, storage }: Pick<Deps, 'db' | 'storage'>, fileId: string): Promise<void> {
  const removed = await db.transaction().execute(async trx => {
    // Waits for who is just taking it; only a statement after this one sees that they did.
    await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().execute()
    return trx
      .deleteFrom('files')
      .where('id', '=', fileId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('users').select('users.id').whereRef('picture_id', '=', 'files.id'))),
      )
      .returning(['upload_key', 'object_key'])
      .executeTakeFirst()
  })
  if (!removed) return
  await storage.retire(removed.upload_key)
  if (removed.object_key) await storage.remove(removed.object_key)
}
