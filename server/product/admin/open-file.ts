import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { readLinkSeconds } from '#shared/domain/file-types.ts'

/** A link to a file in a report. Once the report is decided, the file is deleted with its message. */
export async function openFile({ db, storage }: Deps, id: string): Promise<string> {
  const file = await db
    .selectFrom('reported_files')
    .select(['name', 'type', 'object_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!file || !(await storage.head(file.object_key))) {
    throw problem('not_found', 'This file has been deleted.')
  }
  const { name, type, object_key } = file
  return storage.signedDownload({ key: object_key, type, filename: name, expiresInSeconds: readLinkSeconds })
}
