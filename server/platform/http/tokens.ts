import { hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Whose a token is: a person, and the login it ends with. */
export type TokenHolder = { userId: string; loginId: string }

export type Tokens = {
  issue(holder: TokenHolder): Promise<string>
  /** The holder of a token of this kind that is still good, else null. Whether the login still is, the token doesn't know. */
  read(token: string): Promise<TokenHolder | null>
}

type Settings = { secret: string; now: () => Temporal.Instant }

/**
 * Signed tokens of one audience, good for so many seconds. Each audience has a key of its own, so that one made for another
 * service, or signed elsewhere with the same secret, means nothing here (security A-7).
 */
export function createTokens({ secret, now }: Settings, audience: string, seconds: number): Tokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `tokens for ${audience} v1`, 32))
  return {
    issue({ userId, loginId }) {
      const issuedAt = Math.floor(now().epochMilliseconds / 1000)
      return new SignJWT({ login: loginId })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key)
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience,
          requiredClaims: ['sub', 'exp', 'login'],
          currentDate: new Date(now().epochMilliseconds),
        })
        return { userId: payload.sub!, loginId: String(payload.login) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

/** The bearer token of a request; null where there is none. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer ([\w.~+/-]{1,2000}=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Reads the holder of a request's bearer token. It is verified once, however often it is asked for: whose requests are counted
 * together and who asks are two questions about the same token.
 */
export function createBearerReader({
  read,
}: Pick<Tokens, 'read'>): (request: Pick<FastifyRequest, 'headers'>) => Promise<TokenHolder | null> {
  const known = new WeakMap<object, Promise<TokenHolder | null>>()
  return request => {
    const earlier = known.get(request)
    if (earlier) return earlier
    const token = bearerOf(request)
    const holder = token ? read(token) : Promise.resolve(null)
    known.set(request, holder)
    return holder
  }
}
