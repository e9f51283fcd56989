import { ProblemError } from '#web/lib/problem-error.ts'
import type { MeetingState } from './meeting-state.ts'

/**
 * Failures that a retry may fix: no answer, or a busy server. Without a media server a person in the call stays for the chat and the
 * board; one who isn't in yet is told.
 */
export function isPassing(error: unknown, phase: MeetingState['phase']): boolean {
  if (!(error instanceof ProblemError)) return false
  if (error.code === 'upstream_unavailable') return phase === 'in'
  return ['offline', 'unavailable', 'rate_limited', 'internal'].includes(error.code)
}
