import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { problem } from '#server/platform/http/problem.ts'
import { makeOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import type { ImageType } from './inspection/inspection.ts'
import type { Inspector } from './inspection/inspector.ts'
import { fileProblem } from './problems.ts'

/** Whose upload it is, where it lies, what it was announced to be, and how large it may be. */
export type DocumentUpload = { ownerId: string; key: string; type: string; maxBytes: number }

/** What the check made to store: the file, its type, how many pages it has, and what the check changed in it. */
export type CheckedDocument = { path: string; type: string; pages: number | null; changes: PdfChange[] }

/** Fetches an uploaded document, checks it, and keeps what `keep` makes of it (see `Workshop.checkDocument`). */
export async function checkDocument<R>(
  inspector: Inspector,
  storage: Storage,
  { ownerId, key, type, maxBytes }: DocumentUpload,
  keep: (checked: CheckedDocument) => Promise<R>,
): Promise<R> {
  return inFolder(async folder => {
    const path = join(folder, 'upload')
    await fetchObject(storage, key, path, maxBytes)
    if (type === 'application/pdf') {
      const written = join(folder, 'written')
      return keep({
        path: written,
        type,
        ...(await inspector.pdf(ownerId, path, written).catch(fileProblem)),
      })
    }
    // Few browsers show HEIC.
    const drawnType = type === 'image/heic' ? 'image/jpeg' : (type as Exclude<ImageType, 'image/heic'>)
    const drawn = join(folder, 'drawn')
    const outputs = [{ path: drawn, type: drawnType, shape: 'whole' as const }]
    await inspector.image(ownerId, path, type as ImageType, outputs).catch(fileProblem)
    return keep({ path: drawn, type: drawnType, pages: 1, changes: [] })
  })
}

/** Writes an object to a path of this machine. */
export async function fetchObject(
  storage: Storage,
  key: string,
  path: string,
  maxBytes: number,
): Promise<void> {
  // The size that was announced binds only stores that check it.
  const head = await storage.head(key)
  if (head && head.size > maxBytes)
    throw problem('too_large', `At most ${maxBytes / 1024 / 1024} MiB can be uploaded.`)
  // An empty one marks an upload that was accepted or refused before.
  const object = head && head.size > 0 && (await storage.get(key))
  if (!object) throw notArrived()
  await pipeline(object, createWriteStream(path, { flags: 'wx' }))
}

export const notArrived = () => problem('not_found', 'The file hasn’t arrived. Upload it again.')

/** Does something in a folder of its own, which is removed afterwards. */
export async function inFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = await makeOwnFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
