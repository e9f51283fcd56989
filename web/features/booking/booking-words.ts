import type { Booking } from '#shared/api/bookings.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { dollarsText, hasFee } from './dollars-text.ts'
import { firstNameOf } from './first-name.ts'

type Words = { title: string; text: string }

/** What a booking's page says of its state to the student who made it. */
export function studentWords(booking: Booking): Words {
  const { admin_name: tutor, total, cancelled_by, money } = booking
  const first = firstNameOf(tutor)
  const words: Record<Booking['status'], Words> = {
    held: {
      title: 'Pay to send your request',
      text: `The time is yours while you pay. Once paid, ${first} is asked to accept.`,
    },
    requested: {
      title: `Waiting for ${tutor}`,
      text: `It is paid, and ${first} has been asked. If they decline, or don’t answer before the start, you get back ${dollarsText(total)}.`,
    },
    approved: { title: `You are booked with ${tutor}`, text: `${first} accepted. See you then.` },
    active: { title: 'Your session is on', text: `${first} and you can join until it ends.` },
    completed: { title: `You met ${tutor}`, text: 'This session has taken place.' },
    missed: { title: 'This session didn’t take place', text: 'A missed session counts as cancelled.' },
    expired: { title: 'The time to pay ran out', text: 'Nothing was booked, and the time is free again.' },
    declined: { title: `${tutor} declined`, text: 'Perhaps another time suits them.' },
    lapsed: {
      title: `${tutor} didn’t answer in time`,
      text: 'The request ended with the start of the session.',
    },
    cancelled: money
      ? {
          title: cancelled_by === 'tutor' ? `${tutor} cancelled` : 'You cancelled this booking',
          text: 'The time is free again.',
        }
      : { title: 'You released this time', text: 'Nothing was paid, and the time is free again.' },
  }
  if (endedByBank(booking)) {
    return {
      title: 'This session is cancelled',
      text: 'Your bank gave you back what you paid for it, so it doesn’t take place.',
    }
  }
  return { ...words, ...(booking.is_session && placeWords(booking)) }[booking.status]
}

/** Whether the student’s bank took the payment back for good before the session, which nobody cancelled then. */
export function endedByBank({ status, cancelled_by, dispute }: Booking): boolean {
  return status === 'cancelled' && cancelled_by === null && dispute?.state === 'lost'
}

/** What is otherwise with a place in a group session: nobody is asked, and it isn't the tutor's time that is held. */
function placeWords({ admin_name: tutor, cancelled_by, money }: Booking) {
  return {
    held: { title: 'Pay to take your place', text: 'The place is yours while you pay.' },
    approved: { title: `You have a place with ${tutor}`, text: 'See you then.' },
    expired: { title: 'The time to pay ran out', text: 'Nothing was booked, and the place is free again.' },
    cancelled: money
      ? {
          title: cancelled_by === 'tutor' ? `${tutor} cancelled` : 'You gave up your place',
          text: cancelled_by === 'tutor' ? 'This session doesn’t take place.' : 'The place is free again.',
        }
      : { title: 'You released this place', text: 'Nothing was paid, and the place is free again.' },
  } satisfies Partial<Record<Booking['status'], Words>>
}

/** The same to the tutor, who sees nothing that wasn't paid. */
export function tutorWords(booking: Booking): Words {
  const { joinee_name: student, cancelled_by } = booking
  const first = firstNameOf(student)
  const words: Record<Booking['status'], Words> = {
    held: { title: `${student} is about to pay`, text: 'You are asked once it is paid.' },
    requested: {
      title: `${student} asks for a session`,
      text: `It is paid. Accept or decline before the start; unanswered, it is given back.`,
    },
    approved: { title: `${student} is booked with you`, text: 'See you then.' },
    active: { title: 'Your session is on', text: `${first} and you can join until it ends.` },
    completed: {
      title: `You met ${student}`,
      text: earnedText(booking),
    },
    missed: { title: 'This session didn’t take place', text: `${first} gets the money back.` },
    expired: { title: 'The time to pay ran out', text: 'Nothing was booked.' },
    declined: { title: 'You declined', text: `${first} gets the money back.` },
    lapsed: { title: 'You didn’t answer in time', text: `${first} gets the money back.` },
    cancelled: {
      title: cancelled_by === 'tutor' ? 'You cancelled this booking' : `${student} cancelled`,
      text: 'The time is free again.',
    },
  }
  if (endedByBank(booking)) {
    return {
      title: 'This session is cancelled',
      text: `The bank of ${first} has taken back what was paid for it. The time is free again.`,
    }
  }
  return words[booking.status]
}

/** What came or comes back to the student; null where nothing does. */
export function refundText({ refunded, refund_done, role, joinee_name, fee, money }: Booking): string | null {
  if (refunded === null) return null
  const to = role === 'student' ? 'you' : joinee_name
  // What a tutor is told of is their price: the fee that goes back with it was never theirs.
  const what = `${dollarsText(refunded)}${role === 'tutor' && hasFee({ fee }) ? ' of your price' : ''}`
  if (money?.refund_failed && role === 'student') return `${what} couldn’t be given back yet`
  return refund_done ? `${what} came back to ${to}` : `${what} is on its way back to ${to}`
}

/** What a tutor has of a meeting that took place, after what went back of it. */
function earnedText({ amount, refunded, problem, dispute }: Booking): string {
  const left = (decimalToCents(amount) ?? 0) - (decimalToCents(refunded ?? '0') ?? 0)
  const decided = problem?.outcome !== null && (dispute === null || dispute.state === 'won')
  if (!decided) return 'This session has taken place.'
  return left > 0
    ? `This session has taken place; ${formatDollars(left)} are for you.`
    : 'This session has taken place; its money went back.'
}
