import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPayments, type Payments } from '../../test/harness/open-payments.ts'

let payments: Payments
beforeEach(async () => {
  payments = await openPayments()
})
afterEach(() => payments.close())

const create = (key: string, name = 'Lesson') =>
  payments.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 4500, product_data: { name } }, quantity: 1 },
      ],
      success_url: `${payments.url}/done`,
    },
    { idempotencyKey: key },
  )
const sessions = async () => (await payments.stripe.checkout.sessions.list()).data

describe('an idempotency key', () => {
  test('gets the same answer again, marked as a replay', async () => {
    const first = await create('key-1')
    const second = await create('key-1')
    expect(second).toEqual(first)
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
    expect(await sessions()).toHaveLength(1)
  })

  test('keeps its answer even if things have changed since', async () => {
    const first = await create('key-1')
    await payments.stripe.checkout.sessions.expire(first.id)
    expect((await create('key-1')).status).toBe('open')
  })

  test('can’t be used for another call', async () => {
    await create('key-1')
    await expect(create('key-1', 'Another')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
    expect(await sessions()).toHaveLength(1)
  })

  test('used twice at once is refused, or gets the same answer', async () => {
    await payments.control('faults', { kind: 'slow', path: '/v1/checkout/sessions', delay_ms: '1500' })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => create('key-1')))
    const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    }
    expect(await sessions()).toHaveLength(1)
  })

  test('stores a refusal of the call, but not of its parameters', async () => {
    const { id } = await payments.newSession()
    const expire = (key: string) => payments.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: key })
    await expire('first')
    await expect(expire('second')).rejects.toMatchObject({ statusCode: 400 })
    const repeated = await expire('second').catch(error => error)
    expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true' })

    const refund = { amount: 1 }
    const bad = () =>
      payments.stripe.refunds.create(refund, { idempotencyKey: 'third' }).catch(error => error)
    await bad()
    expect((await bad()).headers).not.toHaveProperty('idempotent-replayed')
  })

  test('is forgotten after a day', async () => {
    const { id } = await create('key-1')
    payments.clock.advance({ hours: 24 })
    expect((await create('key-1')).id).not.toBe(id)
  })

  test('lets the SDK retry an unanswered call without doing it twice', async () => {
    const stripe = payments.sdk({ maxNetworkRetries: 2, timeout: 2_000 })
    const { payment_intent } = await payments.paidSession()
    await payments.control('faults', { kind: 'timeout_after', path: '/v1/refunds' })
    await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100 })
    expect((await stripe.refunds.list()).data).toHaveLength(1)
  })
})
