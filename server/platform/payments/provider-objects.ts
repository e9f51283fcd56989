import Stripe from 'stripe'

type Named = string | { id: string } | null | undefined

/** The id of something of the provider's, whether or not it came with it. */
export function idOf(named: Named): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null)
}

/** The provider's answer that it has no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** The provider's answer that an account is closed, or isn't connected to the platform any more. */
export function isLost(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'account_invalid'
}

/** How a movement between the platform's bank and its balance is called there (docs.stripe.com/reports/balance-transaction-types). */
export const platformMoves = ['topup', 'topup_reversal', 'payout', 'payout_cancel', 'payout_failure'] as const
