import type { BookingToRefund } from '#shared/api/admin.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { splitRefund } from '#shared/domain/refund-split.ts'
import { centsOf, typedCents } from '#web/features/wallets/amounts.ts'

type Outcome = 'all' | 'part' | 'none'
type Money = { amount: string; fee: string; left_amount: string; left_fee: string }

/** What is left to refund, in cents. */
export function leftOf({ left_amount, left_fee }: Pick<Money, 'left_amount' | 'left_fee'>): number {
  return centsOf(left_amount) + centsOf(left_fee)
}

/** Whether all of the payment is left. */
function isUntouched(money: Money): boolean {
  return leftOf(money) === centsOf(money.amount) + centsOf(money.fee)
}

/** What a decision does to the two people's money, in plain words; null without an amount. */
export function effectOf(
  money: Money,
  outcome: Outcome,
  typed: string,
  { student, tutor }: { student: string; tutor: string },
): string | null {
  const left = { price: centsOf(money.left_amount), fee: centsOf(money.left_fee) }
  if (outcome === 'none') {
    if (leftOf(money) === 0) return 'Nothing is left to refund.'
    if (!isUntouched(money)) return `No further refund. ${tutor} keeps ${formatDollars(left.price)}.`
    return `No refund. ${tutor} gets ${formatDollars(left.price)}, as if nobody had reported a problem.`
  }
  const cents = outcome === 'all' ? left.price + left.fee : typedCents(typed)
  if (cents === null || cents === 0 || cents > left.price + left.fee) return null
  const whole = { price: centsOf(money.amount), fee: centsOf(money.fee) }
  const { price, fee } = splitRefund(cents, left, whole)
  const rest = left.price - price
  const wallet =
    rest === 0
      ? `${tutor} gets nothing for this meeting: ${formatDollars(price)} comes out of their pending balance`
      : `${formatDollars(price)} of that comes out of ${tutor}’s pending balance, and they keep ${formatDollars(rest)}`
  const platform = fee > 0 ? ` ${formatDollars(fee)} of that is the platform fee.` : ''
  return `We’ll refund ${formatDollars(cents)} to ${student}’s card. ${wallet}.${platform}`
}

/** What refunding an amount of a booking does, or without one all that is left; null if the amount isn't possible. */
export function refundEffectOf(
  booking: Money & Pick<BookingToRefund, 'credited' | 'cancels'>,
  typed: string,
  { student, tutor }: { student: string; tutor: string },
): string | null {
  const left = { price: centsOf(booking.left_amount), fee: centsOf(booking.left_fee) }
  const all = leftOf(booking)
  const cents = typed.trim() === '' ? all : typedCents(typed)
  if (cents === null || cents === 0 || cents > all) return null
  const whole = { price: centsOf(booking.amount), fee: centsOf(booking.fee) }
  const { price } = splitRefund(cents, left, whole)
  const rest = formatDollars(left.price - price)
  const share = booking.credited
    ? `${formatDollars(price)} of that comes out of what ${tutor} earned, and they keep ${rest}. If they already withdrew it, their wallet goes below zero until their next earnings cover it.`
    : `${tutor} will earn ${rest} for the meeting.`
  const end = booking.cancels && cents === all ? 'The meeting is canceled.' : share
  const what =
    typed.trim() === ''
      ? `A full refund sends ${formatDollars(cents)} to ${student}’s card.`
      : `We’ll refund ${formatDollars(cents)} to ${student}’s card.`
  return `${what} ${end}`
}

/** What is wrong with a typed amount to refund; undefined if nothing. `left`: how many cents are, if known. */
export function amountFault(typed: string, left = Number.POSITIVE_INFINITY): string | undefined {
  const cents = typedCents(typed)
  if (cents === null || cents === 0) return 'Enter an amount in dollars, like 12.50.'
  return cents > left ? `Only ${formatDollars(left)} is left to refund.` : undefined
}
