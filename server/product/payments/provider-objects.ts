import Stripe from 'stripe'

type Named = string | { id: string } | null | undefined

/** The id of something of the provider's, whether or not it came with it. */
export function idOf(named: Named): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null)
}

/** The booking that a Checkout is for; null where it is none of ours: others may use the same account at the provider. */
export function bookingIdOf({ metadata }: Stripe.Checkout.Session): string | null {
  const id = metadata?.booking_id
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}

/** The provider's answer that it has no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** The provider's answer that an account is closed, or isn't connected to the platform any more. */
export function isLost(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'account_invalid'
}
