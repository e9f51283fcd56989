import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { keepsFailing, keyMayBeForgotten, keyOfTry } from '#server/platform/payments/idempotency-keys.ts'
import { payoutDefaults } from '#shared/api/payouts.ts'
import { requireTerms } from '../wallets/wallet.ts'
import { type AccountRow, accountFactsOf, accountOf } from './account.ts'
import { fromProvider } from './from-provider.ts'

/**
 * The provider's id of a person's payout account, created on first use: one account, however many requests
 * come at once and whichever answers get lost, since our row comes first and the person's id is the
 * provider's idempotency key. After a failure at the provider, the next try gets a new key, and looks first
 * whether the account was made despite the failure.
 */
export async function ensureAccount(deps: Deps, userId: string): Promise<string> {
  const { db, now } = deps
  await requireTerms(db, userId)
  const at = now()
  await db
    .insertInto('payout_accounts')
    .values({ user_id: userId, created_at: at, updated_at: at })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  const row = (await accountOf(db, userId))!
  if (row.account_id) return row.account_id
  const account = await fromProvider(deps, async () => {
    const before =
      row.failed_attempts > 0 || keyMayBeForgotten(row, now())
        ? await accountMade(deps.stripe, userId, row.created_at)
        : undefined
    return before ?? createAccount(deps, row)
  })
  await db
    .updateTable('payout_accounts')
    .set({ ...accountFactsOf(account), account_id: account.id, updated_at: at })
    .where('user_id', '=', userId)
    .where('account_id', 'is', null)
    .execute()
  // Of two tries with different keys at once, one stored its account first: that is the person's.
  return (await accountOf(db, userId))!.account_id!
}

/**
 * The provider collects the required data on its own pages; the platform pays its fees, bears losses, decides
 * when to pay out, and charges nobody on the account's behalf (docs.stripe.com/connect/accounts-v1).
 */
async function createAccount(
  { db, stripe }: Deps,
  { user_id: userId, failed_attempts: failed }: AccountRow,
): Promise<Stripe.Account> {
  const creation = stripe.accounts.create(
    {
      country: payoutDefaults.country,
      default_currency: payoutDefaults.currency,
      business_type: payoutDefaults.holderType,
      capabilities: { transfers: { requested: true } },
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { user_id: userId },
    },
    { idempotencyKey: keyOfTry(`account:${userId}`, failed) },
  )
  return creation.catch(async (error: unknown) => {
    if (keepsFailing(error)) {
      await db
        .updateTable('payout_accounts')
        .set({ failed_attempts: failed + 1 })
        .where('user_id', '=', userId)
        // If several tries fail together, only one of them raises the number.
        .where('failed_attempts', '=', failed)
        .execute()
    }
    throw error
  })
}

/** An account that the provider already made for the person. */
async function accountMade(
  stripe: Stripe,
  userId: string,
  since: Temporal.Instant,
): Promise<Stripe.Account | undefined> {
  // Its clock may differ from ours.
  const gte = Math.floor(since.epochMilliseconds / 1000) - 3600
  for await (const made of stripe.accounts.list({ created: { gte }, limit: 100 })) {
    if (made.metadata?.user_id === userId) return made
  }
  return undefined
}
