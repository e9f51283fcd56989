import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPayments, type Payments, webhookSecret } from '../../test/harness/open-payments.ts'

let payments: Payments
beforeEach(async () => {
  payments = await openPayments()
  await payments.control('webhooks', { retry_ms: '5' })
})
afterEach(() => payments.close())

const settle = () => payments.control('webhooks/settle')
const eventIds = async () => (await payments.stripe.events.list()).data.map(({ id }) => id)

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 5))
}

describe('events', () => {
  test('can be listed, by kind and by time', async () => {
    await payments.paidSession()
    const start = Math.floor(payments.clock.now().epochMilliseconds / 1000)
    payments.clock.advance({ minutes: 1 })
    await payments.paidSession('4000000000000002')
    const { events } = payments.stripe
    const kinds = async (params: Parameters<typeof events.list>[0]) =>
      (await events.list(params)).data.map(({ type }) => type)
    expect(await kinds({ type: 'checkout.session.completed' })).toEqual(['checkout.session.completed'])
    expect(await kinds({ type: 'charge.*' })).toEqual(['charge.failed', 'charge.succeeded'])
    expect(await kinds({ types: ['charge.failed', 'charge.succeeded'] })).toEqual([
      'charge.failed',
      'charge.succeeded',
    ])
    expect(await kinds({ created: { gt: start } })).toEqual([
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.created',
    ])
    const all = await events.list({ limit: 3 }).autoPagingToArray({ limit: 100 })
    expect(all).toHaveLength(7)
    expect(await events.retrieve(all[0]!.id)).toMatchObject({ type: all[0]!.type })
  })

  test('keep the state at the time they happened', async () => {
    const { payment_intent } = await payments.paidSession()
    await payments.stripe.refunds.create({ payment_intent: String(payment_intent) })
    const [event] = (await payments.stripe.events.list({ type: 'charge.succeeded' })).data
    expect(event?.data.object).toMatchObject({ amount_refunded: 0 })
  })

  test('are kept for thirty days', async () => {
    await payments.paidSession()
    payments.clock.advance({ hours: 30 * 24 - 1 })
    expect(await eventIds()).toHaveLength(4)
    payments.clock.advance({ hours: 1 })
    expect(await eventIds()).toEqual([])
  })

  test('name the call that caused them', async () => {
    const { id } = await payments.newSession()
    await payments.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' })
    const [event] = (await payments.stripe.events.list()).data
    expect(event?.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: 'expire-1' })
  })
})

describe('a webhook', () => {
  test('is signed so that the SDK accepts it, and accepts nothing else', async () => {
    await payments.paidSession()
    await settle()
    const at = payments.clock.now().epochMilliseconds
    const construct = (body: string, signature: string, secret = webhookSecret, receivedAt = at) =>
      payments.stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, receivedAt)
    expect(payments.received).toHaveLength(4)
    for (const { body, signature, event } of payments.received) {
      expect(construct(body, signature)).toMatchObject({ id: event.id, object: 'event', livemode: false })
    }
    const { body, signature } = payments.received[0]!
    expect(() => construct(`${body} `, signature)).toThrow()
    expect(() => construct(body, signature, 'whsec_other')).toThrow()
    expect(() => construct(body, signature, webhookSecret, at + 302_000)).toThrow()
  })

  test('is sent again until it is accepted', async () => {
    payments.answerWith(500)
    const { id } = await payments.newSession()
    await payments.stripe.checkout.sessions.expire(id)
    await until(() => payments.received.length >= 3)
    const undelivered = await payments.stripe.events.list({ delivery_success: false })
    expect(undelivered.data[0]?.pending_webhooks).toBe(1)
    payments.answerWith(204)
    await until(async () => (await payments.state()).delivery[0]?.state === 'delivered')
    const delivered = await payments.stripe.events.list({ delivery_success: true })
    expect(delivered.data[0]?.pending_webhooks).toBe(0)
    expect(new Set(payments.received.map(({ body }) => body)).size).toBe(1)
  })

  test('can be held back and released, even newest first', async () => {
    await payments.control('webhooks', { mode: 'hold' })
    await payments.paidSession()
    await settle()
    expect(payments.received).toEqual([])
    const ids = await eventIds()
    expect(await payments.control('webhooks/release', { order: 'newest' })).toEqual({ released: 4 })
    expect(payments.received.map(({ event }) => event.id)).toEqual(ids)
  })

  test('can be held back for one kind only', async () => {
    await payments.control('webhooks', { mode: 'hold', 'types[0]': 'checkout.session.completed' })
    await payments.paidSession()
    await settle()
    expect(payments.kinds()).toHaveLength(3)
    await payments.control('webhooks/release')
    expect(payments.kinds().at(-1)).toBe('checkout.session.completed')
  })

  test('can come several times', async () => {
    await payments.control('webhooks', { copies: '3' })
    await payments.paidSession()
    await settle()
    expect(payments.received).toHaveLength(12)
    expect(new Set(payments.received.map(({ event }) => event.id)).size).toBe(4)
  })

  test('comes in a burst, but not all at once', async () => {
    await payments.control('webhooks', { mode: 'drop' })
    await payments.paidSession()
    const [id] = await eventIds()
    const { answers } = await payments.control<{ answers: string[] }>(`events/${id}/deliver`, {
      copies: '100',
    })
    expect(answers).toEqual(Array(100).fill('200'))
    expect(payments.mostAtOnce()).toBeLessThanOrEqual(20)
  })

  test('can come late', async () => {
    await payments.control('webhooks', { delay_ms: '150' })
    const started = performance.now()
    await payments.paidSession()
    await settle()
    expect(performance.now() - started).toBeGreaterThan(140)
    expect(payments.received).toHaveLength(4)
  })

  test('can be lost, and then still be sent by hand, even with an old signature', async () => {
    await payments.control('webhooks', { mode: 'drop' })
    await payments.paidSession()
    await settle()
    expect(payments.received).toEqual([])
    const [id] = await eventIds()
    expect(await payments.control(`events/${id}/deliver`, { copies: '2' })).toEqual({
      answers: ['200', '200'],
    })
    await payments.control(`events/${id}/deliver`, { age_seconds: '301' })
    const times = payments.received.map(({ signature }) => Number(signature.match(/t=(\d+)/)?.[1]))
    expect(payments.received.map(({ event }) => event.id)).toEqual([id, id, id])
    expect(times[0]! - times[2]!).toBe(301)
    expect(await payments.control('events/evt_none/deliver')).toHaveProperty('error')
  })
})
