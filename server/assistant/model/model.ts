import type { Config } from '#server/config.ts'
import { providerModel } from './provider.ts'

export type Turn = { role: 'user' | 'assistant'; content: string }

/** What a model is asked: the server's instruction, what was said before, and the question with its passages. */
export type Prompt = { instruction: string; turns: Turn[] }

/** A piece of the answer, or at its end how many tokens it took; nothing where the provider doesn't say. */
export type Piece = { text: string } | { tokens: number }

export type Model = {
  name: string
  /** Writes an answer. Rejects with a ModelFailure when it breaks off; stops asking when the signal is aborted. */
  write(prompt: Prompt, signal: AbortSignal): AsyncIterable<Piece>
}

/** The configured model; null where none is. */
export function createModel({ ai }: Config): Model | null {
  return ai.model ? providerModel({ ...ai, model: ai.model }) : null
}
