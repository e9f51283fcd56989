import type { SessionMeeting } from '#shared/api/enrolments.ts'
import { meetsInCall } from '#shared/domain/on-site.ts'

type Meeting = Pick<SessionMeeting, 'occurrence' | 'session' | 'status'>

/** Whether the viewer enters a call for a meeting; always, if they paid for a place or can enter it now. */
export function hasCall({ occurrence: { action }, session, status }: Meeting): boolean {
  const open = action === 'join' || action === 'start'
  return open || status !== null || meetsInCall(session.location, session.rate === null)
}
