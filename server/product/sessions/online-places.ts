import type { Deps } from '#server/deps.ts'
import { largestPeerCall } from '#shared/api/meetings.ts'

/** How many can be in a video call with a session's owner; null if a media server carries any number. */
export function onlinePlaces({ config }: Pick<Deps, 'config'>): number | null {
  return config.janus ? null : largestPeerCall - 1
}
