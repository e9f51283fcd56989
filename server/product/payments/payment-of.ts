import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { idOf } from '#server/platform/payments/provider-objects.ts'
import { fulfill } from './fulfill.ts'

/**
 * The paid booking of a payment at the provider; null if it isn't ours. The provider can report what follows
 * a payment before the payment itself: then the payment is applied first.
 */
export async function paymentOf(
  deps: Deps,
  intent: string | Stripe.PaymentIntent | null,
): Promise<{ id: string; bookingId: string } | null> {
  const intentId = idOf(intent)
  if (!intentId) return null
  const find = () =>
    deps.db
      .selectFrom('payments')
      .select(['id', 'booking_id as bookingId'])
      .where('payment_intent_id', '=', intentId)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  const sessions = await deps.stripe.checkout.sessions.list({ payment_intent: intentId })
  for (const session of sessions.data) await fulfill(deps, session)
  return (await find()) ?? null
}
