import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Booking, BookingProblem, ProblemReason } from '#shared/api/bookings.ts'

/** The problem columns of a booking's row: the report, and the earning that waits because of it. */
export type ProblemColumns = {
  problem_reason: ProblemReason | null
  problem_details: string | null
  problem_at: Temporal.Instant | null
  problem_outcome: BookingProblem['outcome']
  problem_answer: string | null
  /**
   * Until when the earning of a meeting that took place waits; null if it doesn't, or nothing of it is left.
   */
  earning_waits_until: Temporal.Instant | null
}

/** The problem of a booking as one of its people sees it, and the student's deadline to report one. */
export function problemOf(
  row: ProblemColumns & { state: Booking['status'] },
  role: Booking['role'],
  now: Temporal.Instant,
): Pick<Booking, 'problem' | 'problem_until'> {
  if (row.problem_at) return { problem: reported(row, row.problem_at, role), problem_until: null }
  const until = row.state === 'completed' && role === 'student' ? row.earning_waits_until : null
  const isOpen = until !== null && Temporal.Instant.compare(now, until) < 0
  return { problem: null, problem_until: isOpen ? isoTime(until) : null }
}

// The student's words are only for those who decide: if the tutor saw them, few students would report
// anything.
function reported(row: ProblemColumns, at: Temporal.Instant, role: Booking['role']): BookingProblem {
  const own = role === 'student'
  return {
    reason: own ? row.problem_reason : null,
    details: own ? row.problem_details : null,
    date: isoTime(at),
    outcome: row.problem_outcome,
    answer: row.problem_answer,
  }
}
