import { logins } from '#shared/api/logins.ts'
import type { Person } from './person.ts'
import { untilFree } from './until-free.ts'

/** Begins a sign-in of somebody old enough and returns the provider's address, which says who to be. */
export async function startSignIn(person: Person, email: string, provider = 'google'): Promise<string> {
  await untilFree(() => person.call(logins.answerAge, { body: { born: '2000-01-01' } }))
  const { body } = await untilFree(() => person.call(logins.start, { body: { provider } }))
  const url = new URL(body.url)
  url.searchParams.set('login_hint', email)
  return url.href
}

/** Follows a sign-in up to the product's callback and returns that address without opening it. */
export async function toCallback(person: Person, from: string): Promise<URL> {
  let address = new URL(from)
  while (!address.pathname.startsWith('/api/auth/callback/')) {
    const response = await person.fetch(address.href)
    const location = response.headers.get('location')
    if (!location) throw new Error(`${address.pathname} answered ${response.status} and led nowhere`)
    address = new URL(location, address)
  }
  return address
}

/** Where on the requested site the browser is sent, as a full address. */
export async function landing(person: Person, address: URL | string): Promise<string> {
  const response = await person.fetch(String(address))
  const location = response.headers.get('location')
  if (!location) return `answered ${response.status}`
  const { origin } = new URL(address, person.url)
  return location.startsWith(`${origin}/`) ? location.slice(origin.length) : `elsewhere: ${location}`
}

/** A complete sign-in; returns where it ended. */
export function signInTo(person: Person, email: string, provider?: string): Promise<string> {
  return untilProviderAnswers(async () =>
    landing(person, await toCallback(person, await startSignIn(person, email, provider))),
  )
}

/** Repeats a sign-in that the product gave up, since a busy machine may be slower than it waits for the provider. */
export async function untilProviderAnswers(signIn: () => Promise<string>): Promise<string> {
  const place = await signIn()
  return place.includes('error=provider_away') ? untilProviderAnswers(signIn) : place
}

/** Signs a person in, trying again where a busy machine is slower than the product waits: it then offers that. */
export async function signInSurely(person: Person, email: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { status, url: reached, body } = await person.signIn(email)
    await body?.cancel()
    if ([...person.cookies.keys()].some(name => name.endsWith('.session_token'))) return
    const error = new URL(reached).searchParams.get('error') ?? ''
    if ((status !== 503 && !['provider_away', 'failed'].includes(error)) || tries === 10)
      throw new Error(`${email} can’t sign in: ${reached} answers ${status}`)
  }
}
