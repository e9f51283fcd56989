import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type DocumentType, nameWithExtension, readLinkSeconds } from '#shared/domain/file-types.ts'

/**
 * A link to a file in a report, or, by the id of the report, to the document of a reported post. Once the report is decided, a file is
 * deleted with its message, and a replaced document too.
 */
export async function openFile({ db, storage }: Deps, id: string): Promise<string> {
  const { rows } = await sql<{ name: string; type: DocumentType; object_key: string }>`
    select name, type, object_key from reported_files where id = ${id}
    union all
    select document_name, document_type, document_key from reported_posts where report_id = ${id}`.execute(db)
  const file = rows[0]
  if (!file || !(await storage.head(file.object_key))) {
    throw problem('not_found', 'This file has been deleted.')
  }
  const { name, type, object_key } = file
  const filename = nameWithExtension(name, type)
  return storage.signedDownload({ key: object_key, type, filename, expiresInSeconds: readLinkSeconds })
}
