import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { move, shown } from './balance.ts'
import { findCharge } from './charges.ts'
import { missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import { boolean, expand, listing, mergeMetadata, metadata, read, retrieval, text } from './params.ts'
import { newId, type World } from './world.ts'

const listed = z.strictObject({ ...listing, charge: z.optional(text), payment_intent: z.optional(text) })
const updated = z.strictObject({
  evidence: z.optional(z.record(z.string(), z.string())),
  metadata: z.optional(metadata),
  submit: z.optional(boolean),
  expand,
})

export const disputeOperations: Operations = {
  'GET /v1/disputes': (world, { params }) => {
    const { charge, payment_intent: intent, ...paging } = read(listed, params)
    const rows = world.store
      .all('dispute')
      .filter(row => (!charge || row.charge === charge) && (!intent || row.payment_intent === intent))
    return page(rows, '/v1/disputes', paging)
  },
  'GET /v1/disputes/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return findDispute(world, id)
  },
  'POST /v1/disputes/:id': (world, { path: [id = ''], params }) => {
    const sent = read(updated, params)
    const dispute = findDispute(world, id)
    const submitted = sent.evidence !== undefined && sent.submit !== false
    const reviewed = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
    const changed = world.store.put('dispute', {
      ...dispute,
      evidence: { ...dispute.evidence, ...sent.evidence },
      metadata: mergeMetadata(dispute.metadata, sent.metadata),
      evidence_details: {
        ...dispute.evidence_details,
        has_evidence: dispute.evidence_details.has_evidence || sent.evidence !== undefined,
        submission_count: dispute.evidence_details.submission_count + (submitted ? 1 : 0),
      },
      status: submitted ? reviewed : dispute.status,
    })
    emit(world, 'charge.dispute.updated', changed)
    return changed
  },
  'POST /v1/disputes/:id/close': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return closeDispute(world, id, 'lost')
  },
}

/** The disputed amount, unless it is the rest of the charge, and the provider's fee for it. */
type Claim = { reason: string; amount?: number; fee?: number; inquiry?: boolean }

/**
 * The cardholder disputes a charge: the bank takes the money until it decides. An inquiry only asks, and takes nothing
 * (docs.stripe.com/disputes/how-disputes-work).
 */
export function openDispute(
  world: World,
  charge: Stripe.Charge,
  { reason, amount: part, fee = 0, inquiry = false }: Claim,
): Stripe.Dispute {
  const amount = part ?? charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded' || isHeldBack(world, charge) || amount < 1 || amount > charge.amount) {
    throw refused(`Charge ${charge.id} has nothing to dispute.`)
  }
  const id = newId('du')
  const dispute = world.store.put('dispute', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: inquiry ? [] : [adjust(world, charge, id, { amount: -amount, fee }, 'dispute')],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence as unknown as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: world.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network_reason_code: '10.4',
        network: 'visa',
      },
      type: 'card',
    } as Stripe.Dispute.PaymentMethodDetails,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  })
  world.store.put('charge', { ...charge, disputed: true })
  emit(world, 'charge.dispute.created', dispute)
  if (!inquiry) emit(world, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank makes a dispute of its inquiry, and takes the money. */
export function escalateInquiry(world: World, id: string): Stripe.Dispute {
  const inquiry = findDispute(world, id)
  if (!isInquiry(inquiry) || isClosed(inquiry)) {
    throw refused('This dispute is not an open inquiry.', undefined, 'dispute')
  }
  const charge = findCharge(world, String(inquiry.charge))
  const { type, card } = inquiry.payment_method_details!
  const escalated = world.store.put('dispute', {
    ...inquiry,
    balance_transactions: [adjust(world, charge, id, { amount: -inquiry.amount, fee: 0 }, 'dispute')],
    is_charge_refundable: false,
    payment_method_details: { type, card: { ...card!, case_type: 'chargeback' } },
    status: 'needs_response',
  })
  emit(world, 'charge.dispute.updated', escalated)
  emit(world, 'charge.dispute.funds_withdrawn', escalated)
  return escalated
}

/** The bank rejects the answer, and the platform may appeal (docs.stripe.com/disputes/arbitration). */
export function openAppeal(world: World, id: string): Stripe.Dispute {
  const dispute = findDispute(world, id)
  if (isInquiry(dispute) || isClosed(dispute))
    throw refused('This dispute can’t be appealed.', undefined, 'dispute')
  const evidence_details = { ...dispute.evidence_details, due_by: world.now() + 10 * 86_400 }
  const open = world.store.put('dispute', { ...dispute, evidence_details, status: 'appeal_needs_response' })
  emit(world, 'charge.dispute.updated', open)
  return open
}

/**
 * The bank decides: if won, the money comes back; if lost, it stays gone but for what had been refunded before
 * (support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued). An inquiry only closes
 * (`warning_closed`).
 */
export function closeDispute(
  world: World,
  id: string,
  status: 'won' | 'lost' | 'warning_closed',
): Stripe.Dispute {
  const dispute = findDispute(world, id)
  // A bank may change its mind about one that was lost.
  const isLate = dispute.status === 'lost' && status === 'won'
  if (isClosed(dispute) && !isLate) throw refused('This dispute is already closed.', undefined, 'dispute')
  if (isInquiry(dispute) !== (status === 'warning_closed')) {
    throw refused('This dispute can’t be closed like that.', undefined, 'dispute')
  }
  const charge = findCharge(world, String(dispute.charge))
  const twice = Math.max(0, dispute.amount - (charge.amount - charge.amount_refunded))
  const returned = dispute.balance_transactions.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  const amount = status === 'won' ? dispute.amount - returned : status === 'lost' ? twice : 0
  const back = amount > 0 ? [adjust(world, charge, id, { amount, fee: 0 }, 'dispute_reversal')] : []
  const closed = world.store.put('dispute', {
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...back],
  })
  if (amount > 0) {
    emit(world, 'charge.dispute.funds_reinstated', closed)
  }
  emit(world, 'charge.dispute.closed', closed)
  return closed
}

/** Whether the bank has a charge's money: until its dispute is won. */
export function isHeldBack({ store }: World, charge: Stripe.Charge): boolean {
  const has = (row: Stripe.Dispute) => row.status !== 'won' && row.balance_transactions.length > 0
  return charge.disputed && store.all('dispute').some(row => row.charge === charge.id && has(row))
}

/** Whether nobody can change a dispute anymore. */
export function isClosed({ status }: Stripe.Dispute): boolean {
  return status === 'won' || status === 'lost' || status === 'warning_closed'
}

/** Whether a bank only asks, and has taken no money. */
export function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_')
}

function findDispute(world: World, id: string): Stripe.Dispute {
  const dispute = world.store.get('dispute', id)
  if (!dispute) throw missing('dispute', id, 'dispute')
  return dispute
}

function adjust(
  world: World,
  { currency }: Stripe.Charge,
  source: string,
  sums: { amount: number; fee: number },
  category: string,
) {
  const id = move(world, { ...sums, currency, type: 'adjustment', category, source })
  return shown(world, world.store.get('movement', id)!)
}

const emptyEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
