import type { SessionMeeting } from '#shared/api/enrolments.ts'
import { meetsInCall } from '#shared/domain/on-site.ts'

/** Whether the viewer enters a call for a meeting; always, if they paid for a place. */
export function hasCall({ session, status }: Pick<SessionMeeting, 'session' | 'status'>): boolean {
  return status !== null || meetsInCall(session.location, session.rate === null)
}
