import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { missing } from './errors.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import { expand, listing, mergeMetadata, metadata, read, text } from './params.ts'
import type { Checkout } from './tables.ts'
import { newId, type World } from './world.ts'

/** The payment that a Checkout Session creates at the first attempt to pay it. */
export function newIntent(world: World, { session, intentData }: Checkout): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_${newId('secret')}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: session.currency ?? 'usd',
    customer: null,
    customer_account: null,
    description: intentData.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: intentData.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: intentData.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: intentData.transfer_group ?? null,
  }
}

const listed = z.strictObject(listing)

export const intentOperations: Operations = {
  'GET /v1/payment_intents': (world, { params }) =>
    page(world.store.all('intent'), '/v1/payment_intents', read(listed, params)),
  'GET /v1/payment_intents/:id': (world, { path: [id = ''], params }) => {
    read(z.strictObject({ expand, client_secret: z.optional(text) }), params)
    return findIntent(world, id)
  },
  'POST /v1/payment_intents/:id': (world, { path: [id = ''], params }) => {
    const sent = read(z.strictObject({ metadata: z.optional(metadata), expand }), params)
    const intent = findIntent(world, id)
    return world.store.put('intent', { ...intent, metadata: mergeMetadata(intent.metadata, sent.metadata) })
  },
}

/** Throws the provider's 404 if there is none. */
export function findIntent(world: World, id: string): Stripe.PaymentIntent {
  const intent = world.store.get('intent', id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}
