import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany } from 'ai'
import type { Config } from '#server/config.ts'
import { ModelFailure } from './model.ts'

export type Embedder = {
  name: string
  /** The least cosine at which a passage counts as being about a question. */
  floor: number
  /** How long the provider may take. */
  timeoutMs: number
  /** Makes a vector of length one of each text, in their order. Rejects when not all of them come, or the signal is aborted. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>
}

/** The configured model of vectors, by the AI SDK; null where none is. */
export function createEmbedder({ embedding }: Config): Embedder | null {
  if (!embedding) return null
  const { model: name, baseUrl, apiKey, timeoutMs, floor } = embedding
  const provider = createOpenAICompatible({ name: 'model', baseURL: baseUrl, ...(apiKey && { apiKey }) })
  const model = provider.embeddingModel(name)
  return {
    name,
    floor,
    timeoutMs,
    async embed(texts, signal) {
      const asked = embedMany({ model, values: [...texts], maxRetries: 0, abortSignal: signal })
      const { embeddings } = await asked.catch(withoutTexts)
      if (embeddings.length !== texts.length) throw new ModelFailure('the provider left out a vector')
      return embeddings.map(ofLengthOne)
    },
  }
}

function ofLengthOne(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) throw new ModelFailure('a vector points nowhere')
  return vector.map(number => number / length)
}

/** What the SDK throws carries what was sent, and logs and failed jobs would keep it beyond its document. */
function withoutTexts(error: unknown): never {
  throw new ModelFailure(`the provider failed: ${error instanceof Error ? error.message : 'no reason'}`)
}
