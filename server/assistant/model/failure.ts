/** A model didn't answer, or didn't finish. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  /** A retry would be refused again: too many texts at once, or one that is too long. */
  readonly refused: boolean
  /** The provider refused, so it charges nothing for what we sent. */
  readonly declined: boolean
  /** When to ask the provider again; null if it doesn’t ask us to wait. */
  readonly waitMs: number | null

  constructor(message: string, { refused = false, declined = false, waitMs = null as number | null } = {}) {
    super(message)
    this.refused = refused
    this.declined = declined
    this.waitMs = waitMs
  }
}

/** What a provider's client throws: with the request and the response. */
type ProviderError = {
  statusCode?: unknown
  responseHeaders?: Record<string, string>
  data?: { error?: { type?: unknown; code?: unknown; param?: unknown } }
}

/** The wait if the provider doesn’t say how long. */
const usualPatienceMs = 20_000

/**
 * A failure without any text of the request or response, because logs and failed jobs would keep those longer
 * than the document or the dialogue. It has the provider's names for what is wrong, such as
 * `unsupported_parameter, temperature`.
 */
export function asFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const { statusCode, responseHeaders, data } = (error ?? {}) as ProviderError
  const name = error instanceof Error ? error.name : 'nothing said'
  if (typeof statusCode !== 'number') return new ModelFailure(`the provider failed: ${name}`)
  const { type, code, param } = data?.error ?? {}
  const names = [code ?? type, param].filter(isName).join(', ')
  return new ModelFailure(`the provider answered ${statusCode}${names && `: ${names}`}`, {
    refused: [400, 413, 422].includes(statusCode),
    declined: statusCode >= 400,
    waitMs: [429, 503].includes(statusCode) ? waitOf(responseHeaders?.['retry-after']) : null,
  })
}

/** One word in the letters of a program, so never somebody's sentence. */
function isName(said: unknown): said is string {
  return typeof said === 'string' && /^[\w.[\]]{1,60}$/.test(said)
}

/** Seconds or a date, as in HTTP (RFC 9110, 10.2.3). */
function waitOf(header: string | undefined): number {
  const ms = Number(header) * 1000
  if (header && ms >= 0) return ms
  const at = Date.parse(header ?? '')
  return Number.isNaN(at) ? usualPatienceMs : Math.max(0, at - Date.now())
}
