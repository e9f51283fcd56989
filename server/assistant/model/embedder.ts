import type { Config } from '#server/config/config.ts'
import { asFailure, ModelFailure } from './failure.ts'

export type Embedder = {
  name: string
  /** The lowest cosine at which a passage counts as relevant to a question. */
  floor: number
  /** The provider's timeout. */
  timeoutMs: number
  /** Makes a normalized vector of each text, in order. Rejects with a ModelFailure if any is missing. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>
}

/** The configured embedding model, through the AI SDK; null if none is set. */
export async function createEmbedder({ embedding }: Config): Promise<Embedder | null> {
  if (!embedding) return null
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
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
