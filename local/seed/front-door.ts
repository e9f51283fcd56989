import { chat } from '#shared/api/chat.ts'
import type { Call, CallInput, CallOutput } from '#shared/api/contract.ts'
import { logins } from '#shared/api/logins.ts'
import { type Caller, openCaller } from '../caller.ts'

/** A person of the demo world, signed in. */
export type Person = Caller & {
  name: string
  email: string
  username: string
  url: string
  /** A call to the chat. */
  say<const C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>>
}

export type Cast = { of(key: string): Person }

/** Signs a person in through the local identity provider, without a page (OIDC's login_hint). */
export async function signIn(url: string, name: string, email: string): Promise<Person> {
  const caller = openCaller(url, email)
  await caller.call(logins.answerAge, { body: { born: '2000-01-01' } })
  const begun = await caller.call(logins.start, { body: { provider: 'google', callbackURL: '/explore' } })
  let next = new URL(begun.url)
  next.searchParams.set('login_hint', email)
  while (next.pathname !== '/explore') {
    const response = await caller.request(next.href)
    await response.body?.cancel()
    const location = response.headers.get('location')
    if (!location) throw new Error(`Signing in as ${email} ended with ${response.status} at ${next}`)
    next = new URL(location, next)
  }
  return {
    ...caller,
    name,
    email,
    url,
    username: email.split('@')[0]!,
    async say(call, input) {
      // Valid for ten minutes, which pass quickly here.
      const { access_token } = await caller.call(chat.login, { query: { email } })
      return caller.call(call, input, access_token)
    },
  }
}
