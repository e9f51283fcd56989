import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel, streamText } from 'ai'
import type { Config } from '#server/config.ts'
import { type Model, ModelFailure, type Piece, type Prompt } from './model.ts'

const mostOutputTokens = 1200
/** A model that goes on beyond this is cut off, whatever it was told. */
const mostCharacters = 24_000

type Settings = Config['ai'] & { model: string }

/** A model behind a provider's API, by the AI SDK. It gets no tools: what it reads can make it do nothing. */
export function providerModel(settings: Settings): Model {
  const model = languageModel(settings)
  return {
    name: settings.model,
    write: (prompt, signal) => write(model, prompt, signal, settings.timeoutMs),
  }
}

function languageModel({ provider, baseUrl, apiKey, model }: Settings): LanguageModel {
  if (provider === 'anthropic') {
    return createAnthropic({ ...(baseUrl && { baseURL: baseUrl }), ...(apiKey && { apiKey }) })(model)
  }
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl!,
    includeUsage: true,
    ...(apiKey && { apiKey }),
  })(model)
}

async function* write(
  model: LanguageModel,
  { instruction, turns }: Prompt,
  signal: AbortSignal,
  timeoutMs: number,
): AsyncGenerator<Piece> {
  const leaving = new AbortController()
  const { stream } = streamText({
    model,
    instructions: instruction,
    messages: turns,
    maxOutputTokens: mostOutputTokens,
    temperature: 0.2,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, leaving.signal]),
    // Each failure comes as a part of the stream; the default also writes it to the console.
    onError: () => {},
  })
  const parts = stream[Symbol.asyncIterator]()
  let characters = 0
  try {
    for (;;) {
      const { value: part, done } = await within(timeoutMs, parts.next())
      if (done) throw new ModelFailure('the stream ended without an end')
      if (part.type === 'text-delta') {
        yield { text: part.text }
        characters += part.text.length
        if (characters > mostCharacters) return
      } else if (part.type === 'error') throw new ModelFailure('the provider failed', { cause: part.error })
      else if (part.type === 'abort') throw new ModelFailure('aborted')
      else if (part.type === 'finish') {
        if (!['stop', 'length', 'content-filter'].includes(part.finishReason)) {
          throw new ModelFailure(`the answer ended by ${part.finishReason}`)
        }
        const { totalTokens } = part.totalUsage
        if (totalTokens) yield { tokens: totalTokens }
        return
      }
    }
  } finally {
    // However the answer ends, nobody goes on reading: the provider's connection is closed at once.
    leaving.abort()
    parts.return?.().catch(() => {})
  }
}

/** A provider that says nothing for this long has gone. */
async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ModelFailure('the provider is silent')), timeoutMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
