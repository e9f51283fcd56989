import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Problem, refusesFile } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import type { FileSource } from '#server/platform/sandbox/show-file.ts'
import { documentTypes, fileLimits } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { type CheckedDocument, fetchObject, notArrived } from './check-document.ts'
import type { DrawnPage, ImageShape, ImageType } from './inspection/inspection.ts'
import { fileProblem } from './problems.ts'
import { type FileRow, findUpload } from './queries.ts'

type AcceptDeps = Pick<Deps, 'db' | 'storage' | 'fileProcesses' | 'now' | 'log'>
type Accepted = { id: string; type: string; pages: number | null; changes: PdfChange[]; object_key: string }

/**
 * Checks an upload of the person's and stores a copy for good, under a key that no link can write to, so
 * Ignite serves what it checked (security F-4). `name` becomes the document's. Accepting it twice, even at
 * once, gives the same file. A refused upload is removed, and the Problem says what was wrong with it.
 */
export async function acceptDocument(
  deps: AcceptDeps,
  login: Login,
  key: string,
  name: string,
): Promise<Accepted> {
  const upload = await findUpload(deps.db, login.userId, 'document', key)
  if (!upload) throw notArrived()
  return accept(deps, upload, keep =>
    deps.fileProcesses.checkDocument(
      deps.storage,
      {
        ownerId: login.userId,
        key: upload.upload_key,
        type: upload.type,
        maxBytes: fileLimits.documentBytes,
      },
      async checked => keep(name, checked, await drawFirstPage(deps, login.userId, checked)),
    ),
  )
}

type FirstPage = DrawnPage & { path: string }

/** Draws the first page beside the document. If it can't be drawn, or takes too long, the document has no picture. */
async function drawFirstPage(
  { fileProcesses, log }: AcceptDeps,
  ownerId: string,
  { path, type }: CheckedDocument,
): Promise<FirstPage | undefined> {
  const drawn = `${path}-page`
  try {
    return { path: drawn, ...(await fileProcesses.inspector.firstPage(ownerId, path, type, drawn)) }
  } catch (error) {
    log.warn({ err: error }, 'drawing a document’s first page failed')
  }
}

/** Stores the thumbnail that was uploaded for a document; makes one for a picture without one. */
export async function acceptThumbnail(
  deps: AcceptDeps,
  login: Login,
  key: string | null,
  document: Accepted,
): Promise<Accepted | null> {
  if (key) return acceptUploadedThumbnail(deps, login, key)
  return document.type === 'application/pdf' ? null : makeThumbnail(deps, login, document)
}

/**
 * Stores an uploaded thumbnail of the person's, redrawn within 600 pixels and without its metadata. Like
 * `acceptDocument`, it gives the same file when called twice, and removes an upload that it refuses.
 */
export async function acceptUploadedThumbnail(
  deps: AcceptDeps,
  login: Login,
  key: string,
): Promise<Accepted> {
  const upload = await findUpload(deps.db, login.userId, 'thumbnail', key)
  if (!upload) throw notArrived()
  return acceptDrawn(deps, login, upload, { within: 600 })
}

async function makeThumbnail(deps: AcceptDeps, login: Login, document: Accepted): Promise<Accepted> {
  return inOwnFolder(async folder => {
    const fetch = (path: string) =>
      fetchObject(deps.storage, document.object_key, path, fileLimits.documentBytes)
    const checked = await draw(deps, login.userId, fetch, document.type as ImageType, folder, { cover: 300 })
    return keepDrawn(deps, login.userId, 'thumbnail', checked)
  })
}

/** Stores an uploaded picture of a person, redrawn as a square without its metadata. */
export async function acceptPicture(deps: AcceptDeps, login: Login, key: string): Promise<Accepted> {
  const upload = await findUpload(deps.db, login.userId, 'picture', key)
  if (!upload) throw notArrived()
  return acceptDrawn(deps, login, upload, { cover: pictureSide })
}

/** Stores a picture of a person that wasn't uploaded: `fetch` writes it to a path and returns its type. */
export async function acceptFetchedPicture(
  deps: AcceptDeps,
  ownerId: string,
  fetch: (path: string) => Promise<ImageType>,
): Promise<Accepted> {
  return inOwnFolder(async folder => {
    const path = join(folder, 'image')
    const checked = await draw(deps, ownerId, path, await fetch(path), folder, { cover: pictureSide })
    return keepDrawn(deps, ownerId, 'picture', checked)
  })
}

const pictureSide = 512

async function keepDrawn(
  deps: AcceptDeps,
  ownerId: string,
  purpose: 'thumbnail' | 'picture',
  checked: CheckedDocument,
): Promise<Accepted> {
  const name = `${purpose}.webp`
  const { id } = await deps.db
    .insertInto('files')
    .values({
      owner_id: ownerId,
      purpose,
      name,
      type: 'image/webp',
      upload_key: `uploads/${randomUUID()}.webp`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await keep(deps, id, name, checked))!
}

function acceptDrawn(deps: AcceptDeps, login: Login, upload: FileRow, shape: ImageShape): Promise<Accepted> {
  return accept(deps, upload, keep =>
    inOwnFolder(async folder => {
      const fetch = (path: string) =>
        fetchObject(deps.storage, upload.upload_key, path, fileLimits.thumbnailBytes)
      return keep(upload.name, await draw(deps, login.userId, fetch, upload.type as ImageType, folder, shape))
    }),
  )
}

async function draw(
  { fileProcesses }: AcceptDeps,
  ownerId: string,
  source: FileSource,
  type: ImageType,
  folder: string,
  shape: ImageShape,
): Promise<CheckedDocument> {
  const drawn = join(folder, 'drawn')
  await fileProcesses.inspector
    .image(ownerId, source, type, [{ path: drawn, type: 'image/webp', shape }])
    .catch(fileProblem)
  return { path: drawn, type: 'image/webp', pages: null, changes: [] }
}

type Keep = (name: string, checked: CheckedDocument, firstPage?: FirstPage) => Promise<Accepted | null>

async function accept(
  deps: AcceptDeps,
  upload: FileRow,
  check: (keep: Keep) => Promise<Accepted | null>,
): Promise<Accepted> {
  if (upload.object_key) return { ...upload, object_key: upload.object_key }
  const accepted = await check((...checked) => keep(deps, upload.id, ...checked)).catch(error =>
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
): Promise<Accepted> {
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
async function keep(
  deps: AcceptDeps,
  id: string,
  name: string,
  checked: CheckedDocument,
  firstPage?: FirstPage,
): Promise<Accepted | null> {
  const objectKey = `files/${randomUUID()}.${documentTypes[checked.type]}`
  const firstPageKey = firstPage && `files/${randomUUID()}.webp`
  const [{ size }, sha256] = await Promise.all([stat(checked.path), hash(checked.path)])
  await deps.storage.putFile(objectKey, checked.path, checked.type)
  if (firstPage && firstPageKey) await deps.storage.putFile(firstPageKey, firstPage.path, 'image/webp')
  const kept = await deps.db
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
  if (!kept) {
    for (const key of [objectKey, firstPageKey]) if (key) await deps.storage.remove(key)
    return null
  }
  return { ...kept, changes: checked.changes, object_key: objectKey }
}

async function findAccepted(db: Database, id: string): Promise<Accepted | null> {
  const row = await db
    .selectFrom('files')
    .select(['id', 'type', 'pages', 'changes', 'object_key'])
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  if (!row?.object_key) return null
  return { ...row, changes: row.changes as PdfChange[], object_key: row.object_key }
}

async function hash(path: string): Promise<Buffer> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest()
}
