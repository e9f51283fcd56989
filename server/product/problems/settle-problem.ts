import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import { record } from '../audit/audit.ts'
import { lockBooking } from '../bookings/change-booking.ts'
import { refundPaid } from '../money/refund-paid.ts'
import { tellOfProblem } from './problem-alerts.ts'

type Settlement = {
  bookingId: string
  outcome: 'all' | 'part' | 'none'
  /** With `part`: the student's refund, in dollars. */
  amount?: string | undefined
  reason: string
}

/**
 * Decides a reported problem, once: of two operators at the same time, the second gets an error. The rest of
 * the earning is released as usual.
 */
export async function settleProblem(deps: Deps, operator: Login, settlement: Settlement): Promise<void> {
  const { bookingId, outcome, reason } = settlement
  const wish = wishOf(settlement)
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (!booking) throw noProblem()
    await refuseUnlessOpen(trx, bookingId)
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
      reason,
    })
    const decision = { cents: given.cents, priceCents: given.parts.price, answer: reason }
    for (const reader of [booking.student_id, booking.tutor_id]) {
      await tellOfProblem(trx, deps, booking, 'settled', reader, decision)
    }
  })
}

function wishOf({ outcome, amount }: Settlement): number | 'everything' {
  if (outcome !== 'part') return outcome === 'all' ? 'everything' : 0
  const cents = amount === undefined ? 0 : decimalToCents(amount)!
  if (cents > 0) return cents
  throw invalidField('body.amount', 'Enter how much to refund.')
}

async function refuseUnlessOpen(trx: Trx, bookingId: string): Promise<void> {
  const reported = await trx
    .selectFrom('booking_problems')
    .select('outcome')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!reported) throw noProblem()
  if (reported.outcome) throw problem('conflict', 'This problem was already settled.')
}

const noProblem = () => problem('not_found', 'Nobody reported a problem with that booking.')
