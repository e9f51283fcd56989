import type { Booking } from '#shared/api/bookings.ts'
import { dayText, shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { dollarsText } from './dollars-text.ts'
import { firstNameOf } from './first-name.ts'

export type DisputeWords = {
  title: string
  text: string
  /** What one can do about it; null where nothing. */
  help: string | null
}

/** What happened with a disputed payment and what follows, in the eyes of the one who looks; null where none was disputed. */
export function disputeWords(booking: Booking, zone: string): DisputeWords | null {
  if (!booking.dispute) return null
  return booking.role === 'student' ? studentWords(booking, zone) : tutorWords(booking, zone)
}

type Words = Record<NonNullable<Booking['dispute']>['state'], DisputeWords>

function studentWords({ dispute, total, admin_name }: Booking, zone: string): DisputeWords {
  const { state, opened_on } = dispute!
  const words: Words = {
    open: {
      title: 'Your bank is looking at this payment',
      text: `On ${shortDayText(opened_on, zone)} it took back the ${dollarsText(total)} you paid, because the payment was questioned. Neither ${firstNameOf(admin_name)} nor Ignite has the money until it decides.`,
      help: 'Was it a mistake? Tell your bank that the payment was yours.',
    },
    won: {
      title: 'Your bank let the payment stand',
      text: 'It looked at the payment that was questioned, and decided that it was right.',
      help: null,
    },
    lost: {
      title: 'Your bank gave you back your money',
      text: 'It looked at the payment that was questioned, and decided for you.',
      help: null,
    },
  }
  return words[state]
}

function tutorWords({ dispute, amount, joinee_name, status }: Booking, zone: string): DisputeWords {
  const { state, opened_on, answer_by } = dispute!
  const student = firstNameOf(joinee_name)
  const earned = status === 'completed' || status === 'cancelled'
  const words: Words = {
    open: {
      title: `${student}’s bank questions this payment`,
      text: earned
        ? `On ${dayText(opened_on, zone)} it took back what ${student} paid, until it has decided whether that was right. What you earned with this session is frozen until then: afterwards it is yours again, or gone.`
        : `On ${dayText(opened_on, zone)} it took back what ${student} paid, until it has decided whether that was right. What you earn with this session is frozen until then; if the bank decides for ${student} before it begins, it is cancelled.`,
      help: answer_by
        ? `Ignite answers the bank. Until ${shortDayText(answer_by, zone)}, ${timeText(answer_by, zone)}, you can help: write to our support what was agreed, and what shows that you kept it.`
        : null,
    },
    won: {
      title: `${student}’s bank let the payment stand`,
      text: 'It looked at the payment and decided for you: what was frozen is yours again.',
      help: null,
    },
    lost: {
      title: `${student}’s bank took the payment back`,
      text: earned
        ? `It decided that ${student} keeps what they paid, so up to ${dollarsText(amount)} of what you earned left your wallet. Your transactions show it.`
        : `It decided that ${student} keeps what they paid.`,
      help: null,
    },
  }
  return words[state]
}
