import type { Deps } from '#server/deps.ts'
import type { Ocr } from './documents/pictures/ocr.ts'
import type { Reader } from './documents/reading/reader.ts'
import type { Embedder } from './model/embedder.ts'
import type { Model } from './model/model.ts'

/** The dependencies of the assistant. */
export type AssistantDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'storage' | 'log' | 'now'> & {
  reader: Reader
  ocr: Ocr
  /** Null if none is configured: then the assistant quotes the passages it finds. */
  model: Model | null
  /** Null if none is configured: then the assistant finds passages by their words only. */
  embedder: Embedder | null
  /** Aborted when the server closes: answers in progress end, and what was written is kept. */
  closing: AbortSignal
}
