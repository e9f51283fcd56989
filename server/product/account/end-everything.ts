import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { endBookings } from '../bookings/end-bookings.ts'
import { endEnrolments } from '../enrolments/end-enrolments.ts'
import { endSessions } from '../sessions/end-session.ts'

/** Ends the sessions, enrollments and bookings of a person who leaves or is suspended, in lock order. */
export async function endEverything(trx: Trx, deps: Deps, personId: string): Promise<void> {
  await endSessions(trx, deps, personId)
  await endEnrolments(trx, personId)
  await endBookings(trx, deps, personId)
}
