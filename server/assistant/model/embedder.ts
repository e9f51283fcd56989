import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Config } from '#server/config.ts'
import { asFailure, ModelFailure } from './failure.ts'

export type Embedder = {
  name: string
  /** The least cosine at which a passage counts as being about a question. */
  floor: number
  /** How long the provider may take. */
  timeoutMs: number
  /** Makes a vector of length one of each text, in their order. Rejects with a ModelFailure when not all of them come. */
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
      try {
        const { embeddings } = await model.doEmbed({ values: [...texts], abortSignal: signal })
        if (embeddings.length !== texts.length) throw new ModelFailure('the provider left out a vector')
        if (new Set(embeddings.map(({ length }) => length)).size > 1) {
          throw new ModelFailure('the vectors are of several lengths')
        }
        return embeddings.map(ofLengthOne)
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}

function ofLengthOne(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) throw new ModelFailure('a vector points nowhere')
  return vector.map(number => number / length)
}
