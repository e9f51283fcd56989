import type { Selectable } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Refunds } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { record } from '../audit/audit.ts'
import { type BookingRow, lockBooking } from '../bookings/lock-booking.ts'
import { post } from '../ledger/post.ts'
import { refundSettled } from '../ledger/postings.ts'
import { sendRefundLater } from '../money/refund.ts'
import { moneyOf, remainingOf } from '../money/remaining.ts'
import { tellOfProblem } from './problem-alerts.ts'
import { refuseOwn } from './refuse-own.ts'

type Refund = { booking: BookingRow; state: Selectable<Refunds>['state']; cents: number; attempt: number }
type Settlement = { id: string; reason: string }

/** Asks the provider again for a refund that it refused, or that a bank sent back. */
export async function retryRefund(deps: Deps, operator: Login, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const refund = await lockRefund(trx, id)
    const { booking, cents, attempt } = refund
    refuseOwn(operator, booking)
    await refuseUnlessFailed(trx, refund)
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
      cents,
    })
  })
}

/** Books a failed refund as paid by other means; the student reads how. Repeated with the same words, it is the same settlement. */
export async function settleRefund(deps: Deps, operator: Login, { id, reason }: Settlement): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const refund = await lockRefund(trx, id)
    const { booking, cents } = refund
    refuseOwn(operator, booking)
    if (refund.state === 'settled' && (await isMade(trx, operator, booking, reason))) return
    await refuseUnlessFailed(trx, refund)
    const done_at = deps.now()
    await trx.updateTable('refunds').set({ state: 'settled', done_at }).where('id', '=', id).execute()
    await post(trx, deps.now(), refundSettled(moneyOf(booking), { id, cents }))
    await record(trx, deps, operator, {
      action: 'settle_refund',
      personId: booking.student_id,
      bookingId: booking.id,
      cents,
      reason,
    })
    const decision = { cents, priceCents: 0, answer: reason }
    await tellOfProblem(trx, deps, booking, 'paid_otherwise', booking.student_id, decision)
  })
}

/** A refund, with its booking locked first, as in everything that moves its money. */
async function lockRefund(trx: Trx, id: string): Promise<Refund> {
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
  return { booking, state, cents: amount_cents, attempt }
}

/** Whether the operator settled a refund of this booking with these words: the answer may have been lost. */
async function isMade(
  trx: Trx,
  operator: Login,
  { id, student_id }: BookingRow,
  reason: string,
): Promise<boolean> {
  const made = await trx
    .selectFrom('audit_entries')
    .select('id')
    .where('person_id', '=', student_id)
    .where('operator_id', '=', operator.userId)
    .where('action', '=', 'settle_refund')
    .where('booking_id', '=', id)
    .where('reason', '=', reason)
    .executeTakeFirst()
  return made !== undefined
}

async function refuseUnlessFailed(trx: Trx, { booking, state }: Refund): Promise<void> {
  if (state === 'pending') throw problem('conflict', 'This refund is being sent again.')
  if (state !== 'failed') throw problem('conflict', 'This refund was already settled.')
  if ((await remainingOf(trx, booking.id))?.disputed)
    throw problem(
      'conflict',
      'The student’s bank is disputing this payment. You can’t refund it until the bank decides.',
    )
}
