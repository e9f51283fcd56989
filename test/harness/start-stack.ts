import Stripe from 'stripe'
import { inject } from 'vitest'
import { inspector } from './inspector.ts'
import { type Stack, startStackOn } from './stack.ts'

// The half second and more before each retry is most of the duration of a provider fault test.
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.005

/** The real product for one test file; `env` overrides settings. */
export function startStack(env?: Record<string, string>): Promise<Stack> {
  return startStackOn(inject('postgresUrl'), env, inspector)
}
