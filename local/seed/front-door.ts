import type { Call, CallInput, CallOutput } from '#shared/api/contract.ts'
import { answerAge, start } from '#shared/api/logins.ts'

/** Someone who uses the product over HTTP as a browser does: with cookies, and signed in through the local provider. */
export type Visitor = {
  call: <const C extends Call>(call: C, input: CallInput<C>) => Promise<CallOutput<C>>
}

/** Signs a person in through the local identity provider, without a page (OIDC's login_hint). */
export async function signIn(origin: string, email: string): Promise<Visitor> {
  const cookies = new Map<string, string>()
  const request = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(address, origin), { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }
  const call = async <const C extends Call>(declared: C, input: CallInput<C>): Promise<CallOutput<C>> => {
    const { params, query, body } = input as Record<string, Record<string, unknown> | undefined>
    const path = declared.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(params?.[name])),
    )
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const response = await request(search.size > 0 ? `${path}?${search}` : path, {
      method: declared.method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${declared.method} ${declared.path}: ${response.status} ${text}`)
    return JSON.parse(text) as CallOutput<C>
  }

  await call(answerAge, { body: { born: '2000-01-01' } })
  const { url } = await call(start, { body: { provider: 'google', callbackURL: '/explore' } })
  const address = new URL(url)
  address.searchParams.set('login_hint', email)
  let next: string | null = address.href
  while (next && new URL(next, origin).pathname !== '/explore') {
    const response = await request(next)
    await response.body?.cancel()
    const from: string = next
    const location = response.headers.get('location')
    if (!location) throw new Error(`Signing in as ${email} ended with ${response.status} at ${from}`)
    next = new URL(location, new URL(from, origin)).href
  }
  return { call }
}
