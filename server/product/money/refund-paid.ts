import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { type Parts, splitRefund } from '#shared/domain/refund-split.ts'
import { refundBooking } from './refund.ts'
import { type PaidBooking, remainingOf, sumOf } from './remaining.ts'

type Wish = {
  /** The refund's id, if the caller chose one. */
  id?: string | undefined
  /** The student's refund, including the fee. */
  cents: number | 'everything'
  reason: 'problem' | 'operator'
}

/**
 * Makes an operator's refund of a locked, paid booking in any state, and returns it; takes back the tutor's
 * share if they have it already. A 409 says why that isn't possible.
 */
export async function refundPaid(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking,
  { id, cents, reason }: Wish,
): Promise<{ cents: number; parts: Parts }> {
  const remaining = await remainingOf(trx, booking.id)
  if (!remaining) throw problem('conflict', 'This booking hasn’t been paid, so there’s nothing to refund.')
  if (remaining.disputed)
    throw problem(
      'conflict',
      'The student’s bank is disputing this payment. You can’t refund it until the bank decides.',
    )
  const most = sumOf(remaining.left)
  if (most === 0) throw problem('conflict', 'This booking was already fully refunded.')
  const amount = cents === 'everything' ? most : cents
  if (amount > most) throw problem('conflict', `You can only refund ${formatDollars(most)} of this booking.`)
  const parts = splitRefund(amount, remaining.left, remaining.whole)
  const given = await refundBooking(trx, deps, booking, { id, parts, reason })
  if (given === 0) throw problem('conflict', 'This was already refunded.')
  return { cents: given, parts }
}
