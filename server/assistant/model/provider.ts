import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Config } from '#server/config/config.ts'
import { within } from '#shared/domain/within.ts'
import { asFailure, ModelFailure } from './failure.ts'
import type { AnswerPiece, Model, Prompt, Turn } from './model.ts'

/**
 * Only for Anthropic, whose protocol needs a limit. OpenAI's reasoning models refuse `max_tokens`, and many servers
 * that speak OpenAI's protocol know nothing else; there a limit would also count what nobody sees of their
 * reasoning, which can leave no room for an answer.
 */
const mostOutputTokens = 2000
/** Cuts off a model that writes more than this, whatever it was told. */
const mostCharacters = 24_000

type Settings = Config['ai'] & { model: string }
type LanguageModel = ReturnType<ReturnType<typeof createOpenAICompatible>['languageModel']>

/**
 * A model behind a provider's API, through the AI SDK. It gets no tools, so nothing it reads can make it act.
 */
export function providerModel(settings: Settings): Model {
  const model = languageModel(settings)
  const limit = settings.provider === 'anthropic' ? { maxOutputTokens: mostOutputTokens } : {}
  return {
    name: settings.model,
    write: (prompt, signal) => write(model, prompt, limit, signal, settings.timeoutMs),
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
  limit: { maxOutputTokens?: number },
  signal: AbortSignal,
  timeoutMs: number,
): AsyncGenerator<AnswerPiece> {
  const leaving = new AbortController()
  // Uses the provider's own stream: the SDK's `streamText` around it takes longer than everything we do here.
  const asked = Promise.resolve(
    model.doStream({
      prompt: [{ role: 'system', content: instruction }, ...turns.map(asMessage)],
      ...limit,
      abortSignal: AbortSignal.any([signal, leaving.signal]),
    }),
  )
  let characters = 0
  try {
    const { stream } = await beforeSilence(timeoutMs, asked)
    const parts = stream.getReader()
    for (;;) {
      const { value: part, done } = await beforeSilence(timeoutMs, parts.read())
      if (done) throw new ModelFailure('the stream ended without an end')
      if (part.type === 'text-delta') {
        yield { text: part.delta }
        characters += part.delta.length
        if (characters > mostCharacters) throw new ModelFailure('the answer is too long')
      } else if (part.type === 'error') throw part.error
      else if (part.type === 'finish') {
        const { inputTokens, outputTokens } = part.usage
        const tokens = (inputTokens.total ?? 0) + (outputTokens.total ?? 0)
        if (tokens > 0) yield { tokens }
        const reason = part.finishReason.unified
        // Cut off by its length or a filter, it isn't whole.
        if (reason !== 'stop') throw new ModelFailure(`the answer ended by ${reason}`)
        return
      }
    }
  } catch (error) {
    throw asFailure(error)
  } finally {
    // However the answer ends, nobody reads on: close the provider's connection at once.
    leaving.abort()
    asked.catch(() => {})
  }
}

function asMessage({ role, content }: Turn) {
  return { role, content: [{ type: 'text' as const, text: content }] }
}

/** The provider's answer; a failure if it is silent for too long. */
async function beforeSilence<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const given = await within(timeoutMs, answer)
  if (given === null) throw new ModelFailure('the provider is silent')
  return given
}
