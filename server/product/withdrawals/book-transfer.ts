import type { Deps } from '#server/deps.ts'
import { idOf } from '#server/platform/payments/provider-objects.ts'
import { post } from '../ledger/post.ts'
import { transferred, withdrawn } from '../ledger/postings.ts'
import { payoutFor } from './at-provider.ts'
import { findWithdrawal, withdrawalMoneyOf } from './withdrawal.ts'

type BookDeps = Pick<Deps, 'db' | 'stripe' | 'now'>

/**
 * Books a transfer that the provider has and we don't, as after a restore to a time before it, with its payout: the
 * tutor's wallet still has the money, so that they could withdraw it again. Servers take the withdrawal from there. Returns
 * why not, or null.
 */
export async function bookTransfer(
  { db, stripe, now }: BookDeps,
  transferId: string,
): Promise<string | null> {
  const made = await stripe.transfers.retrieve(transferId)
  const id = made.metadata.withdrawal_id
  const account_id = idOf(made.destination)
  if (!id || !account_id) return 'Ignite didn’t make this transfer.'
  if (made.amount_reversed > 0) return 'It was taken back.'
  if (await findWithdrawal(db, id)) return 'Its withdrawal is here, and goes on by itself.'
  const owner = await db
    .selectFrom('payout_accounts')
    .select('user_id')
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  if (!owner) return `Nobody here has the account ${account_id}.`
  const begun = { id, account_id, created_at: Temporal.Instant.fromEpochMilliseconds(made.created * 1000) }
  const payout = await payoutFor(stripe, begun)
  return db
    .transaction()
    .execute(async trx => {
      const withdrawal = await trx
        .insertInto('withdrawals')
        .values({
          ...begun,
          user_id: owner.user_id,
          amount_cents: made.amount,
          transfer_id: made.id,
          state_since: now(),
          ...(payout && { payout_id: payout.id, state: 'sent' }),
        })
        .returning(['id', 'user_id', 'amount_cents'])
        .executeTakeFirstOrThrow()
      const money = withdrawalMoneyOf(withdrawal)
      await post(trx, now(), withdrawn(money))
      await post(trx, now(), transferred({ ...money, providerId: made.id }))
      return null
    })
    .catch((error: { constraint?: string }) => {
      if (error.constraint !== 'ledger_not_below_zero') throw error
      return `The wallet has less than ${made.amount} cents. Try again once its bookings have been earned.`
    })
}
