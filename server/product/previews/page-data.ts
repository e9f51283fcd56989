import type { Deps } from '#server/deps.ts'

export type PreviewDeps = Pick<Deps, 'db' | 'config' | 'now'>

/** A person in data of schema.org. */
export function personData(
  { publicUrl }: PreviewDeps['config'],
  { name, username }: { name: string; username: string },
) {
  return { '@type': 'Person', name, url: `${publicUrl}/profile/${username}` }
}

/** An address on this site with its host, or undefined if there is none. */
export function absoluteUrl({ publicUrl }: PreviewDeps['config'], path: string | null): string | undefined {
  return path === null ? undefined : publicUrl + path
}
