import Stripe from 'stripe'

type Named = string | { id: string } | null | undefined

/** The id of a provider object, expanded or not. */
export function idOf(named: Named): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null)
}

/** The provider's answer that the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** The provider's answer that an account is closed or no longer connected to the platform. */
export function isLost(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'account_invalid'
}

/** Whether all that failed was the provider: it couldn't be reached, or refused. */
export function isOnlyProvider(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOnlyProvider)
  return error instanceof Stripe.errors.StripeError
}

/**
 * What a bank has taken for a dispute: nothing for an inquiry (`warning_…`,
 * docs.stripe.com/disputes/how-disputes-work).
 */
export function takenFor({ balance_transactions: moved }: Stripe.Dispute): number {
  return moved.reduce((sum, { amount }) => sum - Math.min(0, amount), 0)
}

/** What the bank gave back for a dispute: all of a won one, and of a lost one what had been refunded before. */
export function returnedFor({ balance_transactions: moved }: Stripe.Dispute): number {
  return moved.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
}

/** What the bank has decided for good: one that can be appealed, or is (`appeal_…`, docs.stripe.com/disputes/arbitration), is open. */
export function decisionOf({ status }: Stripe.Dispute): 'open' | 'won' | 'lost' {
  if (status === 'won') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

/** In the metadata of the refund of a payment for a booking that was paid already: our rows have neither. */
export const secondPayment = 'second_payment'

/**
 * The provider's type names for movements between the platform's bank and its balance
 * (docs.stripe.com/reports/balance-transaction-types).
 */
export const platformMoves = ['topup', 'topup_reversal', 'payout', 'payout_cancel', 'payout_failure'] as const
