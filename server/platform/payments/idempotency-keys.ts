import Stripe from 'stripe'

/**
 * The provider forgets idempotency keys after a day at the earliest
 * (docs.stripe.com/api/idempotent_requests).
 */
const keyHours = 20

/**
 * Whether the provider may have forgotten the key of a request begun then: only its lists still tell whether
 * the request succeeded.
 */
export function keyMayBeForgotten(
  { created_at }: { created_at: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return Temporal.Instant.compare(now, created_at.add({ hours: keyHours })) > 0
}

/**
 * Whether the provider may repeat this failure for the request's key, as it does for a day once a request has
 * begun (docs.stripe.com/api/idempotent_requests), or if the key's first request had other parameters. It doesn't if
 * another request with the key is in progress (409).
 */
export function keepsFailing(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeAPIError) return error.statusCode !== 409
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  )
}

/** The key of a request after so many tries, each with a key of its own: that of the first is the plain name. */
export function keyOfTry(name: string, earlierTries: number): string {
  return earlierTries === 0 ? name : `${name}:${earlierTries}`
}
