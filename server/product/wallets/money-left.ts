import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { leastWithdrawalCents } from '#shared/api/wallets.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { inStates } from '../people/booking-states.ts'
import { balancesOf } from './balances.ts'

/**
 * Refuses to close an account while the person has money here, which nobody could ever withdraw afterwards,
 * or owes some. The caller has locked their row, so that no withdrawal begins meanwhile.
 */
export async function refuseWithMoney(trx: Trx, userId: string, now: Temporal.Instant): Promise<void> {
  const stay = (why: string) => problem('conflict', `You can’t delete your account yet: ${why}`)
  // Before the balances, so that those include bookings that end in between.
  if (await teaches(trx, userId, now)) {
    throw stay('a paid meeting with you is in progress. Wait until it’s over.')
  }
  const returned = await returnedTo(trx, userId)
  if (returned > 0) {
    throw stay(
      `we still owe you ${formatDollars(returned)}, because a refund couldn’t be paid to you. Contact support and we’ll find another way.`,
    )
  }
  const { payouts, frozen, pending, available } = await balancesOf(trx, userId)
  if (payouts > 0) {
    throw stay(`${formatDollars(payouts)} is on its way to your bank. Wait until it arrives.`)
  }
  if (frozen > 0) {
    throw stay(`${formatDollars(frozen)} in your wallet is frozen until a student’s bank decides.`)
  }
  if (pending > 0) {
    throw stay(`${formatDollars(pending)} of your earnings is still on hold. Withdraw it once you can.`)
  }
  if (available < 0) {
    throw stay(
      `your wallet is ${formatDollars(-available)} below zero because payments to you were taken back. Earn it back, or contact support to pay it.`,
    )
  }
  // Less can't be withdrawn.
  if (available >= leastWithdrawalCents) {
    throw stay(`you have ${formatDollars(available)} in your wallet. Withdraw it first, under Wallet.`)
  }
}

/** How much of the person's refunds failed: once the account is closed, nobody can ask them for another way to pay. */
async function returnedTo(trx: Trx, userId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(refunds.amount_cents), 0)::bigint as cents
    from bookings join payments on payments.booking_id = bookings.id join refunds on payment_id = payments.id
    where student_id = ${userId} and refunds.state = 'failed'`.execute(trx)
  return rows[0]!.cents
}

/**
 * Whether a paid booking has begun and isn't settled; those that haven't begun are canceled with the account.
 */
async function teaches(trx: Trx, userId: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select from bookings where tutor_id = ${userId} and amount_cents > 0
      and state in (${inStates.agreed}) and starts_at <= ${now}::timestamptz limit 1`.execute(trx)
  return rows.length > 0
}
