import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { bookingMeeting } from './booking-meeting.ts'
import type { Meeting, MeetingKey } from './meeting.ts'
import { occurrenceOf, sessionMeeting } from './session-meeting.ts'

/** The id that finds a meeting: of a booking, of an occurrence, or of a place in one. */
export async function findMeeting(db: Database, userId: string, id: string): Promise<MeetingKey> {
  const occurrenceId = await occurrenceOf(db, userId, id)
  return occurrenceId ? { occurrenceId } : { bookingId: id }
}

/** The meeting that a person may be in now; a refusal says why they can't. */
export function enterable(trx: Trx, deps: Deps, userId: string, key: MeetingKey): Promise<Meeting> {
  return 'bookingId' in key
    ? bookingMeeting(trx, deps, userId, key.bookingId)
    : sessionMeeting(trx, deps, userId, key.occurrenceId)
}
