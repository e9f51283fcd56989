/** A model didn't answer, or not to the end. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  /** It would be refused again: too many texts at a time, or one that is too long. */
  readonly refused: boolean
  /** The provider answered that it won't: for what it was sent it takes nothing. */
  readonly declined: boolean
  /** After how long the provider may be asked again; null where it doesn't ask for patience. */
  readonly patienceMs: number | null

  constructor(
    message: string,
    { refused = false, declined = false, patienceMs = null as number | null } = {},
  ) {
    super(message)
    this.refused = refused
    this.declined = declined
    this.patienceMs = patienceMs
  }
}

/** What a provider's own client throws: with what was sent and what came back. */
type ProviderError = { statusCode?: unknown; responseHeaders?: Record<string, string> }

/** Where a provider that asks for patience doesn't say how much. */
const usualPatienceMs = 20_000

/**
 * A failure without anything of what was sent or came back, which logs and failed jobs would keep beyond the document and the
 * dialogue that it is from.
 */
export function asFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const { statusCode, responseHeaders } = (error ?? {}) as ProviderError
  const name = error instanceof Error ? error.name : 'nothing said'
  if (typeof statusCode !== 'number') return new ModelFailure(`the provider failed: ${name}`)
  return new ModelFailure(`the provider answered ${statusCode}`, {
    refused: [400, 413, 422].includes(statusCode),
    declined: statusCode >= 400,
    patienceMs: [429, 503].includes(statusCode) ? patienceOf(responseHeaders?.['retry-after']) : null,
  })
}

/** Seconds or a date, as HTTP has it (RFC 9110, 10.2.3). */
function patienceOf(header: string | undefined): number {
  const ms = Number(header) * 1000
  if (header && ms >= 0) return ms
  const at = Date.parse(header ?? '')
  return Number.isNaN(at) ? usualPatienceMs : Math.max(0, at - Date.now())
}
