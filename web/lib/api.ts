import type { Call, CallInput, CallOutput } from '#shared/api/contract.ts'
import { offlineProblem, problemFrom } from './problem-error.ts'

type Input = { params?: unknown; query?: unknown; body?: unknown }

/** Nothing to pass where the call declares nothing, or only things that may be left out. */
type Arguments<C extends Call> =
  Record<never, never> extends CallInput<C>
    ? [input?: CallInput<C>, options?: CallOptions]
    : [input: CallInput<C>, options?: CallOptions]

type CallOptions = {
  signal?: AbortSignal
  /** Of a service that doesn't go by the cookie. */
  headers?: Record<string, string>
  /** Where the service is whose calls begin with a path, if that isn't here: `https://chat.example/chat` for `/chat`. */
  base?: { path: string; url: string }
}

/**
 * Makes a call of the contract: `await call(listPosts, { query: { offset: 20 } })`.
 * Throws a ProblemError for every expected failure, and for no answer at all (code `offline`).
 */
export async function call<C extends Call>(
  declared: C,
  ...[input, options]: Arguments<C>
): Promise<CallOutput<C>> {
  const { body } = (input ?? {}) as Input
  const headers: Record<string, string> = { accept: 'application/json', ...options?.headers }
  if (body !== undefined && !isRaw(body)) headers['content-type'] = 'application/json'
  const response = await send(addressOf(callUrl(declared, input), options?.base), {
    method: declared.method,
    headers,
    body: body === undefined ? null : isRaw(body) ? body : JSON.stringify(body),
    signal: options?.signal ?? null,
  })
  // The server sends exactly what the contract's output lists, so the answer isn't parsed a second time here; and the
  // schemas aren't here to do it (scripts/lean-contract.ts).
  const hasJson = response.headers.get('content-type')?.startsWith('application/json')
  return (hasJson ? await response.json() : undefined) as CallOutput<C>
}

/** The address of a call with its parameters filled in. */
export function callUrl(declared: Call, input: Input = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = declared.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size ? `${path}?${query}` : path
}

function addressOf(path: string, base: CallOptions['base']): string {
  return base && path.startsWith(`${base.path}/`) ? base.url + path.slice(base.path.length) : path
}

/** A request to our own origin that fails with a ProblemError only. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { credentials: 'same-origin', ...init }).catch(error => {
    if (init.signal?.aborted) throw error
    throw offlineProblem()
  })
  if (!response.ok) throw await problemFrom(response)
  return response
}

function isRaw(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob
}
