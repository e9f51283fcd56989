import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Login } from '#server/platform/http/router.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import type { FileSource } from '#server/platform/sandbox/show-file.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { type AcceptDeps, type AcceptedFile, acceptUpload, storeCopy } from './accept-upload.ts'
import { type CheckedDocument, fetchObject, notArrived } from './check-document.ts'
import type { ImageShape, ImageType } from './inspection/inspection.ts'
import { fileProblem } from './problems.ts'
import { type FileRow, findUpload } from './queries.ts'

/** Stores the thumbnail that was uploaded for a document; makes one for a picture without one. */
export async function acceptThumbnail(
  deps: AcceptDeps,
  login: Login,
  key: string | null,
  document: AcceptedFile,
): Promise<AcceptedFile | null> {
  if (key) return acceptUploadedThumbnail(deps, login, key)
  if (document.type === 'application/pdf') return null
  return makeThumbnail(deps, login, document.object_key, document.type)
}

/**
 * Stores an uploaded thumbnail of the person's, redrawn within 600 pixels and without its metadata. Like
 * `acceptDocument`, it gives the same file when called twice, and removes an upload that it refuses.
 */
export async function acceptUploadedThumbnail(
  deps: AcceptDeps,
  login: Login,
  key: string,
): Promise<AcceptedFile> {
  const upload = await findUpload(deps.db, login.userId, 'thumbnail', key)
  if (!upload) throw notArrived()
  return acceptDrawn(deps, login, upload, { within: 600 })
}

async function makeThumbnail(
  deps: AcceptDeps,
  login: Login,
  key: string,
  type: ImageType,
): Promise<AcceptedFile> {
  return inOwnFolder(async folder => {
    const fetch = (path: string) => fetchObject(deps.storage, key, path, fileLimits.documentBytes)
    const checked = await draw(deps, login.userId, fetch, type, folder, { cover: 300 })
    return storeDrawn(deps, login.userId, 'thumbnail', checked)
  })
}

/** Stores an uploaded picture of a person, redrawn as a square without its metadata. */
export async function acceptPicture(deps: AcceptDeps, login: Login, key: string): Promise<AcceptedFile> {
  const upload = await findUpload(deps.db, login.userId, 'picture', key)
  if (!upload) throw notArrived()
  return acceptDrawn(deps, login, upload, { cover: pictureSide })
}

/** Stores a picture of a person that wasn't uploaded: `fetch` writes it to a path and returns its type. */
export async function acceptFetchedPicture(
  deps: AcceptDeps,
  ownerId: string,
  fetch: (path: string) => Promise<ImageType>,
): Promise<AcceptedFile> {
  return inOwnFolder(async folder => {
    const path = join(folder, 'image')
    const checked = await draw(deps, ownerId, path, await fetch(path), folder, { cover: pictureSide })
    return storeDrawn(deps, ownerId, 'picture', checked)
  })
}

const pictureSide = 512

/** Stores a drawn picture that wasn't uploaded. */
async function storeDrawn(
  deps: AcceptDeps,
  ownerId: string,
  purpose: 'thumbnail' | 'picture',
  checked: CheckedDocument,
): Promise<AcceptedFile> {
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
  // Nobody else can have accepted it: its row is new.
  return (await storeCopy(deps, id, name, checked))!
}

function acceptDrawn(
  deps: AcceptDeps,
  login: Login,
  upload: FileRow,
  shape: ImageShape,
): Promise<AcceptedFile> {
  return acceptUpload(deps, upload, store =>
    inOwnFolder(async folder => {
      const fetch = (path: string) =>
        fetchObject(deps.storage, upload.upload_key, path, fileLimits.thumbnailBytes)
      return store(
        upload.name,
        await draw(deps, login.userId, fetch, upload.type as ImageType, folder, shape),
      )
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
