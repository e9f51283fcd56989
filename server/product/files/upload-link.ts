import type { Deps } from '#server/deps.ts'
import type { Files } from '#server/platform/db/types.gen.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { uploadLinkSeconds } from '#server/platform/storage/storage.ts'
import { type DocumentType, fileLimits } from '#shared/domain/file-types.ts'
import { announceUpload } from './queries.ts'

type Upload = {
  name: string
  type: DocumentType
  size?: number | undefined
  purpose: Files['purpose']
  extension: string
}

/** Announces a person's upload and returns the upload link. */
export async function uploadLink(deps: Pick<Deps, 'db' | 'storage' | 'now'>, login: Login, upload: Upload) {
  const announced = await announceUpload(deps.db, { ...upload, ownerId: login.userId })
  if (!announced)
    throw problem('quota_exceeded', 'You’ve reached the upload limit. Try again in an hour or tomorrow.')
  const { url, headers } = await deps.storage.signedUpload({
    key: announced.key,
    type: upload.type,
    size: upload.size,
    maxBytes: upload.purpose === 'document' ? fileLimits.documentBytes : fileLimits.thumbnailBytes,
    personId: login.userId,
    expiresInSeconds: uploadLinkSeconds,
  })
  const key = `${announced.id}.${upload.extension}`
  const expires_at = isoTime(deps.now().add({ seconds: uploadLinkSeconds }))
  return { status: 'success' as const, url, headers, key, expires_at }
}
