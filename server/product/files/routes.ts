import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Files } from '#server/platform/db/types.gen.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { files } from '#shared/api/files.ts'
import {
  documentTypes,
  fileLimits,
  nameWithExtension,
  readLinkSeconds,
  thumbnailTypes,
} from '#shared/domain/file-types.ts'
import { convert } from './convert.ts'
import { limitAtOnce } from './limit-at-once.ts'
import { pagePicture } from './page-picture.ts'
import { fileIdOf } from './queries.ts'
import { sweepObjects, sweepUploads } from './remove.ts'
import { uploadLink } from './upload-link.ts'

type StoredFile = Pick<Selectable<Files>, 'id' | 'object_key' | 'first_page_key' | 'type' | 'name' | 'pages'>

/** Which files people may read. Posts decide, which come later in the order than files. */
type Readable = {
  findDocument: (db: Database, reader: Login, id: string) => Promise<StoredFile | undefined>
  findThumbnail: (db: Database, id: string) => Promise<string | null>
}

/** Uploading, converting and reading files. */
export function fileRoutes(implement: Implement, deps: Deps, readable: Readable): void {
  const { db, storage, fileProcesses, now } = deps
  deps.jobs.define('sweep-uploads', { run: () => sweepUploads(deps), every: '17 * * * *' })
  deps.jobs.define('sweep-objects', { run: () => sweepObjects(deps), every: '41 3 * * *' })

  implement(files.upload, ({ body, login }) =>
    uploadLink(deps, login, { ...body, purpose: 'document', extension: documentTypes[body.type] }),
  )

  implement(files.thumbnail, ({ body, login }) =>
    uploadLink(deps, login, { ...body, purpose: 'thumbnail', extension: thumbnailTypes[body.type] }),
  )

  implement(files.download, async ({ body, login }) => {
    const id = fileIdOf(body.key)
    const file = id ? await readable.findDocument(db, login, id) : null
    if (!file?.object_key) throw absent()
    const grant = {
      key: file.object_key,
      type: file.type,
      filename: nameWithExtension(file.name, file.type),
      expiresInSeconds: readLinkSeconds,
    }
    const expires_at = isoTime(now().add({ seconds: readLinkSeconds }))
    return { status: 'success', url: await storage.signedDownload(grant), expires_at }
  })

  implement(files.showFirstPage, async ({ params, login, reply }) => {
    const id = fileIdOf(params.key)
    const file = id ? await readable.findDocument(db, login, id) : null
    const bytes = file?.first_page_key && (await storage.get(file.first_page_key))
    if (!bytes) throw absent()
    return reply.type('image/webp').send(bytes)
  })

  implement(files.showPage, async ({ params, query, login, reply }) => {
    const id = fileIdOf(params.key)
    const file = id ? await readable.findDocument(db, login, id) : null
    if (!file?.object_key) throw absent()
    const document = { ...file, object_key: file.object_key }
    const bytes = await pagePicture(deps, login.userId, document, query.page)
    if (!bytes) throw absent()
    return reply.type('image/webp').send(bytes)
  })

  implement(files.showThumbnail, async ({ params, reply }) => {
    const id = fileIdOf(params.key)
    const key = id && (await readable.findThumbnail(db, id))
    const bytes = key && (await storage.get(key))
    if (!bytes) throw absent()
    return (
      reply
        // As for a person's picture: a proxy would go on showing the first page of a post that was hidden or deleted.
        .headers({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400, immutable' })
        .send(bytes)
    )
  })

  implement(files.expectOffice, async () => {
    void fileProcesses.warm()
    return { status: 'success' }
  })

  const beginConversion = limitAtOnce(
    fileLimits.conversionsAtOnce,
    'Your other files are still being converted. Wait for them, then try again.',
  )
  implement(files.convert, ({ login, request, reply }) =>
    convert(fileProcesses, beginConversion, login, request, reply),
  )
}

const absent = () => problem('not_found', 'We couldn’t find that file.')
