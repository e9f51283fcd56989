import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Problem, refusesFile } from '#server/platform/http/problem.ts'
import { type DocumentType, documentTypes } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { type CheckedDocument, notArrived } from './check-document.ts'
import type { DrawnPage } from './inspection/inspection.ts'
import type { FileRow } from './queries.ts'

export type AcceptDeps = Pick<Deps, 'db' | 'storage' | 'fileProcesses' | 'now' | 'log'>

export type AcceptedFile = {
  id: string
  type: DocumentType
  pages: number | null
  changes: PdfChange[]
  object_key: string
}

/** The picture of a document's first page, and where it is drawn. */
export type FirstPage = DrawnPage & { path: string }

type StoreCopy = (
  name: string,
  checked: CheckedDocument,
  firstPage?: FirstPage,
) => Promise<AcceptedFile | null>

/**
 * Accepts an upload: `check` checks it, and stores the result with `store`. Accepting it twice, even at once, gives
 * the same file. A refused upload is removed.
 */
export async function acceptUpload(
  deps: AcceptDeps,
  upload: FileRow,
  check: (store: StoreCopy) => Promise<AcceptedFile | null>,
): Promise<AcceptedFile> {
  const { object_key } = upload
  if (object_key) return { ...upload, object_key }
  const accepted = await check((...checked) => storeCopy(deps, upload.id, ...checked)).catch(error =>
    acceptedMeanwhile(deps, upload, error),
  )
  await deps.storage.retire(upload.upload_key)
  const file = accepted ?? (await findAccepted(deps.db, upload.id))
  if (!file) throw notArrived()
  return file
}

/**
 * What another accept of the same upload stored meanwhile: its check can pass where this one fails, by a
 * timeout or since the upload is gone by now. If there is none, throws; a refused upload is removed.
 */
async function acceptedMeanwhile(
  { db, storage }: AcceptDeps,
  { id, upload_key }: FileRow,
  error: unknown,
): Promise<AcceptedFile> {
  if (!(error instanceof Problem)) throw error
  const refused = refusesFile(error)
  // The row first, and only while it waits: by now, a post may have the file. After a crash in between,
  // `sweepObjects` finds the object.
  if (refused) await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'awaiting').execute()
  const accepted = await findAccepted(db, id)
  if (accepted) return accepted
  if (refused) await storage.retire(upload_key)
  throw error
}

/** Stores the checked copy; null if another accept of the same upload was first. */
export async function storeCopy(
  deps: AcceptDeps,
  id: string,
  name: string,
  checked: CheckedDocument,
  firstPage?: FirstPage,
): Promise<AcceptedFile | null> {
  const objectKey = `files/${randomUUID()}.${documentTypes[checked.type]}`
  const firstPageKey = firstPage && `files/${randomUUID()}.webp`
  const [{ size }, sha256] = await Promise.all([stat(checked.path), hash(checked.path)])
  await deps.storage.putFile(objectKey, checked.path, checked.type)
  if (firstPage && firstPageKey) await deps.storage.putFile(firstPageKey, firstPage.path, 'image/webp')
  const stored = await deps.db
    .updateTable('files')
    .set({
      state: 'accepted',
      name,
      type: checked.type,
      pages: checked.pages,
      changes: checked.changes,
      size,
      sha256,
      object_key: objectKey,
      first_page_key: firstPageKey ?? null,
      first_page_aspect: firstPage?.aspect ?? null,
      accepted_at: deps.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'awaiting')
    .returning(['id', 'type', 'pages'])
    .executeTakeFirst()
  if (!stored) {
    for (const key of [objectKey, firstPageKey]) if (key) await deps.storage.remove(key)
    return null
  }
  return { ...stored, changes: checked.changes, object_key: objectKey }
}

async function findAccepted(db: Database, id: string): Promise<AcceptedFile | null> {
  const row = await db
    .selectFrom('files')
    .select(['id', 'type', 'pages', 'changes', 'object_key'])
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  if (!row?.object_key) return null
  return { ...row, object_key: row.object_key }
}

async function hash(path: string): Promise<Buffer> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest()
}
