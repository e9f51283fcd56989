import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import { record } from '../audit/audit.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { refundPaid } from '../money/refund-paid.ts'
import { remainingOf, sumOf } from '../money/remaining.ts'
import { tellOfProblem } from './problem-alerts.ts'
import { refuseOwn } from './refuse-own.ts'

type Settlement = {
  bookingId: string
  outcome: 'all' | 'part' | 'none'
  /** With `part`: the student's refund, in dollars. */
  amount?: string | undefined
  reason: string
}

/**
 * Decides a reported problem, once: of two operators at the same time, the second gets an error. Repeated with the same words, it is the
 * same decision. The rest of the earning is released as usual.
 */
export async function settleProblem(deps: Deps, operator: Login, settlement: Settlement): Promise<void> {
  const { bookingId, outcome, reason } = settlement
  const wish = wishOf(settlement)
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) throw noProblem()
    refuseOwn(operator, booking)
    if (await isMade(trx, settlement, wish)) return
    const given =
      wish === 0
        ? { cents: 0, parts: { price: 0, fee: 0 } }
        : await refundPaid(trx, deps, booking, { cents: wish, reason: 'problem' })
    await trx
      .updateTable('booking_problems')
      .set({ outcome, answer: reason, settled_at: deps.now() })
      .where('booking_id', '=', bookingId)
      .execute()
    await record(trx, deps, operator, {
      action: 'settle_problem',
      personId: booking.student_id,
      bookingId,
      cents: given.cents,
      reason,
    })
    const decision = {
      cents: given.cents,
      priceCents: given.parts.price,
      before: given.cents === 0 ? await givenBack(trx, bookingId) : undefined,
      answer: reason,
    }
    for (const reader of [booking.student_id, booking.tutor_id]) {
      await tellOfProblem(trx, deps, booking, 'settled', reader, decision)
    }
  })
}

/** How much of the payment the student gets back without this decision: as a refund, made or still owed, or from their bank. */
async function givenBack(trx: Trx, bookingId: string): Promise<'part' | 'all' | undefined> {
  const remaining = await remainingOf(trx, bookingId)
  if (!remaining || sumOf(remaining.left) === sumOf(remaining.whole)) return undefined
  return sumOf(remaining.left) === 0 ? 'all' : 'part'
}

function wishOf({ outcome, amount }: Settlement): number | 'everything' {
  if (outcome !== 'part') return outcome === 'all' ? 'everything' : 0
  const cents = amount === undefined ? 0 : decimalToCents(amount)!
  if (cents > 0) return cents
  throw invalidField('body.amount', 'Enter how much to refund.')
}

/** Whether the problem of the locked booking was settled by this very decision; a 409 if by another one. */
async function isMade(
  trx: Trx,
  { bookingId, outcome, reason }: Settlement,
  wish: number | 'everything',
): Promise<boolean> {
  const reported = await trx
    .selectFrom('booking_problems')
    .leftJoin('payments', 'payments.booking_id', 'booking_problems.booking_id')
    .leftJoin('refunds', join =>
      join.onRef('refunds.payment_id', '=', 'payments.id').on('refunds.reason', '=', 'problem'),
    )
    .select(['outcome', 'answer', 'refunds.amount_cents as refunded'])
    .where('booking_problems.booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!reported) throw noProblem()
  if (!reported.outcome) return false
  const isSame = reported.outcome === outcome && reported.answer === reason
  if (isSame && (outcome !== 'part' || reported.refunded === wish)) return true
  throw problem('conflict', 'This problem was already settled.')
}

const noProblem = () => problem('not_found', 'Nobody reported a problem with that booking.')
