import Stripe from 'stripe'
import { inject } from 'vitest'
import { type Stack, startStackOn } from './stack.ts'

// Half a second and more before each second try is most of what a test of the provider's faults takes.
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.005

/** The real product for one test file; `env` overrides settings. */
export function startStack(env?: Record<string, string>): Promise<Stack> {
  return startStackOn(inject('postgresUrl'), env)
}
