import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '#server/config/config.ts'
import { cookiePrefix, setCookie } from '#server/platform/http/cookies.ts'

type Settings = Pick<Config, 'publicUrl' | 'secret'>

/** So many of the people on one server at a time are read without a signature check. */
const mostKnown = 10_000

/** Reads the token of a login from a Cookie header; null unless this server signed it. */
export type ReadLoginCookie = (cookies: string | undefined) => string | null

/**
 * A reader that checks each cookie once: its signature says the same forever, and every request reads it twice. Whether the
 * login still stands is for the database to say.
 */
export function createLoginCookieReader(settings: Settings): ReadLoginCookie {
  const start = `${cookiePrefix(settings)}.session_token=`
  const known = new LRUCache<string, string>({ max: mostKnown })
  return cookies => {
    for (const cookie of cookies?.split('; ') ?? []) {
      if (!cookie.startsWith(start)) continue
      const checked = known.get(cookie)
      if (checked) return checked
      const token = signedValue(cookie.slice(start.length), settings.secret)
      if (token) {
        known.set(cookie, token)
        return token
      }
    }
    return null
  }
}

// better-auth signs as better-call does: encodeURIComponent(`${value}.${base64 of HMAC-SHA256(value)}`).
//
// Only what it wrote itself: the same value in another spelling would be one more of those that a reader remembers.
function signedValue(cookie: string, secret: string): string | null {
  let text: string
  try {
    text = decodeURIComponent(cookie)
  } catch {
    return null
  }
  const dot = text.lastIndexOf('.')
  if (dot < 1) return null
  const value = text.slice(0, dot)
  const signature = createHmac('sha256', secret).update(value).digest('base64')
  const expected = Buffer.from(encodeURIComponent(`${value}.${signature}`))
  const given = Buffer.from(cookie)
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}

/** The Set-Cookie headers that make a browser forget its login. */
export function forgetCookies(settings: Pick<Config, 'publicUrl'>): string[] {
  return ['session_token', 'state'].map(name => setCookie(settings, name, '', 0))
}
