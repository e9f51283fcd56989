import { type Selectable, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Files } from '#server/platform/db/types.gen.ts'
import { nameWithExtension } from '#shared/domain/file-types.ts'
import { type ExportFiles, exportFilesAtOnce } from '../people/export-list.ts'
import { removeFiles } from './remove.ts'

export type ArchivedFile = Pick<Selectable<Files>, 'id' | 'purpose' | 'name' | 'type'>

/** What a person posted, and their own picture. */
export const ownFiles: ExportFiles = {
  folders: {
    documents: 'the documents of your posts',
    thumbnails: 'the pictures of your posts',
    pictures: 'your own picture',
  },
  count: userId => sql`(select count(*) from files where owner_id = ${userId} and state = 'accepted')`,
  async after({ db, storage }, userId, key) {
    const files = await db
      .selectFrom('files')
      .select(['id', 'purpose', 'name', 'type', 'object_key', 'created_at'])
      .where('owner_id', '=', userId)
      .where('state', '=', 'accepted')
      .$if(key !== null, query => query.where('id', '>', key))
      .orderBy('id')
      .limit(exportFilesAtOnce)
      .execute()
    return files.map(file => ({
      key: file.id,
      path: archivePath(file),
      created_at: file.created_at,
      read: () => storage.get(file.object_key!),
    }))
  },
}

/** The path of a file in an export. */
export function archivePath({ purpose, id, name, type }: ArchivedFile): string {
  return entryPath(`${purpose}s`, nameWithExtension(name, type), id)
}

const longestName = 80

/**
 * A name that works on every system: short, without separators, control and reordering marks and names that
 * Windows reserves. `id` distinguishes two files with the same name.
 */
export function entryPath(folder: string, name: string, id: string): string {
  const [, base = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name)!
  const clean = [
    ...base
      .normalize('NFC')
      .replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^[. ]+|[. ]+$/g, ''),
  ]
  const short = clean.slice(0, longestName).join('').trimEnd() || 'file'
  return `${folder}/${short} (${id.slice(-12)})${extension.toLowerCase()}`
}

/** Removes a person's files with their objects, accepted or not. Returns whether there were any. */
export async function removeSomeFiles(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  userId: string,
  most: number,
): Promise<boolean> {
  const files = await deps.db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', userId)
    .limit(most)
    .execute()
  await removeFiles(
    deps,
    files.map(({ id }) => id),
  )
  return files.length > 0
}
