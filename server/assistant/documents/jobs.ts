import type { AssistantDeps } from '../deps.ts'
import { dropOtherLengths, embedAll, embedDocument, embedding } from './embed-document.ts'
import {
  enqueueReading,
  giveUpReading,
  readAllDocuments,
  readDocuments,
  readingJob,
} from './index-document.ts'
import { readAllPictures, readingPictures, readPictures } from './pictures/read-pictures.ts'
import { removeGone } from './remove-gone.ts'
import { sweepWords } from './sweep-words.ts'
import { telling } from './tell-if-long.ts'

/** Enqueued by the product (server/product/posts/jobs.ts), in the transaction of a new post. */
const indexing = 'index-document'

type OfDocument = { documentId: string }

/**
 * The assistant's background work: reading documents and the pictures in them, making vectors, and forgetting
 * documents whose posts are deleted, with their words.
 */
export function defineDocumentJobs(deps: AssistantDeps): void {
  deps.jobs.define<OfDocument>(indexing, { run: ({ documentId }) => enqueueReading(deps, documentId) })
  deps.jobs.define<OfDocument>(readingJob, {
    run: ({ documentId }) => readDocuments(deps, documentId),
    onFailed: ({ documentId }) => giveUpReading(deps, documentId),
    long: true,
  })
  deps.jobs.define('read-all-documents', { run: () => readAllDocuments(deps), every: '* * * * *' })
  deps.jobs.define<OfDocument>(readingPictures, {
    run: ({ documentId }) => readPictures(deps, documentId),
    long: true,
  })
  deps.jobs.define('read-all-pictures', { run: () => readAllPictures(deps), every: '* * * * *' })
  deps.jobs.declare(telling)
  deps.jobs.define('remove-gone-documents', { run: () => removeGone(deps), every: '* * * * *' })
  deps.jobs.define('sweep-document-words', { run: () => sweepWords(deps.db), every: '13 4 * * *' })
  const { embedder } = deps
  if (!embedder) return
  deps.jobs.define<OfDocument>(embedding, {
    run: ({ documentId }) => embedDocument({ ...deps, embedder }, documentId),
    long: true,
  })
  let compared = false
  deps.jobs.define('embed-documents', {
    async run() {
      if (!compared) await dropOtherLengths({ ...deps, embedder })
      compared = true
      await embedAll({ ...deps, embedder })
    },
    every: '* * * * *',
  })
}
