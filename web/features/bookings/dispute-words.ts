import type { Booking } from '#shared/api/bookings.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { dayText, shortDayText, shortMomentText } from '#web/lib/zoned-time.ts'
import { dollarsText } from './dollars-text.ts'

export type DisputeWords = {
  title: string
  text: string
  /** What the viewer can do about it; null if nothing. */
  help: string | null
}

/** What happened with a disputed payment and what follows, for the viewer; null if it wasn't disputed. */
export function disputeWords(booking: Booking, zone: string): DisputeWords | null {
  if (!booking.dispute) return null
  return booking.role === 'student' ? studentWords(booking, zone) : tutorWords(booking, zone)
}

type Words = Record<NonNullable<Booking['dispute']>['state'], DisputeWords>

function studentWords({ dispute, total, admin_name }: Booking, zone: string): DisputeWords {
  const { state, opened_on, amount } = dispute!
  const taken = amount === total ? 'the' : `${dollarsText(amount)} of the`
  const words: Words = {
    open: {
      title: 'Your bank is looking at this payment',
      text: `On ${shortDayText(opened_on, zone)}, it took back ${taken} ${dollarsText(total)} you paid because someone questioned the payment. Neither ${firstNameOf(admin_name)} nor Ignite has the money until the bank decides.`,
      help: 'Was it a mistake? Tell your bank that the payment was yours.',
    },
    won: {
      title: 'Your bank confirmed the payment',
      text: 'It reviewed the payment and decided that it was valid.',
      help: null,
    },
    lost: {
      title: 'Your bank refunded you',
      text: 'It reviewed the payment and decided in your favor.',
      help: null,
    },
  }
  return words[state]
}

function tutorWords(
  { dispute, amount, total, joinee_name, status, is_session }: Booking,
  zone: string,
): DisputeWords {
  const { state, opened_on, answer_by } = dispute!
  const student = firstNameOf(joinee_name)
  const isPart = dispute!.amount !== total
  const taken = `${isPart ? 'a part of ' : ''}what ${student} paid`
  // Some of the payment may be refunded already, so that the rest is all of it.
  const before = `before the meeting starts${isPart ? ' and nothing of the payment is left' : ''}`
  const end = is_session ? `${student} loses their place` : 'the meeting is canceled'
  const earned = status === 'completed' || status === 'cancelled'
  const words: Words = {
    open: {
      title: `${student}’s bank is disputing this payment`,
      text: earned
        ? `On ${dayText(opened_on, zone)}, it took back ${taken} while it reviews the payment. We’ve frozen what you earned from this meeting until the bank decides.`
        : `On ${dayText(opened_on, zone)}, it took back ${taken} while it reviews the payment. We’ve frozen what you earn from this meeting until the bank decides. If it sides with ${student} ${before}, ${end}.`,
      help: answer_by
        ? `Ignite answers the bank. You can help until ${shortMomentText(answer_by, zone)} (${zoneName(zone)}): tell us what you and ${student} agreed on and what happened.`
        : null,
    },
    won: {
      title: `${student}’s bank confirmed the payment`,
      text: 'It reviewed the payment and decided in your favor. The money we froze is yours again.',
      help: null,
    },
    lost: {
      title: `${student}’s bank took ${isPart ? 'a part of ' : ''}the payment back`,
      text: earned
        ? `It sided with ${student}, so up to ${dollarsText(amount)} of what you earned left your wallet. See your transactions for details.`
        : `It sided with ${student}.`,
      help: null,
    },
  }
  return words[state]
}
