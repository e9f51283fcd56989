import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPayments, type Payments } from '../../test/harness/open-payments.ts'

let payments: Payments
beforeEach(async () => {
  payments = await openPayments()
})
afterEach(() => payments.close())

const balance = async () => (await payments.stripe.balance.retrieve()).available[0]?.amount

async function paidCharge(card?: string) {
  const { payment_intent } = await payments.paidSession(card)
  const intent = await payments.stripe.paymentIntents.retrieve(String(payment_intent))
  return payments.stripe.charges.retrieve(String(intent.latest_charge))
}

describe('a refund', () => {
  test('returns everything if no amount is given', async () => {
    const charge = await paidCharge()
    const refund = await payments.stripe.refunds.create({
      charge: charge.id,
      reason: 'requested_by_customer',
      metadata: { booking: '1' },
    })
    expect(refund).toMatchObject({
      amount: 4500,
      status: 'succeeded',
      charge: charge.id,
      payment_intent: charge.payment_intent,
      reason: 'requested_by_customer',
      metadata: { booking: '1' },
    })
    expect(await payments.stripe.charges.retrieve(charge.id)).toMatchObject({
      refunded: true,
      amount_refunded: 4500,
    })
    expect(await balance()).toBe(0)
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toEqual(expect.arrayContaining(['refund.created', 'charge.refunded']))
  })

  test('can be of a part, and of the rest, but never of more', async () => {
    const charge = await paidCharge()
    const { refunds } = payments.stripe
    await refunds.create({ payment_intent: String(charge.payment_intent), amount: 2000 })
    await expect(refunds.create({ charge: charge.id, amount: 2501 })).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      param: 'amount',
      message: 'Refund amount ($25.01) is greater than unrefunded amount on charge ($25.00)',
    })
    expect((await payments.stripe.charges.retrieve(charge.id)).refunded).toBe(false)
    expect((await refunds.create({ charge: charge.id })).amount).toBe(2500)
    await expect(refunds.create({ charge: charge.id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    })
    expect((await refunds.list({ charge: charge.id })).data.map(({ amount }) => amount)).toEqual([2500, 2000])
    const { refunds: listed } = await payments.stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
    expect(listed?.data).toHaveLength(2)
    expect(await balance()).toBe(0)
  })

  test('never exceeds the charge, however many ask at once', async () => {
    const charge = await paidCharge()
    const asked = Array.from({ length: 10 }, () =>
      payments.stripe.refunds.create({ charge: charge.id, amount: 1000 }),
    )
    const done = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(4)
    expect((await payments.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(4000)
  })

  test.each([0, -5])('can’t be of %d cents', async amount => {
    const { id } = await paidCharge()
    await expect(payments.stripe.refunds.create({ charge: id, amount })).rejects.toMatchObject({
      param: 'amount',
      code: 'parameter_invalid_integer',
    })
  })

  test('needs a charge that exists and succeeded', async () => {
    const { refunds } = payments.stripe
    await expect(refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'charge',
    })
    await expect(refunds.create({ amount: 1 })).rejects.toMatchObject({ code: 'parameter_missing' })
    const { url, id } = await payments.newSession()
    await payments.submit(url!, { card: '4000000000000002' })
    const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id)
    await expect(refunds.create({ payment_intent: String(payment_intent) })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('takes a while on a slow card', async () => {
    const { id } = await paidCharge('4000000000007726')
    const refund = await payments.stripe.refunds.create({ charge: id })
    expect(refund.status).toBe('pending')
    payments.clock.advance({ minutes: 1 })
    expect((await payments.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toContain('refund.updated')
  })

  test('waits while the platform’s balance is set not to cover it, and takes the money after that', async () => {
    const { id } = await paidCharge()
    await payments.control('balance', { refunds_wait: 'true' })
    const refund = await payments.stripe.refunds.create({ charge: id })
    const waiting = { status: 'pending', pending_reason: 'insufficient_funds', balance_transaction: null }
    expect(refund).toMatchObject(waiting)
    await payments.control('refunds/settle')
    expect((await payments.stripe.refunds.retrieve(refund.id)).status).toBe('pending')
    expect(await balance()).toBe(4500)
    await payments.control('balance', { refunds_wait: 'false' })
    await payments.control('refunds/settle')
    const sent = await payments.stripe.refunds.retrieve(refund.id)
    expect(sent).toMatchObject({ status: 'succeeded', balance_transaction: expect.any(String) })
    expect(await balance()).toBe(0)
  })

  test('that waits for the platform’s balance fails if the payment is disputed', async () => {
    const { id } = await paidCharge()
    await payments.control('balance', { refunds_wait: 'true' })
    const refund = await payments.stripe.refunds.create({ charge: id })
    await payments.control(`charges/${id}/dispute`)
    expect(await payments.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'charge_for_pending_refund_disputed',
    })
    expect((await payments.stripe.disputes.list()).data[0]?.amount).toBe(4500)
    expect(await balance()).toBe(0)
  })

  test('that fails later returns the money to the platform', async () => {
    const { id } = await paidCharge('4000000000005126')
    const refund = await payments.stripe.refunds.create({ charge: id })
    expect(refund.status).toBe('succeeded')
    await payments.control('refunds/settle')
    expect(await payments.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await payments.stripe.charges.retrieve(id)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await balance()).toBe(4500)
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toContain('refund.failed')
  })
})

describe('a dispute', () => {
  test('follows a payment with the disputing card, and takes the money', async () => {
    const charge = await paidCharge('4000000000000259')
    expect(charge.disputed).toBe(true)
    const [dispute] = (await payments.stripe.disputes.list({ charge: charge.id })).data
    expect(dispute).toMatchObject({ amount: 4500, status: 'needs_response', reason: 'fraudulent' })
    expect(await balance()).toBe(0)
    await expect(payments.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toEqual(
      expect.arrayContaining(['charge.dispute.created', 'charge.dispute.funds_withdrawn']),
    )
  })

  test.each([
    ['won', 4500, 'charge.dispute.funds_reinstated'],
    ['lost', 0, 'charge.dispute.closed'],
  ])('that is %s leaves %d cents', async (outcome, left, kind) => {
    await paidCharge('4000000000000259')
    const [dispute] = (await payments.stripe.disputes.list()).data
    await payments.control(`disputes/${dispute!.id}/close`, { outcome })
    expect((await payments.stripe.disputes.retrieve(dispute!.id)).status).toBe(outcome)
    expect(await balance()).toBe(left)
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toEqual(expect.arrayContaining([kind, 'charge.dispute.closed']))
    expect(await payments.control(`disputes/${dispute!.id}/close`, { outcome })).toHaveProperty('error')
  })

  test('can be answered, and given up', async () => {
    await paidCharge('4000000000000259')
    const [dispute] = (await payments.stripe.disputes.list()).data
    const answered = await payments.stripe.disputes.update(dispute!.id, {
      evidence: { uncategorized_text: 'The lesson took place' },
    })
    expect(answered).toMatchObject({ status: 'under_review', evidence_details: { has_evidence: true } })
    expect((await payments.stripe.disputes.close(dispute!.id)).status).toBe('lost')
  })

  test('can begin as an inquiry, which takes nothing until it is escalated', async () => {
    const charge = await paidCharge('4000000000001976')
    const [inquiry] = (await payments.stripe.disputes.list({ charge: charge.id })).data
    expect(inquiry).toMatchObject({
      amount: 4500,
      status: 'warning_needs_response',
      balance_transactions: [],
      is_charge_refundable: true,
    })
    await payments.stripe.refunds.create({ charge: charge.id, amount: 500 })
    expect(await balance()).toBe(4000)
    await payments.control('webhooks/settle')
    expect(payments.kinds()).not.toContain('charge.dispute.funds_withdrawn')
    await payments.control(`disputes/${inquiry!.id}/close`, { outcome: 'warning_closed' })
    expect(await payments.control(`disputes/${inquiry!.id}/escalate`)).toHaveProperty('error')
    const other = await paidCharge()
    const { id } = (await payments.control(`charges/${other.id}/dispute`, { inquiry: 'true' })) as {
      id: string
    }
    await payments.control(`disputes/${id}/escalate`)
    expect(await payments.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'needs_response',
      balance_transactions: [{ amount: -4500 }],
      is_charge_refundable: false,
    })
    expect(await balance()).toBe(4000)
  })

  test('can come long after the payment, for the part that was not refunded', async () => {
    const charge = await paidCharge()
    await payments.stripe.refunds.create({ charge: charge.id, amount: 500 })
    await payments.control(`charges/${charge.id}/dispute`, { reason: 'product_not_received' })
    expect((await payments.stripe.disputes.list()).data[0]).toMatchObject({
      amount: 4000,
      reason: 'product_not_received',
    })
    expect(await balance()).toBe(0)
  })
})
