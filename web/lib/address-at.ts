/**
 * Returns an address if it has one of these origins, or null otherwise: a browser must not blindly follow
 * what a server answers.
 */
export function addressAt(url: string | null, origins: readonly string[]): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { origin, username, password, href } = new URL(url)
  if (username || password) return null
  // The origin of a blob: address is that of the page that created it.
  if (!href.startsWith(`${origin}/`)) return null
  return origins.includes(origin) ? href : null
}
