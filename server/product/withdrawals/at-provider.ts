import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { keyMayBeForgotten, keyOfTry } from '#server/platform/payments/idempotency-keys.ts'
import { idOf } from '#server/platform/payments/provider-objects.ts'
import type { Withdrawal } from './withdrawal.ts'

/** The result of a step: made, or refused for good, with the provider's reason. */
type Answer<T> = { made: T } | { refused: string }

/** Transfers a withdrawal from the platform's balance to the tutor's account. */
export function transfer(deps: Deps, withdrawal: Withdrawal): Promise<Answer<Stripe.Transfer>> {
  const { transfers } = deps.stripe
  const { id, account_id: destination } = withdrawal
  return attempt(deps, withdrawal, 'transfer', {
    find: () => transferFor(deps.stripe, withdrawal),
    make: (meant, options) =>
      transfers.create({ ...meant, currency: 'usd', destination, transfer_group: id }, options),
    isOurs: made => idOf(made.destination) === destination,
  })
}

/** The transfer that was made for a withdrawal, if any. */
export async function transferFor(
  { transfers }: Stripe,
  { id }: Pick<Withdrawal, 'id'>,
): Promise<Stripe.Transfer | undefined> {
  return (await transfers.list({ transfer_group: id })).data[0]
}

/** Pays the transferred money out to the tutor's bank. */
export function payOut(deps: Deps, withdrawal: Withdrawal): Promise<Answer<Stripe.Payout>> {
  const { account_id: stripeAccount } = withdrawal
  return attempt(deps, withdrawal, 'payout', {
    find: () => payoutFor(deps.stripe, withdrawal),
    make: (meant, options) =>
      deps.stripe.payouts.create({ ...meant, currency: 'usd' }, { ...options, stripeAccount }),
    isOurs: () => true,
  })
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
export function reverse(
  deps: Deps,
  withdrawal: Withdrawal & { transfer_id: string },
): Promise<Answer<Stripe.TransferReversal>> {
  const { transfers } = deps.stripe
  const { id, transfer_id: transferId } = withdrawal
  return attempt(deps, withdrawal, 'reversal', {
    find: () => findOurs(transfers.listReversals(transferId, { limit: 100 }), id),
    make: (meant, options) => transfers.createReversal(transferId, meant, options),
    isOurs: made => idOf(made.transfer) === transferId,
  })
}

type StepName = 'transfer' | 'payout' | 'reversal'

type Step<T> = {
  /** What was made before, for when the provider may have forgotten the key. */
  find: () => Promise<T | undefined>
  make: (
    meant: { amount: number; metadata: { withdrawal_id: string } },
    options: { idempotencyKey: string },
  ) => Promise<T>
  isOurs: (made: T) => boolean
}

/** Makes a step once; throws anything but the provider's clear refusal, to be retried under the same key. */
async function attempt<T extends { id: string; amount: number; currency: string }>(
  deps: Deps,
  withdrawal: Withdrawal,
  name: StepName,
  { find, make, isOurs }: Step<T>,
): Promise<Answer<T>> {
  const meant = { amount: withdrawal.amount_cents, metadata: { withdrawal_id: withdrawal.id } }
  try {
    const before = keyMayBeForgotten(withdrawal, deps.now()) ? await find() : undefined
    const made = before ?? (await make(meant, { idempotencyKey: keyOf(withdrawal, name) }))
    expectMeant(deps, withdrawal, made, isOurs(made))
    return { made }
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
function keyOf({ id, shortages }: Withdrawal, step: StepName): string {
  return keyOfTry(`${id}:${step}`, shortages)
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
