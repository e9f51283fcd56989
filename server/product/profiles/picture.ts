import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'

const removal = 'remove-picture'

/** The background work of pictures: removing the old one after a change. */
export function definePictureRemoval(deps: Deps): void {
  deps.jobs.define<{ fileId: string }>(removal, { run: ({ fileId }) => removeUnused(deps, fileId) })
}

/**
 * Sets an accepted picture as the person's, or removes theirs; a job removes the old one once this commits.
 */
export async function changePicture(
  trx: Trx,
  deps: Pick<Deps, 'jobs'>,
  userId: string,
  pictureId: string | null,
): Promise<void> {
  const before = await lockPicture(trx, userId)
  if (before === pictureId) return
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ picture_id: pictureId })
    .where('id', '=', userId)
    // The picture may be a recent one, which the job of a later change is just removing.
    .where(
      sql<boolean>`(${pictureId}::uuid is null or exists (select from files where id = ${pictureId}::uuid for key share))`,
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw problem('not_found', 'This picture has expired. Upload it again.')
  if (before) await removeLater(trx, deps, before)
}

/** Sets an accepted picture as the person's unless they have one by now; then a job removes the new one. */
export async function setFirstPicture(
  trx: Trx,
  deps: Pick<Deps, 'jobs'>,
  userId: string,
  pictureId: string,
): Promise<void> {
  if (await lockPicture(trx, userId)) await removeLater(trx, deps, pictureId)
  else await changePicture(trx, deps, userId, pictureId)
}

/** The person's picture, which stays the same until the transaction ends; null if they have none. */
async function lockPicture(trx: Trx, userId: string): Promise<string | null> {
  const { picture_id } = await trx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return picture_id
}

async function removeLater(trx: Trx, { jobs }: Pick<Deps, 'jobs'>, fileId: string): Promise<void> {
  await jobs.enqueue(trx, removal, fileId, { fileId })
}

/**
 * Unless it became the person's picture again meanwhile. The sweep finds an object that a crash leaves
 * behind.
 */
async function removeUnused({ db, storage }: Pick<Deps, 'db' | 'storage'>, fileId: string): Promise<void> {
  const removed = await db.transaction().execute(async trx => {
    // Waits for a transaction that is just using it; only a later statement sees that.
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
