import { type Call, type CallInput, type CallOutput, callUrl } from '#shared/api/contract.ts'
import { ownerHeader } from '#shared/api/page-owner.ts'
import { within } from '#shared/domain/within.ts'
import { answerOfPage } from './page-answers.ts'
import { pageOwner } from './page-owner.ts'
import { learnPresent } from './present-moment.ts'
import { offlineProblem, ProblemError, problemFrom, unexpectedAnswer } from './problem-error.ts'

/**
 * A network may swallow requests without a word. The server waits 20 seconds for a call's body and answers in ten, or in two minutes if
 * it checks a file: an answer that hasn't begun by then was lost on its way, like one that doesn't end.
 */
const longestMs = { answer: 30_000, check: 150_000, body: 60_000 }
/** A line that takes a file more slowly than this has gone, too. */
const leastBytesAMs = 5

/** No argument if the call takes nothing, or only optional parts. */
type Arguments<C extends Call> =
  Record<never, never> extends CallInput<C>
    ? [input?: CallInput<C>, options?: CallOptions]
    : [input: CallInput<C>, options?: CallOptions]

type CallOptions = {
  signal?: AbortSignal
  /** Makes the call even while the browser leaves the page. */
  keepalive?: boolean
  /** For a service that doesn't use the cookie. */
  headers?: Record<string, string>
  /**
   * The address of the service for a path prefix, if it isn't this one: `https://chat.example/chat` for
   * `/chat`.
   */
  base?: { path: string; url: string }
}

/**
 * Makes a call of the contract: `await call(listPosts, { query: { offset: 20 } })`. Throws a ProblemError for
 * every expected failure, and if no answer comes (code `offline`).
 */
export function call<C extends Call>(declared: C, ...[input, options]: Arguments<C>): Promise<CallOutput<C>> {
  return callWith(declared, input, options)
}

/** `call` for a caller that takes the input of any call, which then isn't optional. */
export async function callWith<C extends Call>(
  declared: C,
  input: CallInput<C> | undefined,
  options?: CallOptions,
): Promise<CallOutput<C>> {
  const { body } = (input ?? {}) as { body?: unknown }
  const headers: Record<string, string> = { accept: 'application/json', ...options?.headers }
  if (body !== undefined && !isRaw(body)) headers['content-type'] = 'application/json'
  const owner = pageOwner()?.id
  if (owner && declared.method !== 'GET' && !options?.base) headers[ownerHeader] = owner
  const path = callUrl(declared, input)
  if (declared.method === 'GET' || import.meta.env.SSR) {
    const known = answerOfPage(path)
    if (known) return known as CallOutput<C>
  }
  const init = {
    method: declared.method,
    headers,
    body: body === undefined ? null : isRaw(body) ? body : JSON.stringify(body),
    signal: options?.signal ?? null,
    keepalive: options?.keepalive ?? false,
    // Going back, a browser would take an old answer, with an old date.
    cache: 'no-store' as const,
  }
  const askedAt = Date.now()
  const { failure } = declared
  const response = await send(addressOf(path, options?.base), init, {
    failure,
    checksFile: checksFile(declared, body),
  })
  learnPresent(response.headers.get('date'), askedAt)
  // The server sends exactly what the contract's output lists, so the client doesn't parse it again; and it
  // doesn't have the schemas (scripts/build/lean-contract.ts).
  if (!response.headers.get('content-type')?.startsWith('application/json')) throw unexpectedAnswer(response)
  const answer = await within(longestMs.body, arrived(response.json(), options?.signal))
  if (answer === null) throw offlineProblem({ late: true })
  return answer as CallOutput<C>
}

function checksFile({ checksFile }: Call, body: unknown): boolean {
  if (!Array.isArray(checksFile)) return checksFile === true
  return checksFile.some(field => (body as Record<string, unknown> | undefined)?.[field])
}

function addressOf(path: string, base: CallOptions['base']): string {
  return base && path.startsWith(`${base.path}/`) ? base.url + path.slice(base.path.length) : path
}

/** Sends a request. Rejects with a ProblemError, or with the signal's reason if it was aborted. */
export async function send(
  url: string,
  init: RequestInit,
  { failure, checksFile }: { failure?: string | undefined; checksFile?: boolean } = {},
): Promise<Response> {
  const { signal } = init
  const late = new AbortController()
  const answerMs = checksFile || isRaw(init.body) ? longestMs.check : longestMs.answer
  const timer = setTimeout(() => late.abort(), answerMs + sizeOf(init.body) / leastBytesAMs)
  const signals = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    const response = await fetch(url, { credentials: 'same-origin', ...init, signal: signals })
    if (!response.ok) throw await problemFrom(response, failure)
    return response
  } catch (error) {
    if (signal?.aborted || error instanceof ProblemError) throw error
    throw offlineProblem({ late: late.signal.aborted })
  } finally {
    clearTimeout(timer)
  }
}

/** An answer or its body. A network may also go between the two: then only the body is lost. */
export async function arrived<T>(awaited: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    return await awaited
  } catch (error) {
    if (signal?.aborted) throw error
    throw offlineProblem()
  }
}

function sizeOf(body: unknown): number {
  if (body instanceof Blob) return body.size
  return body instanceof FormData ? [...body.values()].reduce((sum, value) => sum + sizeOf(value), 0) : 0
}

function isRaw(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob
}
