import Stripe from 'stripe'
import { inject } from 'vitest'
import type { Inspector } from '#server/product/files/inspection/inspector.ts'
import { inspector } from './inspector.ts'
import { type Stack, startStackOn } from './stack.ts'

// The half second and more before each retry is most of the duration of a provider fault test.
Stripe.prototype.getInitialNetworkRetryDelay = () => 0.005

/** The real product for one test file; `env` overrides settings, and `inspects` may hold or fail checks. */
export function startStack(env?: Record<string, string>, inspects: Inspector = inspector): Promise<Stack> {
  return startStackOn(inject('postgresUrl'), env, inspects)
}
