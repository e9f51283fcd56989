import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '#server/config/config.ts'
import { cookieValues, setCookie } from '#server/platform/http/cookies.ts'

type Settings = Pick<Config, 'publicUrl' | 'secret'>

const loginCookie = 'session_token'

/** How many people's cookies one server reads without checking the signature again. */
const mostKnown = 10_000

/** Reads the token of a login from a Cookie header; null unless this server signed it. */
export type ReadLoginCookie = (cookies: string | undefined) => string | null

/**
 * A reader that checks each cookie once: its signature says the same forever, and every request reads it twice. Whether the
 * login still stands is for the database to say.
 */
export function createLoginCookieReader(settings: Settings): ReadLoginCookie {
  const known = new LRUCache<string, string>({ max: mostKnown })
  return cookies => {
    for (const value of cookieValues(settings, loginCookie, cookies)) {
      const checked = known.get(value)
      if (checked) return checked
      const token = signedValue(value, settings.secret)
      if (token) {
        known.set(value, token)
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
  return [loginCookie, 'state'].map(name => setCookie(settings, name, '', 0))
}
