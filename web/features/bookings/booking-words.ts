import type { Booking } from '#shared/api/bookings.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { dollarsText, hasFee } from './dollars-text.ts'

type Words = { title: string; text: string }

/** The words of a booking's page for its student, by state. */
export function studentWords(booking: Booking): Words {
  const { admin_name: tutor, admin_gone, total, cancelled_by, money } = booking
  const gone = admin_gone && 'You can’t book this tutor anymore.'
  const first = firstNameOf(tutor)
  const words: Record<Booking['status'], Words> = {
    held: {
      title: 'Pay to send your request',
      text: `We’re holding this time while you pay. Once you do, we’ll ask ${first} to accept.`,
    },
    requested: {
      title: `Waiting for ${tutor}`,
      text: `You paid, and we asked ${first} to accept. If they decline or don’t answer before it starts, we’ll refund your ${dollarsText(total)}.`,
    },
    approved: { title: `You’re booked with ${tutor}`, text: `${first} accepted. See you then.` },
    active: { title: 'Your meeting is happening now', text: `You and ${first} can join until it ends.` },
    completed: { title: `You met ${tutor}`, text: 'This meeting is over.' },
    missed: { title: 'This meeting didn’t happen', text: 'A missed meeting counts as canceled.' },
    expired: expiredWords(booking),
    declined: { title: `${tutor} declined`, text: gone || 'Maybe another time works for them.' },
    lapsed: {
      title: `${tutor} didn’t answer in time`,
      text: 'Your request expired when the meeting started.',
    },
    cancelled: money
      ? {
          title: cancelled_by === 'tutor' ? `${tutor} canceled` : 'You canceled this booking',
          text: gone || 'The time is open again.',
        }
      : cancelled_by === 'tutor'
        ? { title: `${tutor} canceled`, text: 'You weren’t charged.' }
        : { title: 'You gave up this time', text: 'You weren’t charged, and the time is open again.' },
  }
  const payer = endedByRefund(booking)
  if (payer) {
    const says = payer === 'bank' ? 'Your bank returned your payment' : 'You get a full refund'
    return booking.is_session
      ? { title: 'You lost your place', text: `${says}, so you don’t have a place anymore.` }
      : { title: 'This meeting is canceled', text: `${says}, so it won’t happen.` }
  }
  if (booking.moved_unpaid) {
    const says = money ? 'You paid after that, so you don’t have a place.' : 'You weren’t charged.'
    return {
      title: `${tutor} moved this session`,
      text: `${says} If it still works for you, choose it again on the session’s page.`,
    }
  }
  return { ...words, ...(booking.is_session && studentPlaceWords(booking)) }[booking.status]
}

/**
 * Who gave the payment back for good before the meeting, so that neither side canceled it: the student’s bank or
 * Ignite’s operators. Null if it didn’t end in this way.
 */
export function endedByRefund({ status, cancelled_by, dispute }: Booking): 'bank' | 'operator' | null {
  if (status !== 'cancelled' || cancelled_by !== null) return null
  return dispute?.state === 'lost' ? 'bank' : 'operator'
}

/** The hold can also end while its student pays: the time has begun by then, or the date was canceled. */
function expiredWords({ money, is_session }: Booking): Words {
  return money
    ? { title: 'Your payment came too late', text: 'Your hold had ended by then, so nothing was booked.' }
    : {
        title: 'Your hold expired',
        text: `Nothing was booked, and the ${is_session ? 'place' : 'time'} is open again.`,
      }
}

/**
 * The differences for a place in a group session: nobody has to accept it, and it doesn't hold the tutor's
 * time.
 */
function studentPlaceWords({ admin_name: tutor, cancelled_by, money }: Booking) {
  return {
    held: { title: 'Pay to take your place', text: 'We’re holding this place while you pay.' },
    approved: { title: `You have a place with ${tutor}`, text: 'See you then.' },
    missed: {
      title: `You and ${tutor} weren’t in the meeting together`,
      text: 'A missed meeting counts as canceled.',
    },
    cancelled: money
      ? {
          title: cancelled_by === 'tutor' ? `${tutor} canceled` : 'You gave up your place',
          text: cancelled_by === 'tutor' ? 'You don’t have a place anymore.' : 'The place is open again.',
        }
      : cancelled_by === 'tutor'
        ? { title: `${tutor} canceled or moved this date`, text: 'You weren’t charged.' }
        : { title: 'You gave up this place', text: 'You weren’t charged, and the place is open again.' },
  } satisfies Partial<Record<Booking['status'], Words>>
}

