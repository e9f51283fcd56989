import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { type Parts, splitRefund } from '#shared/domain/refund-split.ts'
import { giveBack } from './refund.ts'
import { type PaidBooking, remainingOf, sumOf } from './remaining.ts'

type Wish = {
  /** What the student gets, fee and all. */
  cents: number | 'everything'
  reason: 'problem' | 'operator'
}

/**
 * Gives back what people decide, of a locked, paid booking in any state, and answers it; the tutor's share of it is taken back from
 * them if they have it already. A 409 says why that can't be done.
 */
export async function refundPaid(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking,
  { cents, reason }: Wish,
): Promise<{ cents: number; parts: Parts }> {
  const remaining = await remainingOf(trx, booking.id)
  if (!remaining) throw problem('conflict', 'This booking isn’t paid: there is nothing to give back.')
  if (remaining.disputed)
    throw problem(
      'conflict',
      'The student’s bank disputes this payment: nothing can be given back until that is decided.',
    )
  const most = sumOf(remaining.left)
  if (most === 0) throw problem('conflict', 'Everything of this booking has gone back already.')
  const amount = cents === 'everything' ? most : cents
  if (amount > most)
    throw problem('conflict', `Only ${formatDollars(most)} of this booking is left to give back.`)
  const parts = splitRefund(amount, remaining.left, remaining.whole)
  const given = await giveBack(trx, deps, booking, { parts, reason })
  if (given === 0) throw problem('conflict', 'This has been given back already.')
  return { cents: given, parts }
}
