import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { record } from '../audit/audit.ts'
import { type BookingRow, lockBooking } from '../bookings/change-booking.ts'
import { post } from '../ledger/post.ts'
import { refundSettled } from '../ledger/postings.ts'
import { sendRefundLater } from '../money/refund.ts'
import { moneyOf, remainingOf } from '../money/remaining.ts'
import { tellOfProblem } from './problem-alerts.ts'

type Failed = { booking: BookingRow; cents: number; attempt: number }

/** Asks the provider again for a refund that it refused, or that a bank sent back. */
export async function retryRefund(deps: Deps, operator: Login, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const { booking, attempt } = await lockFailed(trx, id)
    await trx
      .updateTable('refunds')
      .set({ state: 'pending', refund_id: null, failure: null, attempt: attempt + 1, asked: false })
      .where('id', '=', id)
      .execute()
    await sendRefundLater(trx, deps, id)
    await record(trx, deps, operator, {
      action: 'retry_refund',
      personId: booking.student_id,
      bookingId: booking.id,
    })
  })
}

/** Books a failed refund as paid by other means; the student reads how. */
export async function settleRefund(
  deps: Deps,
  operator: Login,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const { booking, cents } = await lockFailed(trx, id)
    const done_at = deps.now()
    await trx.updateTable('refunds').set({ state: 'settled', done_at }).where('id', '=', id).execute()
    await post(trx, deps.now(), refundSettled(moneyOf(booking), { id, cents }))
    await record(trx, deps, operator, {
      action: 'settle_refund',
      personId: booking.student_id,
      bookingId: booking.id,
      reason,
    })
    const decision = { cents, priceCents: 0, answer: reason }
    await tellOfProblem(trx, deps, booking, 'paid_otherwise', booking.student_id, decision)
  })
}

/**
 * A refund that waits for an operator, with its booking locked first, as in everything that moves its money.
 */
async function lockFailed(trx: Trx, id: string): Promise<Failed> {
  const owner = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('booking_id')
    .where('refunds.id', '=', id)
    .executeTakeFirst()
  const booking = owner && (await lockBooking(trx, owner.booking_id))
  if (!booking) throw problem('not_found', 'We couldn’t find that refund.')
  const { state, amount_cents, attempt } = await trx
    .selectFrom('refunds')
    .select(['state', 'amount_cents', 'attempt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (state !== 'failed') throw problem('conflict', 'This refund was already settled.')
  if ((await remainingOf(trx, booking.id))?.disputed)
    throw problem(
      'conflict',
      'The student’s bank is disputing this payment. You can’t refund it until the bank decides.',
    )
  return { booking, cents: amount_cents, attempt }
}
