import type { Config } from '#server/config/config.ts'

export type Turn = { role: 'user' | 'assistant'; content: string }

/** The input of a model: the server's instruction, earlier messages, and the question with its passages. */
export type Prompt = { instruction: string; turns: Turn[] }

/** A piece of the answer, or at the end its number of tokens, if the provider says. */
export type AnswerPiece = { text: string } | { tokens: number }

export type Model = {
  name: string
  /** Writes an answer. Rejects with a ModelFailure if it breaks off; stops when the signal is aborted. */
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<AnswerPiece>
}

/** The configured model; null if none is set. */
export async function createModel({ ai }: Config): Promise<Model | null> {
  if (!ai.model) return null
  // The SDK takes tens of MB, which a server without a model doesn't need.
  const { providerModel } = await import('./provider.ts')
  return providerModel({ ...ai, model: ai.model })
}
