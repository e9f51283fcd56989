import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isLost } from '#server/platform/payments/provider-objects.ts'
import { post } from '../ledger/post.ts'
import { paidOut, payoutReturned } from '../ledger/postings.ts'
import { applyAccount } from '../payouts/apply-account.ts'
import { tellOfPayout } from '../payouts/payout-alerts.ts'
import { failureInWords } from './failure-words.ts'
import {
  changeWithdrawal,
  lockWithdrawal,
  sendWithdrawalLater,
  type Withdrawal,
  withdrawalMoneyOf,
} from './withdrawal.ts'

/**
 * Asks the provider for the state of a payout of a tutor's account, and updates its withdrawal: the only way
 * a withdrawal learns its end, in any order and any number of times. Ignores a payout that nothing here
 * requested. If the account was closed or disconnected, the provider doesn't say what became of the payout: a person has to find out
 * (docs/operations.md says how).
 */
export async function applyPayout(deps: Deps, accountId: string, payoutId: string): Promise<void> {
  const payout = await retrieve(deps, accountId, payoutId)
  if (!payout) return
  const found = await withdrawalOf(deps, accountId, payout)
  if (!found) return
  if (payout.amount !== found.amount_cents || payout.currency !== 'usd' || !found.transfer_id) {
    deps.log.error({ withdrawalId: found.id, payoutId }, 'a payout isn’t what its withdrawal asked for')
    return
  }
  await deps.db.transaction().execute(async trx => {
    const withdrawal = await lockWithdrawal(trx, found.id)
    if (payout.status === 'paid') await arrive(trx, deps, withdrawal, payout)
    else if (payout.status === 'failed' || payout.status === 'canceled')
      await comeBack(trx, deps, withdrawal, payout)
    else if (withdrawal.state === 'requested')
      await changeWithdrawal(trx, deps, withdrawal, { state: 'sent', payout_id: payout.id })
  })
}

async function retrieve(deps: Deps, accountId: string, payoutId: string): Promise<Stripe.Payout | null> {
  try {
    return await deps.stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId })
  } catch (error) {
    if (!isLost(error)) throw error
    deps.log.error({ accountId, payoutId }, 'a payout’s account was closed or disconnected')
    // Stores that too, after which the payout isn't asked about again (resumeWithdrawals).
    await applyAccount(deps, accountId)
    return null
  }
}

async function withdrawalOf({ db }: Deps, accountId: string, { id, metadata }: Stripe.Payout) {
  return (
    db
      .selectFrom('withdrawals')
      .select(['id', 'amount_cents', 'transfer_id'])
      .where('account_id', '=', accountId)
      // Its event can arrive before the answer that contains its id.
      .where(({ eb, or, and }) =>
        or([
          eb('payout_id', '=', id),
          and([eb('payout_id', 'is', null), eb(sql`id::text`, '=', metadata?.withdrawal_id ?? '')]),
        ]),
      )
      .executeTakeFirst()
  )
}

async function arrive(trx: Trx, deps: Deps, withdrawal: Withdrawal, { id }: Stripe.Payout): Promise<void> {
  if (withdrawal.state !== 'requested' && withdrawal.state !== 'sent') return
  const { userId, cents } = withdrawalMoneyOf(withdrawal)
  const done_at = deps.now()
  await changeWithdrawal(trx, deps, withdrawal, { state: 'paid', payout_id: id, done_at })
  await post(trx, deps.now(), paidOut({ id: withdrawal.id, userId, cents, providerId: id }))
  await tellOfPayout(trx, deps, userId, cents)
}

/** The bank sent it back, perhaps after it had shown as paid: a job returns it all the way. */
async function comeBack(trx: Trx, deps: Deps, withdrawal: Withdrawal, payout: Stripe.Payout): Promise<void> {
  const { state } = withdrawal
  if (state !== 'requested' && state !== 'sent' && state !== 'paid') return
  const failure = failureInWords(payout.status, payout.failure_code)
  await changeWithdrawal(trx, deps, withdrawal, {
    state: 'returning',
    payout_id: payout.id,
    failure,
    done_at: null,
  })
  if (state === 'paid') {
    await post(trx, deps.now(), payoutReturned({ ...withdrawalMoneyOf(withdrawal), providerId: payout.id }))
  }
  await sendWithdrawalLater(trx, deps, withdrawal.id)
}
