import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { meetings } from '#shared/api/meetings.ts'
import { attend } from './attend.ts'

/** The meetings of bookings. */
export function meetingRoutes(implement: Implement, deps: Deps): void {
  implement(meetings.credentials, async ({ body, login }) => ({
    status: 'success',
    ...(await attend(deps, login, body.bookingId)),
  }))
}
