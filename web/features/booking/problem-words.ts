import type { Booking, BookingProblem } from '#shared/api/bookings.ts'
import { firstNameOf } from './first-name.ts'

/** How far a reported problem is, in the eyes of the one who looks; null where there is none. */
export function problemWords(booking: Booking): { title: string; text: string } | null {
  if (!booking.problem) return null
  return booking.role === 'student' ? studentWords(booking) : tutorWords(booking)
}

/** The same in a line, as on a card. */
export function problemLine({ outcome }: BookingProblem): string {
  return outcome
    ? 'The problem that was reported is settled.'
    : 'A problem was reported. We’re looking at it.'
}

function studentWords({ problem, admin_name }: Booking) {
  const texts = {
    open: `You reported a problem. Until it is settled, ${firstNameOf(admin_name)} isn’t paid. We tell you here and by mail.`,
    all: 'We looked at the problem you reported. You get everything back.',
    part: 'We looked at the problem you reported. You get a part back.',
    none: 'We looked at the problem you reported. The payment stays as it is.',
  }
  return { title: titleOf(problem), text: texts[problem?.outcome ?? 'open'] }
}

function tutorWords({ problem, joinee_name }: Booking) {
  const student = firstNameOf(joinee_name)
  const texts = {
    open: `${student} reported a problem with this meeting. Until it is settled, what you earned with it waits in your wallet.`,
    all: `We looked at the problem that ${student} reported. Everything goes back to them.`,
    part: `We looked at the problem that ${student} reported. A part goes back to them; the rest is yours.`,
    none: `We looked at the problem that ${student} reported. Nothing goes back: what you earned is yours.`,
  }
  return { title: titleOf(problem), text: texts[problem?.outcome ?? 'open'] }
}

function titleOf(problem: Booking['problem']): string {
  return problem?.outcome ? 'The problem is settled' : 'We’re looking at it'
}
