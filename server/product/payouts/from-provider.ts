import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Calls the payment provider for a person who is waiting. If it doesn't answer, tells them to try again; if it
 * refuses, an operator has to do something first.
 */
export async function fromProvider<T>({ log }: Pick<Deps, 'log'>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      const { code, param } = error
      log.error({ err: error, code, param }, 'the payment provider refused a request about a payout account')
      throw problem(
        'upstream_unavailable',
        'Something went wrong! Stripe refused this. Contact support so that we can fix it.',
      )
    }
    log.warn({ err: error }, 'the payment provider missed a request about a payout account')
    throw problem(
      'upstream_unavailable',
      'Something went wrong! We can’t reach Stripe. Try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    )
  }
}
