import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { move } from './balance.ts'
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
  const transaction = move(world, {
    amount: -amount,
    currency: charge.currency,
    type: 'refund',
    category: 'refund',
    source: id,
  })
  const refund = world.store.put('refund', {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction,
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
    status: cardOf(charge)?.refund === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
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

/** Finishes refunds on slow or failing cards, once `seconds` have passed. */
export function settleRefunds(world: World, seconds = 60): void {
  for (const refund of world.store.all('refund')) {
    if (refund.created + seconds > world.now()) continue
    const card = cardOf(findCharge(world, String(refund.charge)))
    if (refund.status === 'pending') {
      emit(world, 'refund.updated', world.store.put('refund', { ...refund, status: 'succeeded' }))
    } else if (refund.status === 'succeeded' && card?.refund === 'failing') {
      failRefund(world, refund)
    }
  }
}

/** The bank returned the money: the platform has it again, and the charge is no longer refunded. */
function failRefund(world: World, refund: Stripe.Refund): void {
  const back = move(world, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    category: 'refund_failure',
    source: refund.id,
  })
  const failed = world.store.put('refund', {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: back,
  })
  const charge = findCharge(world, String(refund.charge))
  const amount = charge.amount_refunded - refund.amount
  world.store.put('charge', { ...charge, amount_refunded: amount, refunded: false })
  emit(world, 'refund.updated', failed)
  emit(world, 'refund.failed', failed)
}

function cardOf({ payment_method_details: details }: Stripe.Charge): Card | undefined {
  return cards.find(card => card.number.slice(-4) === details?.card?.last4)
}
