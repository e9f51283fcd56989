import { type Call, type CallInput, type CallOutput, callUrl } from '#shared/api/contract.ts'

/**
 * A person who uses the product over HTTP as a browser does: with cookies, and nothing that a browser doesn't
 * have.
 */
export type Caller = {
  /** Makes a call as a page does; throws if it is refused. `token` is the chat's. */
  call<const C extends Call>(call: C, input: CallInput<C>, token?: string): Promise<CallOutput<C>>
  /** Opens an address without following redirects. */
  request(address: string, init?: RequestInit): Promise<Response>
  /** Signs out by forgetting the cookies. */
  forget(): void
}

/** What a refused call answered. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: string
  constructor(what: string, status: number, body: string) {
    super(`${what}: ${status} ${body.slice(0, 300)}`)
    this.status = status
    this.code = codeOf(body)
  }
}

/** `name` is the prefix of the error message. */
export function openCaller(origin: string, name: string): Caller {
  const cookies = new Map<string, string>()

  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([key, value]) => `${key}=${value}`).join('; '))
    const response = await fetch(new URL(address, origin), { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  async function call<const C extends Call>(
    declared: C,
    input: CallInput<C>,
    token?: string,
  ): Promise<CallOutput<C>> {
    const { body, ...of } = input as { params?: unknown; query?: unknown; body?: unknown }
    const address = callUrl(declared, of)
    const response = await request(address, {
      method: declared.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refusal(`${name}: ${declared.method} ${address}`, response.status, text)
    return JSON.parse(text) as CallOutput<C>
  }

  return { call, request, forget: () => cookies.clear() }
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: string }).code)
  } catch {
    return ''
  }
}
