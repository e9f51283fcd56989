import type { Deps } from '#server/deps.ts'
import type { Reader } from './documents/reading/reader.ts'
import type { Embedder } from './model/embedder.ts'
import type { Model } from './model/model.ts'

/** What the assistant is built from. */
export type AssistantDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'storage' | 'log' | 'now'> & {
  reader: Reader
  /** Null where none is configured: passages are looked up and quoted. */
  model: Model | null
  /** Null where none is configured: passages are found by their words alone. */
  embedder: Embedder | null
  /** Aborted when the server closes: answers under way end, with what there is of them kept. */
  closing: AbortSignal
}
