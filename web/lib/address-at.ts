/** An address if it is at one of some origins, or null where it leads anywhere else: what a server answers is followed by no browser blindly. */
export function addressAt(url: string | null, origins: readonly string[]): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { origin, username, password, href } = new URL(url)
  if (username || password) return null
  // The origin of a blob: address is that of the page that made it.
  if (!href.startsWith(`${origin}/`)) return null
  return origins.includes(origin) ? href : null
}
