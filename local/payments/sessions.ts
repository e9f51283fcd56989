import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { page } from './list.ts'
import { type NewItem, newCheckout } from './new-checkout.ts'
import type { Operations } from './operation.ts'
import { expand, listing, mergeMetadata, metadata, read, retrieval, text } from './params.ts'
import { newSession } from './session-object.ts'
import type { Checkout } from './tables.ts'
import { newId, type World } from './world.ts'

const listed = z.strictObject({
  ...listing,
  payment_intent: z.optional(text),
  status: z.optional(z.enum(['open', 'complete', 'expired'])),
  customer_details: z.optional(z.strictObject({ email: text })),
})

export const sessionOperations: Operations = {
  'POST /v1/checkout/sessions': (world, { params }) => {
    const wanted = read(newCheckout, params)
    const items = wanted.line_items.map((item, index) => newItem(world, item, index))
    const total = items.reduce((sum, item) => sum + item.amount_total, 0)
    checkAmount(items, total)
    for (const name of ['success_url', 'cancel_url'] as const) checkUrl(name, wanted[name])
    const session = newSession(world, wanted, { total, currency: items[0]!.currency })
    world.store.put('checkout', {
      id: session.id,
      session,
      items,
      intentData: wanted.payment_intent_data ?? {},
    })
    return session
  },
  'GET /v1/checkout/sessions': (world, { params }) => {
    const { payment_intent: intent, status, customer_details: customer, ...paging } = read(listed, params)
    const rows = world.store
      .all('checkout')
      .map(({ session }) => session)
      .filter(
        session =>
          (!intent || session.payment_intent === intent) &&
          (!status || session.status === status) &&
          (!customer || session.customer_details?.email === customer.email),
      )
    return page(rows, '/v1/checkout/sessions', paging)
  },
  'GET /v1/checkout/sessions/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return findCheckout(world, id).session
  },
  'POST /v1/checkout/sessions/:id': (world, { path: [id = ''], params }) => {
    const sent = read(z.strictObject({ metadata: z.optional(metadata), expand }), params)
    const checkout = findCheckout(world, id)
    const merged = mergeMetadata(checkout.session.metadata ?? {}, sent.metadata)
    return putSession(world, checkout, { metadata: merged })
  },
  'POST /v1/checkout/sessions/:id/expire': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    const checkout = findCheckout(world, id)
    const { status } = checkout.session
    if (status !== 'open') {
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
      )
    }
    return expire(world, checkout)
  },
  'GET /v1/checkout/sessions/:id/line_items': (world, { path: [id = ''], params }) => {
    const { items } = findCheckout(world, id)
    // Unlike other lists, oldest first.
    return page(
      items.toReversed(),
      `/v1/checkout/sessions/${id}/line_items`,
      read(z.strictObject(listing), params),
    )
  },
}

/** Throws the provider's 404 if there is none. */
export function findCheckout(world: World, id: string): Checkout {
  const checkout = world.store.get('checkout', id)
  if (!checkout) throw missing('checkout.session', id, 'session')
  return checkout
}

/**
 * Stores a Checkout as given, with changes to its session. What was stored since the caller read it is lost.
 */
export function putSession(world: World, checkout: Checkout, changes: Partial<Stripe.Checkout.Session>) {
  const session = { ...checkout.session, ...changes }
  world.store.put('checkout', { ...checkout, session })
  return session
}

/** Ends an unpaid session, and its attempted payment. */
function expire(world: World, checkout: Checkout): Stripe.Checkout.Session {
  const session = putSession(world, checkout, { status: 'expired', url: null })
  const intent = world.store.get('intent', String(session.payment_intent))
  if (intent) {
    const canceled: Stripe.PaymentIntent = {
      ...intent,
      status: 'canceled',
      canceled_at: world.now(),
      cancellation_reason: 'automatic',
      next_action: null,
    }
    emit(world, 'payment_intent.canceled', world.store.put('intent', canceled))
  }
  emit(world, 'checkout.session.expired', session)
  return session
}

/** Expires the sessions whose time is over. */
export function expireSessions(world: World): void {
  for (const checkout of world.store.all('checkout')) {
    const { status, expires_at: end } = checkout.session
    if (status === 'open' && end <= world.now()) expire(world, checkout)
  }
}

function newItem(world: World, { price_data: price, quantity }: NewItem, index: number): Stripe.LineItem {
  const at = `line_items[${index}]`
  if (price.unit_amount < 0) {
    const param = `${at}[price_data][unit_amount]`
    throw badParameter('Invalid non-negative integer', 'parameter_invalid_integer', param)
  }
  if (quantity < 1) {
    const message = 'This value must be greater than or equal to 1.'
    throw badParameter(message, 'parameter_invalid_integer', `${at}[quantity]`)
  }
  const amount = price.unit_amount * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    metadata: {},
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: world.now(),
      currency: price.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod', 14),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: price.unit_amount,
      // The SDK turns this text on the wire into a decimal.
      unit_amount_decimal: String(price.unit_amount) as unknown as Stripe.Decimal,
    },
    quantity,
  }
}

function checkAmount(items: Stripe.LineItem[], total: number): void {
  if (items.length === 0)
    throw badParameter('Missing required param: line_items.', 'parameter_missing', 'line_items')
  if (new Set(items.map(item => item.currency)).size > 1) {
    throw badParameter('All prices on a Checkout Session must have the same currency.')
  }
  if (total < 50) {
    throw badParameter(
      `The Checkout Session's total amount due must add up to at least $0.50 ${items[0]!.currency}`,
      'amount_too_small',
    )
  }
}

function checkUrl(name: string, url: string | undefined): void {
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
    throw badParameter('Not a valid URL', 'url_invalid', name)
}
