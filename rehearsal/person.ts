import { logins } from '#shared/api/logins.ts'
import { type Caller, openCaller, Refusal } from '../local/caller.ts'

/** A person of the story, with a browser. */
export type Person = Pick<Caller, 'call'> & {
  name: string
  email: string
  url: string
  /** Signs in on the local identity provider's page. */
  signIn(): Promise<void>
}

/** Returns the refusal of a call; it is an error if the call succeeds. */
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
  const { call, request, forget } = openCaller(url, name)

  async function signIn(): Promise<void> {
    forget()
    await call(logins.answerAge, { body: { born: '2000-01-01' } })
    const begun = await call(logins.start, { body: { provider: 'google', callbackURL: '/explore' } })
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
