import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { balanceRules, move } from './balance.ts'
import { type Card, cards } from './cards.ts'
import { findCharge } from './charges.ts'
import { isHeldBack } from './disputes.ts'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { findIntent } from './intents.ts'
import { page } from './list.ts'
import { amountText } from './money.ts'
import type { Operations } from './operation.ts'
import { expand, integer, listing, mergeMetadata, metadata, read, retrieval, text } from './params.ts'
import { newId, type World } from './world.ts'

const created = z.strictObject({
  charge: z.optional(text),
  payment_intent: z.optional(text),
  amount: z.optional(integer),
  reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: z.optional(metadata),
  expand,
})

const listed = z.strictObject({ ...listing, charge: z.optional(text), payment_intent: z.optional(text) })

export const refundOperations: Operations = {
  'POST /v1/refunds': (world, { params }) => {
    const wanted = read(created, params)
    const charge = refundedCharge(world, wanted)
    const amount = checkAmount(world, charge, wanted.amount)
    return refund(world, charge, amount, { reason: wanted.reason ?? null, metadata: wanted.metadata ?? {} })
  },
  'GET /v1/refunds': (world, { params }) => {
    const { charge, payment_intent: intent, ...paging } = read(listed, params)
    const rows = world.store
      .all('refund')
      .filter(row => (!charge || row.charge === charge) && (!intent || row.payment_intent === intent))
    return page(rows, '/v1/refunds', paging)
  },
  'GET /v1/refunds/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return findRefund(world, id)
  },
  'POST /v1/refunds/:id': (world, { path: [id = ''], params }) => {
    const sent = read(z.strictObject({ metadata: z.optional(metadata), expand }), params)
    const row = findRefund(world, id)
    const merged = mergeMetadata(row.metadata ?? {}, sent.metadata)
    return world.store.put('refund', { ...row, metadata: merged })
  },
}

function findRefund(world: World, id: string): Stripe.Refund {
  const refund = world.store.get('refund', id)
  if (!refund) throw missing('refund', id)
  return refund
}

function refundedCharge(world: World, wanted: z.infer<typeof created>): Stripe.Charge {
  if (wanted.charge) return findCharge(world, wanted.charge)
  if (!wanted.payment_intent) {
    throw badParameter(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  }
  const intent = findIntent(world, wanted.payment_intent)
  if (intent.status === 'succeeded') return findCharge(world, String(intent.latest_charge))
  throw refused(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    'payment_intent_unexpected_state',
    'payment_intent',
  )
}

function checkAmount(world: World, charge: Stripe.Charge, wanted: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw refused(`Charge ${charge.id} has failed and cannot be refunded.`, 'charge_not_refundable')
  }
  if (charge.refunded) {
    throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  }
  if (isHeldBack(world, charge)) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  }
  const left = charge.amount - charge.amount_refunded
  const amount = wanted ?? left
  if (amount < 1) throw badParameter('Invalid positive integer', 'parameter_invalid_integer', 'amount')
  if (amount > left) {
    const message = `Refund amount (${amountText(amount, charge.currency)}) is greater than unrefunded amount on charge (${amountText(left, charge.currency)})`
    throw refused(message, undefined, 'amount')
  }
  return amount
}

type Why = Pick<Stripe.Refund, 'reason' | 'metadata'>

function refund(world: World, charge: Stripe.Charge, amount: number, why: Why): Stripe.Refund {
  const id = newId('re')
  // The provider takes the money once the platform's balance covers it
  // (support.stripe.com/questions/pending-refunds-due-to-insufficient-stripe-balance).
  const waits = balanceRules(world).refundsWait === true
  const refund = world.store.put('refund', {
    id,
    object: 'refund',
    amount,
    balance_transaction: waits ? null : takeMoney(world, { id, amount, currency: charge.currency }),
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: why.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: why.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: waits || cardOf(charge)?.refund === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(waits && { pending_reason: 'insufficient_funds' as const }),
  })
  const total = charge.amount_refunded + amount
  const after = world.store.put('charge', {
    ...charge,
    amount_refunded: total,
    refunded: total === charge.amount,
  })
  emit(world, 'refund.created', refund)
  emit(world, 'charge.refunded', after)
  return refund
}

type Money = Pick<Stripe.Refund, 'id' | 'amount' | 'currency'>

function takeMoney(world: World, { id: source, amount, currency }: Money): string {
  return move(world, { amount: -amount, currency, type: 'refund', category: 'refund', source })
}

/** Finishes refunds on slow or failing cards, and those that waited for money, once `seconds` have passed. */
export function settleRefunds(world: World, seconds = 60): void {
  const wait = balanceRules(world).refundsWait === true
  for (const refund of world.store.all('refund')) {
    if (refund.created + seconds > world.now() || (wait && !refund.balance_transaction)) continue
    const card = cardOf(findCharge(world, String(refund.charge)))
    if (refund.status === 'pending') {
      const { pending_reason: _, ...waited } = refund
      const balance_transaction = refund.balance_transaction ?? takeMoney(world, refund)
      const sent = { ...waited, status: 'succeeded', balance_transaction }
      emit(world, 'refund.updated', world.store.put('refund', sent))
    } else if (refund.status === 'succeeded' && card?.refund === 'failing') {
      // The bank returned the money: the platform has it again.
      const back = move(world, {
        amount: refund.amount,
        currency: refund.currency,
        type: 'refund_failure',
        category: 'refund_failure',
        source: refund.id,
      })
      failRefund(world, refund, {
        failure_reason: 'expired_or_canceled_card',
        failure_balance_transaction: back,
      })
    }
  }
}

/** Fails the refunds of a charge that still wait for money: a dispute takes their place (as above). */
export function failWaitingRefunds(world: World, chargeId: string): void {
  for (const refund of world.store.all('refund')) {
    if (refund.charge === chargeId && refund.status === 'pending' && !refund.balance_transaction)
      failRefund(world, refund, { failure_reason: 'charge_for_pending_refund_disputed' })
  }
}

/** The charge is no longer refunded. */
function failRefund(world: World, refund: Stripe.Refund, why: Partial<Stripe.Refund>): void {
  const { pending_reason: _, ...before } = refund
  const failed = world.store.put('refund', { ...before, ...why, status: 'failed' })
  const charge = findCharge(world, String(refund.charge))
  const amount = charge.amount_refunded - refund.amount
  world.store.put('charge', { ...charge, amount_refunded: amount, refunded: false })
  emit(world, 'refund.updated', failed)
  emit(world, 'refund.failed', failed)
}

function cardOf({ payment_method_details: details }: Stripe.Charge): Card | undefined {
  return cards.find(card => card.number.slice(-4) === details?.card?.last4)
}
