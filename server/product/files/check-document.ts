import { join } from 'node:path'
import { problem } from '#server/platform/http/problem.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { copyObject } from '#server/platform/storage/copy-object.ts'
import type { BeginSending } from '#server/platform/storage/send-bounds.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { DocumentType } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import type { AcceptedType } from './inspection/inspection.ts'
import type { Inspector } from './inspection/inspector.ts'
import { fileProblem } from './problems.ts'

/** Whose upload it is, where it is stored, its stated type, and its size limit. */
export type DocumentUpload = { ownerId: string; key: string; type: DocumentType; maxBytes: number }

/** The result of the check: the file to store, its type, its number of pages, and what was changed in it. */
export type CheckedDocument = { path: string; type: AcceptedType; pages: number | null; changes: PdfChange[] }

/**
 * Fetches an uploaded document, checks it, and stores the result with `store` (see
 * `FileProcesses.checkDocument`).
 */
export async function checkDocument<R>(
  { inspector, hold, storage }: { inspector: Inspector; hold: BeginSending; storage: Storage },
  { ownerId, key, type, maxBytes }: DocumentUpload,
  store: (checked: CheckedDocument) => Promise<R>,
): Promise<R> {
  let end = () => {}
  return inOwnFolder(async folder => {
    // In its turn, so that what waits takes no room; until it is stored, since the checked copy takes as much.
    const fetch = (path: string) =>
      fetchObject(storage, key, path, maxBytes, bytes => {
        // Fetched once more for another check, if the first was killed.
        end()
        end = hold({ key: folder, person: ownerId, bytes })
      })
    if (type === 'application/pdf') {
      const written = join(folder, 'written')
      return store({
        path: written,
        type,
        ...(await inspector.pdf(ownerId, fetch, written).catch(fileProblem)),
      })
    }
    // Few browsers show HEIC.
    const drawnType = type === 'image/heic' ? 'image/jpeg' : type
    const drawn = join(folder, 'drawn')
    const outputs = [{ path: drawn, type: drawnType, shape: 'whole' as const }]
    await inspector.image(ownerId, fetch, type, outputs).catch(fileProblem)
    return store({ path: drawn, type: drawnType, pages: 1, changes: [] })
  }).finally(() => end())
}

/** Writes an object to a local path, unless `onSize` throws. */
export async function fetchObject(
  storage: Storage,
  key: string,
  path: string,
  maxBytes: number,
  onSize?: (bytes: number) => void,
): Promise<void> {
  // Only some stores enforce the stated size.
  const head = await storage.head(key)
  if (head && head.size > maxBytes)
    throw problem('too_large', `Files can be up to ${maxBytes / 1024 / 1024} MB.`)
  // An empty object marks an upload that was already accepted or refused.
  if (!head || head.size === 0) throw notArrived()
  onSize?.(head.size)
  if (!(await copyObject(storage, key, path))) throw notArrived()
}

/** The 404 for an upload that isn't there: never sent, refused before, or somebody else's. */
export const notArrived = () => problem('not_found', 'We didn’t get the file. Upload it again.')
