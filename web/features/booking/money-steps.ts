import type { Booking } from '#shared/api/bookings.ts'
import { shortDayText, timeText } from '#web/lib/zoned-time.ts'
import { dollarsText, ownAmount } from './dollars-text.ts'
import { firstNameOf } from './first-name.ts'

/** A station of the money: behind it, there now, ahead, or stuck there until a person does something. */
export type MoneyStep = { title: string; detail: string; is: 'past' | 'now' | 'ahead' | 'stuck' }

type Money = NonNullable<Booking['money']>
type Told = {
  booking: Booking
  money: Money
  zone: string
  tutor: string
  student: string
  /** Whether the one who looks is the student. */
  own: boolean
}

/** How long banks take to show a refund (docs.stripe.com/refunds: 5–10 business days). */
const bankShowsWithin = 'Banks show it within 10 business days.'

/** The way of a booking's money, from the card to whoever has it in the end; null while nothing is paid. */
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
    { title: 'Held by Ignite', detail: 'Until the session has taken place.', is: 'now' },
    {
      title: own ? `${tutor} earns it` : 'In your wallet',
      detail: own
        ? 'Some time after the session, unless you report a problem.'
        : `Some time after the session, in case ${student} reports a problem.`,
      is: 'ahead',
    },
  ],
  waiting: told => [
    { title: told.own ? 'Held back' : 'Waits in your wallet', detail: waitText(told), is: 'now' },
    {
      title: told.own ? `${told.tutor} earns it` : 'Yours to withdraw',
      detail: `From ${shortDayText(told.money.free_on!, told.zone)}.`,
      is: 'ahead',
    },
  ],
  questioned: ({ own, tutor }) => [
    { title: 'Waits for a decision', detail: 'Until the problem is settled.', is: 'now' },
    {
      title: own ? `${tutor} earns it` : 'Yours to withdraw',
      detail: 'What is left after that.',
      is: 'ahead',
    },
  ],
  earned: ({ own, tutor }) => [
    { title: 'Held by Ignite', detail: 'Until the time to report a problem was over.', is: 'past' },
    {
      title: own ? `${tutor} has earned it` : 'Yours to withdraw',
      detail: own ? 'It is in their wallet.' : 'It is in your wallet, unless you withdrew it.',
      is: 'past',
    },
  ],
  bank: ({ booking: { dispute }, own, student, zone }) => [
    {
      title: own ? 'With your bank' : `With ${student}’s bank`,
      detail: dispute ? `Since ${shortDayText(dispute.opened_on, zone)}, until it decides.` : '',
      is: 'now',
    },
    {
      title: 'The bank decides',
      detail: 'Most take two to three months.',
      is: 'ahead',
    },
  ],
  back: told => (told.booking.dispute?.state === 'lost' ? backByBank(told) : backByRefund(told)),
}

function waitText({ money, own, student, zone }: Told): string {
  const until = `Until ${shortDayText(money.free_on!, zone)}, ${timeText(money.free_on!, zone)}`
  return own ? `${until}, in case you report a problem.` : `${until}, in case ${student} reports a problem.`
}

function backByBank({ booking: { dispute }, own, student, zone }: Told): [MoneyStep, MoneyStep] {
  return [
    {
      title: own ? 'Taken back by your bank' : `Taken back by ${student}’s bank`,
      detail: dispute ? `On ${shortDayText(dispute.opened_on, zone)}.` : '',
      is: 'past',
    },
    { title: own ? 'Back with you' : `Back with ${student}`, detail: 'The bank has decided so.', is: 'past' },
  ]
}

function backByRefund({ money, own, student, zone }: Told): [MoneyStep, MoneyStep] {
  const end = own ? 'Back on your card' : `Back with ${student}`
  // How it reaches the student after all is between them and us.
  if (money.refund_failed && own) {
    return [
      { title: 'Sent back by your bank', detail: 'It is still yours: write to our support.', is: 'stuck' },
      { title: end, detail: 'We find another way together.', is: 'ahead' },
    ]
  }
  if (money.sent_back_on === null) {
    return [
      { title: own ? 'On its way back' : `On its way back to ${student}`, detail: '', is: 'now' },
      { title: end, detail: bankShowsWithin, is: 'ahead' },
    ]
  }
  return [
    { title: 'Sent back', detail: `On ${shortDayText(money.sent_back_on, zone)}.`, is: 'past' },
    money.refund_settled
      ? {
          title: own ? 'Back with you' : `Back with ${student}`,
          detail: 'By another way than the card.',
          is: 'past',
        }
      : { title: end, detail: bankShowsWithin, is: 'past' },
  ]
}
