import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { leastWithdrawalCents } from '#shared/api/wallets.ts'
import { formatDollars } from '#shared/domain/money.ts'
import { balancesOf } from './balances.ts'

/**
 * Refuses to let a person go while money of theirs is here, which nobody could ever have afterwards, or while they owe some. The caller holds their row,
 * so that no withdrawal begins meanwhile.
 */
export async function refuseWithMoney(trx: Trx, userId: string, now: Temporal.Instant): Promise<void> {
  const stay = (why: string) => problem('conflict', `Your account can’t be deleted yet: ${why}`)
  // Before the balances: what ends in between is in them.
  if (await teaches(trx, userId, now)) {
    throw stay(
      'a paid session with you has begun, and what it earns comes to your wallet. Wait until it is over.',
    )
  }
  const { payouts, frozen, pending, available } = await balancesOf(trx, userId)
  if (payouts > 0) {
    throw stay(`${formatDollars(payouts)} are on their way to your bank. Wait until they have arrived.`)
  }
  if (frozen > 0) {
    throw stay(`${formatDollars(frozen)} of your wallet are held until a student’s bank has decided.`)
  }
  if (pending > 0) {
    throw stay(`${formatDollars(pending)} of your earnings aren’t free yet. Withdraw them when they are.`)
  }
  if (available < 0) {
    throw stay(
      `your wallet is ${formatDollars(-available)} below zero, since payments to you were taken back. What you earn fills it; or write to support to pay it.`,
    )
  }
  // Less can't be withdrawn.
  if (available >= leastWithdrawalCents) {
    throw stay(`there are ${formatDollars(available)} in your wallet. Withdraw them first, under Wallet.`)
  }
}

/** Whether something that was paid for has begun and isn't settled; what hasn't begun is cancelled with the account. */
async function teaches(trx: Trx, userId: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select from bookings where tutor_id = ${userId} and amount_cents > 0
      and state in ('approved', 'active') and starts_at <= ${now}::timestamptz limit 1`.execute(trx)
  return rows.length > 0
}
