/** The role of a local PostgreSQL that runs the product; its password is the owner's, as both stand on the same machine. */
export const runner = 'ignite_runner'

/** How the running product connects, of the address by which the owner does. */
export function runnerOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = runner
  return url.href
}
