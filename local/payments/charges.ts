import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Card } from './cards.ts'
import { missing } from './errors.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import { expand, listing, mergeMetadata, metadata, read, retrieval, text } from './params.ts'
import { newId, type World } from './world.ts'

const succeeded = {
  network_status: 'approved_by_network',
  seller_message: 'Payment complete.',
  type: 'authorized',
}

/** One attempt to charge a card, as the API shows it; the caller moves the money. */
export function newCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  card: Card,
  email: string | null,
): Stripe.Charge {
  const id = newId('ch')
  const { decline } = card
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'IGNITE',
    captured: !decline,
    created: world.now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(card),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: { card: cardDetails(world, card, intent.amount), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${world.publicUrl}/local/payments#${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

const listed = z.strictObject({
  ...listing,
  payment_intent: z.optional(text),
  transfer_group: z.optional(text),
})

export const chargeOperations: Operations = {
  'GET /v1/charges': (world, { params }) => {
    const { payment_intent: intent, transfer_group: group, ...paging } = read(listed, params)
    const rows = world.store
      .all('charge')
      .filter(
        charge =>
          (!intent || charge.payment_intent === intent) && (!group || charge.transfer_group === group),
      )
    return page(rows, '/v1/charges', paging)
  },
  'GET /v1/charges/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return findCharge(world, id)
  },
  'POST /v1/charges/:id': (world, { path: [id = ''], params }) => {
    const sent = read(z.strictObject({ metadata: z.optional(metadata), expand }), params)
    const charge = findCharge(world, id)
    return world.store.put('charge', { ...charge, metadata: mergeMetadata(charge.metadata, sent.metadata) })
  },
}

/** Throws the provider's 404 if there is none; `param` is the parameter to blame. */
export function findCharge(world: World, id: string, param = 'charge'): Stripe.Charge {
  const charge = world.store.get('charge', id)
  if (!charge) throw missing('charge', id, param)
  return charge
}

function outcomeOf({ decline }: Card): Stripe.Charge.Outcome {
  const said = decline
    ? {
        network_status: 'declined_by_network',
        seller_message: 'The bank did not return any further details with this decline.',
        type: 'issuer_declined',
      }
    : succeeded
  return {
    ...said,
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    reason: decline ? (decline.declineCode ?? decline.code) : null,
    risk_level: 'normal',
  } as Stripe.Charge.Outcome
}

function cardDetails(world: World, card: Card, amount: number) {
  const year = new Date(world.now() * 1000).getUTCFullYear()
  return {
    amount_authorized: card.decline ? null : amount,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    exp_month: 12,
    exp_year: year + 3,
    extended_authorization: { status: 'disabled' },
    fingerprint: `local${card.number.slice(-11)}`,
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: card.confirms ? confirmed : null,
    transaction_link_id: null,
    wallet: null,
  } as Stripe.Charge.PaymentMethodDetails.Card
}

const confirmed = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
