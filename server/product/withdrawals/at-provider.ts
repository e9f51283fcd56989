import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { keyMayBeForgotten } from '#server/platform/payments/key-age.ts'
import { idOf } from '#server/platform/payments/provider-objects.ts'
import type { Withdrawal } from './withdrawal.ts'

/** The result of a step: made, or refused for good, with the provider's reason. */
type Answer<T> = { made: T } | { refused: string }

/** Transfers a withdrawal from the platform's balance to the tutor's account. */
export async function transfer(deps: Deps, withdrawal: Withdrawal): Promise<Answer<Stripe.Transfer>> {
  const { transfers } = deps.stripe
  const { id, amount_cents: amount, account_id: destination } = withdrawal
  const answer = await attempt(deps, withdrawal, async () => {
    const before = keyMayBeForgotten(withdrawal, deps.now())
      ? (await transfers.list({ transfer_group: id })).data[0]
      : undefined
    const metadata = { withdrawal_id: id }
    return (
      before ??
      transfers.create(
        { amount, currency: 'usd', destination, transfer_group: id, metadata },
        { idempotencyKey: keyOf(withdrawal, 'transfer') },
      )
    )
  })
  if ('made' in answer) {
    expectMeant(deps, withdrawal, answer.made, idOf(answer.made.destination) === destination)
  }
  return answer
}

/** Pays the transferred money out to the tutor's bank. */
export async function payOut(deps: Deps, withdrawal: Withdrawal): Promise<Answer<Stripe.Payout>> {
  const { payouts } = deps.stripe
  const { id, amount_cents: amount, account_id: stripeAccount } = withdrawal
  const answer = await attempt(deps, withdrawal, async () => {
    const before = keyMayBeForgotten(withdrawal, deps.now())
      ? await payoutFor(deps.stripe, withdrawal)
      : undefined
    const metadata = { withdrawal_id: id }
    return (
      before ??
      payouts.create(
        { amount, currency: 'usd', metadata },
        { stripeAccount, idempotencyKey: keyOf(withdrawal, 'payout') },
      )
    )
  })
  if ('made' in answer) expectMeant(deps, withdrawal, answer.made, true)
  return answer
}

/** The payout that was made for a withdrawal, if any. */
export function payoutFor(
  { payouts }: Stripe,
  withdrawal: Pick<Withdrawal, 'id' | 'account_id' | 'created_at'>,
): Promise<Stripe.Payout | undefined> {
  const list = payouts.list(
    { created: since(withdrawal), limit: 100 },
    { stripeAccount: withdrawal.account_id },
  )
  return findOurs(list, withdrawal.id)
}

/** Reverses a transfer from the tutor's account. */
export async function reverse(
  deps: Deps,
  withdrawal: Withdrawal & { transfer_id: string },
): Promise<Answer<Stripe.TransferReversal>> {
  const { transfers } = deps.stripe
  const { id, amount_cents: amount, transfer_id: transferId } = withdrawal
  const answer = await attempt(deps, withdrawal, async () => {
    const before = keyMayBeForgotten(withdrawal, deps.now())
      ? await findOurs(transfers.listReversals(transferId, { limit: 100 }), id)
      : undefined
    const metadata = { withdrawal_id: id }
    return (
      before ??
      transfers.createReversal(
        transferId,
        { amount, metadata },
        { idempotencyKey: keyOf(withdrawal, 'reversal') },
      )
    )
  })
  if ('made' in answer) expectMeant(deps, withdrawal, answer.made, idOf(answer.made.transfer) === transferId)
  return answer
}

/** Makes a step; throws anything but the provider's clear refusal, to be retried under the same key. */
async function attempt<T>(deps: Deps, withdrawal: Withdrawal, step: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { made: await step() }
  } catch (error) {
    if (isShortage(error)) {
      await deps.db
        .updateTable('withdrawals')
        .set({ shortages: withdrawal.shortages + 1 })
        .where('id', '=', withdrawal.id)
        .where('shortages', '=', withdrawal.shortages)
        .execute()
    } else if (isRefusal(error)) return { refused: error.code ?? 'refused' }
    throw error
  }
}

/** Missing money will come, as charges settle and payouts come back: such a refusal is temporary. */
function isShortage(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'balance_insufficient'
}

function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripePermissionError) return error.code === 'account_invalid'
  return error instanceof Stripe.errors.StripeInvalidRequestError
}

/**
 * Repeats a step as the same one. After a refusal for lack of money, which the provider would repeat under
 * the same key for a day, the step gets a new key: we know that nothing was made.
 */
function keyOf({ id, shortages }: Withdrawal, step: 'transfer' | 'payout' | 'reversal'): string {
  return shortages === 0 ? `${id}:${step}` : `${id}:${step}:${shortages}`
}

/** What may have been made for a withdrawal, by the provider's clock, which may differ from ours. */
function since({ created_at }: Pick<Withdrawal, 'created_at'>) {
  return { gte: Math.floor(created_at.epochMilliseconds / 1000) - 3600 }
}

async function findOurs<T extends { metadata: Stripe.Metadata | null }>(
  list: AsyncIterable<T>,
  id: string,
): Promise<T | undefined> {
  for await (const one of list) if (one.metadata?.withdrawal_id === id) return one
  return undefined
}

/**
 * Never mistakes another amount or account for ours: it stays for a person to look at, and is asked about
 * again.
 */
function expectMeant(
  { log }: Deps,
  { id, amount_cents }: Withdrawal,
  made: { id: string; amount: number; currency: string },
  isOurs: boolean,
): void {
  if (isOurs && made.amount === amount_cents && made.currency === 'usd') return
  log.error(
    { withdrawalId: id, made: made.id },
    'the payment provider moved something else than a withdrawal',
  )
  throw new Error(`${made.id} isn't what was asked for withdrawal ${id}`)
}