/** A booking's state in words, for its tutor, who never sees unpaid bookings. */
export function tutorWords(booking: Booking): Words {
  const { joinee_name: student, cancelled_by } = booking
  const first = firstNameOf(student)
  const words: Record<Booking['status'], Words> = {
    held: { title: `${student} is paying`, text: 'We’ll ask you to accept once they pay.' },
    requested: {
      title: `${student} requested a meeting`,
      text: `${first} paid. If you don’t answer before it starts, we’ll refund them.`,
    },
    approved: { title: `${student} is booked with you`, text: 'See you then.' },
    active: { title: 'Your meeting is happening now', text: `You and ${first} can join until it ends.` },
    completed: {
      title: `You met ${student}`,
      text: earnedText(booking),
    },
    missed: { title: 'This meeting didn’t happen', text: `${first} gets a full refund.` },
    expired: { title: 'The hold expired', text: 'Nothing was booked.' },
    declined: { title: 'You declined', text: `${first} gets a full refund.` },
    lapsed: { title: 'You didn’t answer in time', text: `${first} gets a full refund.` },
    cancelled: {
      title: cancelled_by === 'tutor' ? 'You canceled this booking' : `${student} canceled`,
      text: 'The time is open again.',
    },
  }
  const payer = endedByRefund(booking)
  if (payer) {
    const says = payer === 'bank' ? `${first}’s bank took the payment back` : `${first} gets a full refund`
    return booking.is_session
      ? { title: `${student} lost their place`, text: `${says}. The place is open again.` }
      : { title: 'This meeting is canceled', text: `${says}. The time is open again.` }
  }
  return { ...words, ...(booking.is_session && tutorPlaceWords(booking)) }[booking.status]
}

/** The differences for a place in the tutor's group session, which takes place without this student, too. */
function tutorPlaceWords({ joinee_name: student, cancelled_by }: Booking) {
  return {
    approved: { title: `${student} has a place in your session`, text: 'See you then.' },
    missed: {
      title: `You and ${student} weren’t in the meeting together`,
      text: `${firstNameOf(student)} gets a full refund.`,
    },
    cancelled:
      cancelled_by === 'tutor'
        ? { title: 'You canceled this booking', text: `${firstNameOf(student)} gets a full refund.` }
        : { title: `${student} gave up a place`, text: 'The place is open again.' },
  } satisfies Partial<Record<Booking['status'], Words>>
}

/** The student's refund, past or upcoming; null if there is none. */
export function refundText({ refunded, refund_done, role, joinee_name, fee, money }: Booking): string | null {
  if (refunded === null) return null
  const whom = role === 'student' ? 'you' : joinee_name
  // A tutor only sees their price: the refunded fee was never theirs.
  const what = `${dollarsText(refunded)}${role === 'tutor' && hasFee({ fee }) ? ' of your price' : ''}`
  const failed = money?.refund_failed
  if (failed)
    return `We couldn’t refund ${failed === refunded ? '' : `${dollarsText(failed)} of `}${what} yet`
  return refund_done ? `We refunded ${whom} ${what}` : `We’re refunding ${whom} ${what}`
}

/** The tutor's share of a meeting that took place, after refunds. */
function earnedText({ amount, refunded, problem, dispute }: Booking): string {
  const left = (decimalToCents(amount) ?? 0) - (decimalToCents(refunded ?? '0') ?? 0)
  const decided = problem?.outcome !== null && (dispute === null || dispute.state === 'won')
  if (!decided) return 'This meeting is over.'
  return left > 0
    ? `This meeting is over. You earned ${formatDollars(left)}.`
    : 'This meeting is over. The student gets a full refund.'
}
