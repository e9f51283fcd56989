import type { Config } from '#server/config/config.ts'

type Settings = Pick<Config, 'publicUrl'>

/** Cookies are bound to the exact host on https: with `__Host-` a sibling subdomain can't plant one. */
export function cookiePrefix({ publicUrl }: Settings): string {
  return publicUrl.startsWith('https://') ? '__Host-ignite' : 'ignite'
}

/** The Set-Cookie header that stores a value in the browser for this long, hidden from scripts. */
export function setCookie(settings: Settings, name: string, value: string, seconds: number): string {
  const secure = settings.publicUrl.startsWith('https://') ? '; Secure' : ''
  return `${cookiePrefix(settings)}.${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The values of a cookie in a Cookie header: a browser may send one name several times. */
export function cookieValues(settings: Settings, name: string, header: string | undefined): string[] {
  const start = `${cookiePrefix(settings)}.${name}=`
  const cookies = header?.split('; ') ?? []
  return cookies.filter(cookie => cookie.startsWith(start)).map(cookie => cookie.slice(start.length))
}
