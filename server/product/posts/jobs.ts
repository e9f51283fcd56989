import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { dropFiles, removeUnreported } from '../files/remove.ts'

const removal = 'remove-post-objects'
/** Handled by the assistant (server/assistant/documents/jobs.ts). */
const indexing = 'index-document'

/** The background work of posts: removing the objects of deleted posts and replaced documents. */
export function definePostJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.define<{ keys: string[] }>(removal, {
    async run({ keys }) {
      await removeUnreported(deps, keys)
    },
  })
  jobs.declare(indexing)
}

/** Enqueues the assistant's reading of a document that was just posted. */
export function enqueueIndexing(
  trx: Database,
  { jobs }: Pick<Deps, 'jobs'>,
  documentId: string,
): Promise<void> {
  return jobs.enqueue(trx, indexing, documentId, { documentId })
}

/** Removes files that a post had: their rows in this transaction, and their objects once it commits. */
export async function removePostFiles(
  trx: Trx,
  { jobs }: Pick<Deps, 'jobs'>,
  fileIds: [string, ...string[]],
): Promise<void> {
  await jobs.enqueue(trx, removal, fileIds[0], { keys: await dropFiles(trx, fileIds) })
}
