import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { largestPeerCall, meetings } from '#shared/api/meetings.ts'
import { attendanceOf } from './attendance-list.ts'
import { giveCredentials } from './credentials.ts'
import type { MeetingLive } from './live.ts'
import { meetingTime } from './meeting-time.ts'
import { setDoor } from './set-door.ts'

/** The meetings of bookings and group sessions. */
export function meetingRoutes(implement: Implement, deps: Deps, live: MeetingLive): void {
  implement(meetings.credentials, async ({ body, login }) => {
    return { status: 'success', ...(await giveCredentials(deps, login, body)) }
  })

  implement(meetings.time, async ({ query, login }) => {
    return { status: 'success', ...(await meetingTime(deps.db, login.userId, query.bookingId)) }
  })

  implement(meetings.setAdmission, async ({ body, login }) => {
    for (const room of await setDoor(deps, login, body)) await live.doorSet(room, body.admission)
    return { status: 'success', admission: body.admission }
  })

  implement(meetings.attendance, async ({ query, login }) => {
    return { status: 'success', people: await attendanceOf(deps.db, login.userId, query.bookingId) }
  })

  implement(meetings.limits, () => {
    return { status: 'success', largest_call: deps.config.janus ? null : largestPeerCall }
  })
}
