import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem, refusesFile } from '#server/platform/http/problem.ts'
import { type Attachment, attachmentLimits } from '#shared/api/attachments.ts'
import { type DocumentType, documentTypes, nameWithExtension } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { filesPrefix } from './remove.ts'

type AcceptDeps = Pick<Deps, 'db' | 'storage' | 'fileProcesses'>

type Row = Attachment & {
  type: DocumentType
  upload_key: string
  object_key: string | null
  changes: PdfChange[]
}
type Accepted = { attachment: Attachment; changes: PdfChange[] }

/**
 * Checks an upload of the person's and stores a copy under a key that no link can write to, so the file sent
 * is the file checked (security F-4). Accepting it twice, even at once, gives the same file; a refused upload
 * is removed.
 */
export async function acceptAttachment(deps: AcceptDeps, personId: string, id: string): Promise<Accepted> {
  const upload = await findUpload(deps.db, personId, id)
  if (upload.object_key) return shown(upload)
  const announced = {
    ownerId: personId,
    key: upload.upload_key,
    type: upload.type,
    maxBytes: attachmentLimits.bytes,
  }
  await deps.fileProcesses
    .checkDocument(deps.storage, announced, checked => keep(deps, upload, checked))
    .catch(async error => {
      if (refusesFile(error)) await forget(deps, upload)
      throw error
    })
  await deps.storage.retire(upload.upload_key)
  return shown(await findUpload(deps.db, personId, id))
}

async function findUpload(db: Database, personId: string, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, name, type, size, changes, upload_key, object_key from chat.attachments
    where id = ${id} and owner_id = ${personId}`.execute(db)
  if (!rows[0]) throw problem('not_found', 'We couldn’t find that file.')
  return rows[0]
}

/** Stores the checked copy, unless another accept of the same upload was first. */
async function keep(
  { db, storage }: AcceptDeps,
  { id, name }: Row,
  { path, type, changes }: { path: string; type: DocumentType; changes: PdfChange[] },
): Promise<void> {
  const extension = documentTypes[type]
  const key = `${filesPrefix}${randomUUID()}.${extension}`
  const { size } = await stat(path)
  await storage.putFile(key, path, type)
  const { rows } = await sql`
    update chat.attachments
    set object_key = ${key}, type = ${type}, size = ${size}, changes = ${changes},
      name = ${nameWithExtension(name, type)}
    where id = ${id} and object_key is null returning id`.execute(db)
  if (rows.length === 0) await storage.remove(key)
}

/** Removes a refused upload: its object first, because after a crash only the row leads to it. */
async function forget({ db, storage }: AcceptDeps, { id, upload_key }: Row): Promise<void> {
  await storage.retire(upload_key)
  await sql`delete from chat.attachments where id = ${id} and object_key is null`.execute(db)
}

function shown({ id, name, type, size, changes }: Row): Accepted {
  return { attachment: { id, name, type, size }, changes }
}
