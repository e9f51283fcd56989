import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { meetings } from '#shared/api/meetings.ts'
import { attendBooking } from './attend.ts'
import { attendOccurrence, occurrenceOf } from './attend-occurrence.ts'

/** The meetings of bookings, and of group sessions. */
export function meetingRoutes(implement: Implement, deps: Deps): void {
  implement(meetings.credentials, async ({ body, login }) => {
    const occurrenceId = await occurrenceOf(deps.db, login, body.bookingId)
    const meeting = occurrenceId
      ? await attendOccurrence(deps, login, occurrenceId)
      : await attendBooking(deps, login, body.bookingId)
    return { status: 'success', ...meeting }
  })
}
