import type { Booking, BookingProblem } from '#shared/api/bookings.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'

/** The progress of a reported problem, for the viewer; null if there is none. */
export function problemWords(booking: Booking): { title: string; text: string } | null {
  if (!booking.problem) return null
  return booking.role === 'student' ? studentWords(booking) : tutorWords(booking)
}

/** The same in one line, for a card. */
export function problemLine({ outcome }: BookingProblem): string {
  return outcome
    ? 'The problem with this meeting is settled.'
    : 'Someone reported a problem. We’re looking into it.'
}

function studentWords({ problem, admin_name }: Booking) {
  const texts = {
    open: `You reported a problem. ${firstNameOf(admin_name)} isn’t paid until it’s settled. We’ll let you know here and by email.`,
    all: 'We looked into the problem you reported. You get a full refund.',
    part: 'We looked into the problem you reported. You get a partial refund.',
    none: 'We looked into the problem you reported. The payment stands.',
  }
  return { title: titleOf(problem), text: texts[problem?.outcome ?? 'open'] }
}

function tutorWords({ problem, joinee_name }: Booking) {
  const student = firstNameOf(joinee_name)
  const texts = {
    open: `${student} reported a problem with this meeting. What you earned from it is on hold until we settle it.`,
    all: `We looked into the problem ${student} reported. They get a full refund.`,
    part: `We looked into the problem ${student} reported. They get a partial refund, and the rest is yours.`,
    none: `We looked into the problem ${student} reported. No refund: what you earned is yours.`,
  }
  return { title: titleOf(problem), text: texts[problem?.outcome ?? 'open'] }
}

function titleOf(problem: Booking['problem']): string {
  return problem?.outcome ? 'The problem is settled' : 'We’re looking into it'
}
