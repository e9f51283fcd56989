import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { removeFiles } from '../files/remove.ts'

const removal = 'remove-post-files'
/** Done by the assistant (server/assistant/documents/jobs.ts). */
const indexing = 'index-document'

/** What posts leave to the background: a deleted post's objects. */
export function definePostJobs(deps: Deps): void {
  deps.jobs.define<{ fileIds: string[] }>(removal, { run: ({ fileIds }) => removeFiles(deps, fileIds) })
  deps.jobs.declare(indexing)
}

/** Has the assistant read the document of a new post. */
export function enqueueIndexing(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Database,
  documentId: string,
): Promise<void> {
  return jobs.enqueue(trx, indexing, documentId, { documentId })
}

/** Has the files of a deleted post removed once its deletion is committed. */
export function enqueueFileRemoval(
  deps: Deps,
  trx: Database,
  postId: string,
  fileIds: string[],
): Promise<void> {
  return deps.jobs.enqueue(trx, removal, postId, { fileIds })
}
