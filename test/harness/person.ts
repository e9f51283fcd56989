import { chat } from '#shared/api/chat.ts'
import { type Call, type CallInput, type CallOutput, callUrl } from '#shared/api/contract.ts'
import { logins } from '#shared/api/logins.ts'
import type { ProblemBody } from '#shared/api/problem.ts'
import { untilFree } from './until-free.ts'

type Answer<C extends Call> = { status: number; headers: Headers; body: CallOutput<C>; problem: ProblemBody }

/** A person at the front door: a plain HTTP client with a cookie jar, signed in or not. */
export class Person {
  readonly url: string
  readonly cookies: Map<string, string>
  #chatToken: string | undefined

  constructor(url: string, cookies = new Map<string, string>()) {
    this.url = url
    this.cookies = cookies
  }

  /** The same person in the same browser, at another server. */
  at(url: string): Person {
    return new Person(url, this.cookies)
  }

  /** A new token for the chat; undefined for a visitor. */
  async chatToken(): Promise<string | undefined> {
    const { login } = (await this.call(logins.read)).body
    const { body } = await this.call(chat.login, { query: { email: login?.email ?? '' } })
    this.#chatToken = body.access_token
    return this.#chatToken
  }

  /** One HTTP request with the person's cookies; doesn't follow redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  /**
   * A call of the contract, with the contract's types; a refusal's body is in `problem`. Chat calls include
   * its token.
   */
  async call<const C extends Call>(call: C, input?: CallInput<C>): Promise<Answer<C>> {
    const { body, ...of } = (input ?? {}) as { params?: object; query?: object; body?: object }
    const send = (token: string | undefined) =>
      this.fetch(callUrl(call, of), {
        method: call.method,
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      })
    const known = call.access === 'chat' ? this.#chatToken : undefined
    let response = await send(known ?? (call.access === 'chat' ? await this.chatToken() : undefined))
    // It is valid for ten minutes, by a clock that tests move by days.
    if (response.status === 401 && known) response = await send(await this.chatToken())
    const answer = JSON.parse((await response.text()) || 'null')
    return { status: response.status, headers: response.headers, body: answer, problem: answer }
  }

  /** Follows redirects from an address, as a browser would, to the first other answer. */
  async follow(address: string): Promise<Response> {
    let response = await this.fetch(address)
    for (let hops = 0; hops < 20; hops++) {
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || !location) return response
      await response.body?.cancel()
      response = await this.fetch(new URL(location, response.url).href)
    }
    throw new Error(`More than 20 redirects from ${address}`)
  }

  /**
   * Signs in through the identity provider with OIDC's login_hint; no page is shown. Returns the last answer: the
   * product's refusal if it can't begin.
   */
  async signIn(email: string, provider: 'google' | 'microsoft' = 'google'): Promise<Response> {
    await untilFree(() => this.call(logins.answerAge, { body: { born: '2000-01-01' } }))
    const started = await this.fetch('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider, callbackURL: '/explore' }),
    })
    if (!started.ok) return started
    const { url } = (await started.json()) as { url: string }
    const address = new URL(url)
    address.searchParams.set('login_hint', email)
    return this.follow(address.href)
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const gone = value === '' || attributes.some(attribute => /^max-age=0$/i.test(attribute))
    if (gone) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
