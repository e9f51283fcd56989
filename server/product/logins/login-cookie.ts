import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'

type Settings = Pick<Config, 'publicUrl' | 'secret'>

/** Cookies are bound to the exact host on https: with `__Host-` a sibling subdomain can't plant one. */
export function cookiePrefix({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https://') ? '__Host-ignite' : 'ignite'
}

/** Reads the token of a login from a Cookie header; null unless this server signed it. */
export function createTokenReader(settings: Settings): (cookies: string | undefined) => string | null {
  const start = `${cookiePrefix(settings)}.session_token=`
  return cookies => {
    for (const cookie of cookies?.split('; ') ?? []) {
      if (!cookie.startsWith(start)) continue
      const token = signedValue(cookie.slice(start.length), settings.secret)
      if (token) return token
    }
    return null
  }
}

// better-auth signs as better-call does: encodeURIComponent(`${value}.${base64 of HMAC-SHA256(value)}`).
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
  const given = Buffer.from(text.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(value).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}

/** The Set-Cookie headers that make a browser forget its login. */
export function forgetCookies(settings: Pick<Config, 'publicUrl'>): string[] {
  return ['session_token', 'state'].map(name => setCookie(settings, name, '', 0))
}

/** The Set-Cookie header that stores a value in the browser for this long, hidden from scripts. */
export function setCookie(
  settings: Pick<Config, 'publicUrl'>,
  name: string,
  value: string,
  seconds: number,
): string {
  const secure = settings.publicUrl.startsWith('https://') ? '; Secure' : ''
  return `${cookiePrefix(settings)}.${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
