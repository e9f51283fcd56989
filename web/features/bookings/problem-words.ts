import type { Booking } from '#shared/api/bookings.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'

/** The progress of a reported problem, for the viewer; null if there is none. */
export function problemWords(booking: Booking): { title: string; text: string } | null {
  if (!booking.problem) return null
  return booking.role === 'student' ? studentWords(booking) : tutorWords(booking)
}

/** The progress of a reported problem in one line, for a card; null if there is none. */
export function problemLine({ problem, role, joinee_name }: Booking): string | null {
  if (!problem) return null
  if (problem.outcome) return 'The problem with this meeting is settled.'
  return `${role === 'student' ? 'You' : firstNameOf(joinee_name)} reported a problem. We’re looking into it.`
}

function studentWords(booking: Booking) {
  const { problem, admin_name } = booking
  const none = {
    nothing: 'You won’t get a refund.',
    part: 'You get part of your money back. There’s no further refund.',
    all: 'You get your money back.',
  }
  const texts = {
    open: `You reported a problem. ${firstNameOf(admin_name)} isn’t paid until it’s settled. We’ll let you know here and by email.`,
    all: 'We looked into the problem you reported. You get a full refund.',
    part: 'We looked into the problem you reported. You get a partial refund.',
    none: `We looked into the problem you reported. ${none[givenBack(booking)]}`,
  }
  return { title: titleOf(problem), text: texts[problem?.outcome ?? 'open'] }
}

function tutorWords(booking: Booking) {
  const { problem } = booking
  const student = firstNameOf(booking.joinee_name)
  const none = {
    nothing: 'There’s no refund. You keep what you earned.',
    part: 'They get part of their money back. You keep the rest.',
    all: 'They get their money back.',
  }
  const texts = {
    open: `${student} reported a problem with this meeting. What you earned from it is on hold until we settle it.`,
    all: `We looked into the problem ${student} reported. They get a full refund.`,
    part: `We looked into the problem ${student} reported. They get a partial refund. You keep the rest.`,
    none: `We looked into the problem ${student} reported. ${none[givenBack(booking)]}`,
  }
  return { title: titleOf(problem), text: texts[problem?.outcome ?? 'open'] }
}

/**
 * How much of the payment the student gets back in other ways than by the decision: before or after it, as a refund or from their bank.
 */
function givenBack({ money, refunded, dispute }: Booking): 'nothing' | 'part' | 'all' {
  if (money?.where === 'back') return 'all'
  return refunded === null && dispute?.state !== 'lost' ? 'nothing' : 'part'
}

function titleOf(problem: Booking['problem']): string {
  return problem?.outcome ? 'The problem is settled' : 'We’re looking into it'
}
