import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { within } from '#shared/domain/within.ts'
import { callerAddress } from './call-limits.ts'
import type { LoginRef, ReadLogin } from './router.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose limits it counts toward. */
    caller: string
  }
}

/** The caller of a request: a person's id or an address. */
export type CallerOf = (request: FastifyRequest) => string | Promise<string>

type Credentials = {
  /** The secret of a login in a Cookie header, whether or not the login still exists. */
  readLoginCookie: (cookies: string | undefined) => string | null
  readLogin: ReadLogin
  readChatToken: (request: FastifyRequest) => Promise<LoginRef | null>
}

const mostKnown = 10_000
/** How long a login may have ended and still count for its person. */
const knownForMs = 60_000
/** The limit of the lookup: files and refusals don't wait for a database that hangs. */
const lookUpWithinMs = 1_000

/**
 * Counts by person, since a campus shares few addresses, and not by login, of which a person can have any number. A login
 * that has ended counts for the address: its cookie stays signed forever. Remembers whose each login is, so that neither a
 * file nor a refusal asks the database.
 */
export function createCallerOf({ readLoginCookie, readLogin, readChatToken }: Credentials): CallerOf {
  // The person's id; false if the login has ended.
  const people = new LRUCache<string, string | false>({ max: mostKnown, ttl: knownForMs })

  async function lookUp(token: string, request: FastifyRequest): Promise<string | false> {
    const found = readLogin(request).then(login => void people.set(token, login?.userId ?? false))
    await within(lookUpWithinMs, found).catch(() => null)
    return people.get(token) ?? false
  }

  async function find(request: FastifyRequest, unknown: string | null): Promise<string> {
    const person = unknown && (await lookUp(unknown, request))
    return person || (await readChatToken(request))?.userId || callerAddress(request.ip)
  }

  return request => {
    const token = readLoginCookie(request.headers.cookie)
    const known = token ? people.get(token) : false
    if (known) return known
    if (known === false && !request.headers.authorization) return callerAddress(request.ip)
    return find(request, known === undefined ? token : null)
  }
}
