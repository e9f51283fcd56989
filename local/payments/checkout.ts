import type { Stripe } from 'stripe'
import { move } from './balance.ts'
import { type Card, cards, findCard, invalidNumber } from './cards.ts'
import { newCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { emit } from './events.ts'
import { newIntent } from './intents.ts'
import { detailsOf } from './session-object.ts'
import { findCheckout, putSession } from './sessions.ts'
import type { Checkout } from './tables.ts'
import { newId, type World } from './world.ts'

/** The result of a payment attempt: money, a refusal to show, a second step, or a session that is over. */
export type Attempt = { result: 'paid' | 'second-step' | 'over' } | { result: 'declined'; message: string }

/** Pays an open session with a card, as its page does. */
export function pay(world: World, id: string, number: string, email: string): Attempt {
  const checkout = findCheckout(world, id)
  if (checkout.session.status !== 'open') return { result: 'over' }
  const card = findCard(number)
  if (!card) return { result: 'declined', message: invalidNumber.message }
  const intent = begin(world, checkout)
  if (card.decline) return decline(world, intent, card, emailOf(checkout, email))
  if (card.confirms) return askToConfirm(world, { ...findCheckout(world, id), email }, intent)
  return succeed(world, checkout.id, intent, card, emailOf(checkout, email))
}

/** Handles the second step that a card requires. */
export function confirm(world: World, id: string, agreed: boolean): Attempt {
  const checkout = findCheckout(world, id)
  const intent = world.store.get('intent', String(checkout.session.payment_intent))
  if (checkout.session.status !== 'open' || intent?.status !== 'requires_action') return { result: 'over' }
  if (agreed) {
    const card = cards.find(({ confirms }) => confirms)!
    return succeed(world, id, intent, card, emailOf(checkout, checkout.email ?? ''))
  }
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  fail(world, intent, { code: 'payment_intent_authentication_failure', message })
  return { result: 'declined', message }
}

function emailOf({ session }: Checkout, typed: string): string {
  return session.customer_email ?? (typed || 'somebody@ignite.test')
}

/** The provider creates the payment at the first attempt, and reuses it for the next one. */
function begin(world: World, checkout: Checkout): Stripe.PaymentIntent {
  const begun = world.store.get('intent', String(checkout.session.payment_intent))
  if (begun) return begun
  const intent = world.store.put('intent', newIntent(world, checkout))
  putSession(world, checkout, { payment_intent: intent.id })
  emit(world, 'payment_intent.created', intent)
  return intent
}

function decline(world: World, intent: Stripe.PaymentIntent, card: Card, email: string): Attempt {
  const charge = world.store.put('charge', newCharge(world, intent, card, email))
  emit(world, 'charge.failed', charge)
  const { code, declineCode, message } = card.decline!
  fail(
    world,
    { ...intent, latest_charge: charge.id },
    { code, message, charge: charge.id, ...(declineCode ? { decline_code: declineCode } : {}) },
  )
  return { result: 'declined', message }
}

type Refusal = { code: string; message: string; charge?: string; decline_code?: string }

function fail(world: World, intent: Stripe.PaymentIntent, refusal: Refusal): void {
  const failed = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: {
      type: refusal.charge ? 'card_error' : 'invalid_request_error',
      doc_url: `https://stripe.com/docs/error-codes/${refusal.code.replaceAll('_', '-')}`,
      ...refusal,
    },
  } as Stripe.PaymentIntent
  emit(world, 'payment_intent.payment_failed', world.store.put('intent', failed))
}

function askToConfirm(world: World, checkout: Checkout, intent: Stripe.PaymentIntent): Attempt {
  world.store.put('checkout', checkout)
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    payment_method: newId('pm'),
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  }
  emit(world, 'payment_intent.requires_action', world.store.put('intent', waiting))
  return { result: 'second-step' }
}

function succeed(world: World, id: string, intent: Stripe.PaymentIntent, card: Card, email: string): Attempt {
  const fresh = newCharge(world, intent, card, email)
  const transaction = move(world, {
    amount: fresh.amount,
    currency: fresh.currency,
    type: 'charge',
    category: 'charge',
    source: fresh.id,
    description: fresh.description,
    pending: true,
  })
  const charge = world.store.put('charge', { ...fresh, balance_transaction: transaction })
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    next_action: null,
    last_payment_error: null,
  }
  world.store.put('intent', paid)
  const session = putSession(world, findCheckout(world, id), {
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: detailsOf(email),
  })
  emit(world, 'charge.succeeded', charge)
  emit(world, 'payment_intent.succeeded', paid)
  emit(world, 'checkout.session.completed', session)
  if (card.disputed) {
    openDispute(world, charge, { reason: 'fraudulent', inquiry: card.disputed === 'inquiry' })
  }
  return { result: 'paid' }
}
