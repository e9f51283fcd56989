import type { Call, CallInput, CallOutput } from '#shared/api/contract.ts'
import { answerAge, start } from '#shared/api/logins.ts'

/** Somebody with a browser: cookies, and nothing that a browser hasn't. */
export type Person = {
  name: string
  email: string
  url: string
  /** Makes a call as a page does; a refusal is thrown. */
  call<const C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>>
  /** Signs in at the local identity provider, by its page. */
  signIn(): Promise<void>
}

/** What a call answered that was not done. */
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

/** The refusal that something ends in; it is wrong if it is done. */
export async function refusalOf(what: string, done: Promise<unknown>): Promise<Refusal> {
  try {
    await done
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return error
    throw error
  }
  throw new Error(`${what} was done, and should have been refused.`)
}

export function person(url: string, name: string, email: string): Person {
  const cookies = new Map<string, string>()

  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([key, value]) => `${key}=${value}`).join('; '))
    const response = await fetch(new URL(address, url), { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  async function call<const C extends Call>(declared: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const { params, query, body } = input as Record<string, Record<string, unknown> | undefined>
    const path = declared.path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(params?.[key])))
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
    )
    const response = await request(search.size > 0 ? `${path}?${search}` : path, {
      method: declared.method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refusal(`${name}: ${declared.method} ${path}`, response.status, text)
    return JSON.parse(text) as CallOutput<C>
  }

  async function signIn(): Promise<void> {
    cookies.clear()
    await call(answerAge, { body: { born: '2000-01-01' } })
    const begun = await call(start, { body: { provider: 'google', callbackURL: '/explore' } })
    let address = new URL(begun.url)
    while (address.pathname !== '/explore') {
      const page = address.pathname.includes('/pick/') ? await sayWho(address) : await request(address.href)
      await page.body?.cancel()
      const location = page.headers.get('location')
      if (!location) throw new Error(`${name} can’t sign in: ${page.status} at ${address.pathname}`)
      address = new URL(location, address)
    }
  }

  /** Fills in the form "Someone new" of the provider's page. */
  function sayWho(page: URL): Promise<Response> {
    return request(page.href, { method: 'POST', body: new URLSearchParams({ name, email }) })
  }

  return { name, email, url, call, signIn }
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { code?: string }).code)
  } catch {
    return ''
  }
}
