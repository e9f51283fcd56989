import { hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { LoginRef } from './router.ts'

export type Tokens = {
  issue(login: LoginRef): Promise<string>
  /**
   * The login of a valid token of this kind, otherwise null. The token doesn't know whether its login still
   * exists.
   */
  read(token: string): Promise<LoginRef | null>
}

type Settings = { secret: string; now: () => Temporal.Instant }

/**
 * Signed tokens for one audience, valid for this many seconds. Each audience has its own key, so a token for
 * another service, or one signed elsewhere with the same secret, is invalid here (security A-7).
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

/** The bearer token of a request; null if there is none. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer ([\w.~+/-]{1,2000}=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Reads the login of a request's bearer token, verifying it once: both the rate limit and the login check
 * need it.
 */
export function createBearerReader({
  read,
}: Pick<Tokens, 'read'>): (request: Pick<FastifyRequest, 'headers'>) => Promise<LoginRef | null> {
  const known = new WeakMap<object, Promise<LoginRef | null>>()
  return request => {
    const earlier = known.get(request)
    if (earlier) return earlier
    const token = bearerOf(request)
    const login = token ? read(token) : Promise.resolve(null)
    known.set(request, login)
    return login
  }
}
