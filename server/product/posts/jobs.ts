import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { removeFiles } from '../files/remove.ts'

const removal = 'remove-post-files'

/** What posts leave to the background: a deleted post's objects. */
export function definePostJobs(deps: Deps): void {
  deps.jobs.define<{ fileIds: string[] }>(removal, { run: ({ fileIds }) => removeFiles(deps, fileIds) })
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
