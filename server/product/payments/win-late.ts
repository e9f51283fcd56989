import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isLive } from '#shared/domain/booking-states.ts'
import { splitRefund } from '#shared/domain/refund-split.ts'
import { tellOfBooking } from '../bookings/booking-alerts.ts'
import type { BookingRow } from '../bookings/lock-booking.ts'
import { post } from '../ledger/post.ts'
import { disputeWonLate } from '../ledger/postings.ts'
import { creditEarning, takeFromEarning } from '../money/earnings.ts'
import { oweRefund, refundBooking, sendRefundLater } from '../money/refund.ts'
import { moneyOf, remainingOf, sumOf } from '../money/remaining.ts'

const nothing = { price: 0, fee: 0 }

/**
 * Books a dispute that was lost, and that the bank decides for us after all: what it returns goes to whom it was taken from. Refunds that
 * the bank's payment had replaced are owed again, and the rest of a booking that ended without an earning is its student's.
 */
export async function winLate(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  { id, returned }: { id: string; returned: number },
): Promise<void> {
  const lost = await trx
    .selectFrom('disputes')
    .select(['payment_id', 'amount_cents', 'price_cents', 'fee_cents', 'returned_cents'])
    .where('id', '=', id)
    .where('state', '=', 'lost')
    .executeTakeFirst()
  // The bank's decision comes first, and the money with it or later.
  if (!lost || returned < lost.amount_cents) return
  const now = deps.now()
  const { whole } = (await remainingOf(trx, booking.id))!
  const borne = { price: lost.price_cents, fee: lost.fee_cents }
  const ofOwed = splitRefund(await owedAtLoss(trx, id), borne, whole)
  const parts = { price: borne.price - ofOwed.price, fee: borne.fee - ofOwed.fee }
  await trx
    .updateTable('disputes')
    .set({ state: 'won', price_cents: 0, fee_cents: 0, returned_cents: 0, closed_at: now })
    .where('id', '=', id)
    .execute()
  const into = await takeFromEarning(trx, booking.id, -parts.price)
  const dispute = { id, cents: lost.amount_cents, returned: lost.returned_cents }
  await post(trx, now, disputeWonLate(moneyOf(booking), dispute, { owed: sumOf(ofOwed), parts, into }))
  let refunded = sumOf(ofOwed)
  if (refunded > 0) {
    const owed = { paymentId: lost.payment_id, parts: nothing, ofOwed, reason: 'operator' } as const
    await sendRefundLater(trx, deps, (await oweRefund(trx, deps, booking, owed))!)
  }
  if (into === 'held' && booking.state === 'completed') await creditEarning(trx, deps, booking, now)
  else if (into === 'held' && !isLive(booking.state))
    refunded += await refundBooking(trx, deps, booking, { parts, reason: 'operator' })
  if (refunded > 0)
    await tellOfBooking(trx, deps, booking, 'refunded', booking.student_id, { refundCents: refunded })
  if (refunded < sumOf(borne)) await tellOfBooking(trx, deps, booking, 'dispute_won', booking.tutor_id)
}

/** How much of the refunds that the student was owed counted as made by the bank when the dispute was lost. */
async function owedAtLoss(trx: Trx, disputeId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select -entries.amount_cents as cents
    from ledger_transactions moved join ledger_entries entries on entries.transaction_id = moved.id
      join ledger_accounts accounts on accounts.id = entries.account_id and accounts.kind = 'refunds'
    where moved.key = ${`dispute_lost:${disputeId}`}`.execute(trx)
  return Number(rows[0]?.cents ?? 0)
}
