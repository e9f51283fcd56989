/** The local PostgreSQL's running role; it has the owner's password, since both are on the same machine. */
export const runner = 'ignite_runner'

/** The running product's connection address, derived from the owner's. */
export function runnerOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = runner
  return url.href
}
