import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { live } from '#shared/api/live.ts'

/** Tickets for live connections of the signed-in person. */
export function liveRoutes(implement: Implement, { realtime }: Deps): void {
  implement(live.ticket, async ({ body, login }) => {
    return { status: 'success', ticket: await realtime.issueTicket(body.namespace, login) }
  })
}
