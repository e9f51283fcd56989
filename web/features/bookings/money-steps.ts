import type { Booking } from '#shared/api/bookings.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { firstNameOf } from '#web/features/people/person-facts.ts'
import { shortDayText, shortMomentText } from '#web/lib/zoned-time.ts'
import { dollarsText, ownAmount } from './dollars-text.ts'

/** A step of the money's path: done, current, ahead, or stuck until a person acts. */
export type MoneyStep = { title: string; detail: string; is: 'past' | 'now' | 'ahead' | 'stuck' }

type Money = NonNullable<Booking['money']>
type Told = {
  booking: Booking
  money: Money
  zone: string
  tutor: string
  student: string
  /** Whether the viewer is the student. */
  own: boolean
}

/** How long banks take to show a refund (docs.stripe.com/refunds: 5–10 business days). */
const bankShowsWithin = 'Banks show it within 10 business days.'

/** The path of a booking's money, from the card to its final owner; null while unpaid. */
export function moneySteps(booking: Booking, zone: string): [MoneyStep, MoneyStep, MoneyStep] | null {
  const { money, role } = booking
  if (!money) return null
  const told: Told = {
    ...{ booking, money, zone, own: role === 'student' },
    tutor: firstNameOf(booking.admin_name),
    student: firstNameOf(booking.joinee_name),
  }
  const paid: MoneyStep = {
    title: told.own ? 'You paid' : `${told.student} paid`,
    detail: `${dollarsText(ownAmount(booking))} on ${shortDayText(money.paid_on, zone)}`,
    is: 'past',
  }
  return [paid, ...ways[money.where](told)]
}

const ways: Record<Money['where'], (told: Told) => [MoneyStep, MoneyStep]> = {
  held: ({ own, tutor, student }) => [
    { title: 'Held by Ignite', detail: 'Until the meeting is over.', is: 'now' },
    {
      title: own ? `Paid to ${tutor}` : 'In your wallet',
      detail: own
        ? 'Once you can no longer report a problem.'
        : `Once ${student} can no longer report a problem.`,
      is: 'ahead',
    },
  ],
  waiting: told => [
    { title: told.own ? 'On hold' : 'On hold in your wallet', detail: waitText(told), is: 'now' },
    {
      title: told.own ? `Paid to ${told.tutor}` : 'Yours to withdraw',
      detail: `From ${shortDayText(told.money.free_on!, told.zone)}.`,
      is: 'ahead',
    },
  ],
  questioned: ({ own, tutor }) => [
    { title: 'On hold', detail: 'Until the problem is settled.', is: 'now' },
    {
      title: own ? `Paid to ${tutor}` : 'Yours to withdraw',
      detail: 'Whatever is left after that.',
      is: 'ahead',
    },
  ],
  earned: ({ booking, own, tutor }) => [
    {
      title: 'Held by Ignite',
      detail: isReportable(booking)
        ? 'Until the time to report a problem was over.'
        : 'Until a while after the meeting.',
      is: 'past',
    },
    {
      title: own ? `Paid to ${tutor}` : 'Yours to withdraw',
      detail: own ? 'It’s in their wallet.' : 'It’s in your wallet, unless you withdrew it.',
      is: 'past',
    },
  ],
  bank: ({ booking: { dispute }, own, student, zone }) => [
    {
      title: own ? 'With your bank' : `With ${student}’s bank`,
      detail: dispute ? `Since ${shortDayText(dispute.opened_on, zone)}, until the bank decides.` : '',
      is: 'now',
    },
    {
      title: 'The bank decides',
      detail: 'Most banks take two to three months.',
      is: 'ahead',
    },
  ],
  back: told =>
    told.booking.dispute?.state === 'lost' && !told.money.refund_failed
      ? backByBank(told)
      : backByRefund(told),
}

function waitText({ booking, money, own, student, zone }: Told): string {
  const free = money.free_on!
  const until = `Until ${shortMomentText(free, zone)} (${zoneName(zone)})`
  if (!isReportable(booking)) return `${until}.`
  return own ? `${until}, in case you report a problem.` : `${until}, in case ${student} reports a problem.`
}

/**
 * What a tutor earns from a canceled booking waits as long, but nobody can report a problem with it. A meeting's problem is reported
 * once.
 */
function isReportable({ status, problem }: Booking): boolean {
  return status !== 'cancelled' && problem === null
}

function backByBank({ booking: { dispute }, own, student, zone }: Told): [MoneyStep, MoneyStep] {
  return [
    {
      title: own ? 'Taken back by your bank' : `Taken back by ${student}’s bank`,
      detail: dispute ? `On ${shortDayText(dispute.opened_on, zone)}.` : '',
      is: 'past',
    },
    {
      title: own ? 'Refunded to you' : `Refunded to ${student}`,
      detail: 'The bank made its decision.',
      is: 'past',
    },
  ]
}

function backByRefund({ money, own, student, zone }: Told): [MoneyStep, MoneyStep] {
  const end = own ? 'Back on your card' : `Refunded to ${student}`
  // Other ways of refunding are between the student and us.
  if (money.refund_failed) {
    return [
      { title: 'Returned by your bank', detail: 'It’s still yours. Contact support.', is: 'stuck' },
      { title: end, detail: 'We’ll find another way to pay you.', is: 'ahead' },
    ]
  }
  if (money.sent_back_on === null) {
    return [
      { title: own ? 'Being refunded' : `Being refunded to ${student}`, detail: '', is: 'now' },
      { title: end, detail: bankShowsWithin, is: 'ahead' },
    ]
  }
  return [
    { title: 'Refund sent', detail: `On ${shortDayText(money.sent_back_on, zone)}.`, is: 'past' },
    money.refund_settled
      ? {
          title: own ? 'Refunded to you' : `Refunded to ${student}`,
          detail: 'Not to your card.',
          is: 'past',
        }
      : { title: end, detail: bankShowsWithin, is: 'past' },
  ]
}
