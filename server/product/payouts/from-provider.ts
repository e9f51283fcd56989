import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Calls the payment provider for a person who is waiting; if it doesn't answer, tells them to try again. */
export async function fromProvider<T>({ log }: Pick<Deps, 'log'>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    log.warn({ err: error }, 'the payment provider refused or missed a request about a payout account')
    throw problem(
      'upstream_unavailable',
      'Something went wrong! We can’t reach Stripe. Try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    )
  }
}
