import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { meetingLive } from './live.ts'
import { mediaServers, tendMedia } from './media.ts'
import { meetingRoutes } from './routes.ts'

/** Meetings with their calls, live connections and media servers. Returns a function to stop tending them. */
export function openMeetings(implement: Implement, deps: Deps): () => Promise<void> {
  const janus = mediaServers(deps)
  const live = meetingLive(deps, janus)
  meetingRoutes(implement, deps, live)
  if (janus) tendMedia(deps, janus)
  return live.close
}
