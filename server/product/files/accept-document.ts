import type { Login } from '#server/platform/http/router.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { type AcceptDeps, type AcceptedFile, acceptUpload, type FirstPage } from './accept-upload.ts'
import { type CheckedDocument, notArrived } from './check-document.ts'
import { findUpload } from './queries.ts'

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
): Promise<AcceptedFile> {
  const upload = await findUpload(deps.db, login.userId, 'document', key)
  if (!upload) throw notArrived()
  return acceptUpload(deps, upload, store =>
    deps.fileProcesses.checkDocument(
      deps.storage,
      {
        ownerId: login.userId,
        key: upload.upload_key,
        type: upload.type,
        maxBytes: fileLimits.documentBytes,
      },
      async checked => store(name, checked, await drawFirstPage(deps, login.userId, checked)),
    ),
  )
}

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
