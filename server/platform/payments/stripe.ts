import Stripe from 'stripe'
import type { Config } from '#server/config/config.ts'

/** The payment provider's client. Every call that changes something carries our idempotency key. */
export function createStripe({ stripe }: { stripe: Pick<Config['stripe'], 'secretKey' | 'apiUrl'> }): Stripe {
  const { protocol, hostname, port } = new URL(stripe.apiUrl)
  return new Stripe(stripe.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
  })
}
