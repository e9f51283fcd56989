import { appendFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPayments, type Payments } from '../../test/harness/open-payments.ts'
import { mountPayments } from './payments.ts'

let payments: Payments
beforeEach(async () => {
  payments = await openPayments()
})
afterEach(() => payments.close())

const fault = (kind: string, more: Record<string, string> = {}) =>
  payments.control('faults', { kind, path: '/v1/checkout/sessions', ...more })
const count = async () => (await payments.state()).checkout.length

describe('the API', () => {
  test('requires the key', async () => {
    const { hostname, port } = new URL(payments.url)
    const stranger = new Stripe('sk_test_other', {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
    })
    await expect(stranger.charges.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect((await fetch(`${payments.url}/v1/charges`)).status).toBe(401)
  })

  test('refuses anything it doesn’t know with an error', async () => {
    await expect(payments.stripe.customers.list()).rejects.toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers)'),
    })
    await expect(payments.newSession({ allow_promotion_codes: true })).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'allow_promotion_codes',
    })
    await expect(payments.newSession({ mode: 'subscription' })).rejects.toMatchObject({ param: 'mode' })
    await expect(payments.stripe.charges.list({ expand: ['data.nothing'] })).resolves.toBeDefined()
    await payments.paidSession()
    await expect(payments.stripe.charges.list({ expand: ['data.nothing'] })).rejects.toMatchObject({
      param: 'expand',
    })
  })

  test.each([
    [{ success_url: undefined }, 'parameter_missing', 'success_url'],
    [{ success_url: 'done' }, 'url_invalid', 'success_url'],
    [{ line_items: undefined }, 'parameter_missing', 'line_items'],
  ])('names the invalid parameter in %j', async (changes, code, param) => {
    await expect(payments.newSession(changes)).rejects.toMatchObject({ statusCode: 400, code, param })
  })

  test('names nested parameters as they were sent', async () => {
    const price = (changes: object) => ({
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 4500, product_data: { name: 'Lesson' }, ...changes },
          quantity: 1,
        },
      ],
    })
    await expect(payments.newSession(price({ unit_amount: 45.5 }))).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'line_items[0][price_data][unit_amount]',
    })
    await expect(payments.newSession(price({ unit_amount: 49 }))).rejects.toMatchObject({
      code: 'amount_too_small',
    })
    await expect(payments.newSession(price({ recurring: { interval: 'month' } }))).rejects.toMatchObject({
      param: 'line_items[0][price_data][recurring]',
    })
  })
})

describe('an injected fault', () => {
  test.each([
    ['error', 500, 'StripeAPIError'],
    ['error_stored', 500, 'StripeAPIError'],
    ['rate_limit', 429, 'StripeRateLimitError'],
    ['conflict', 409, 'StripeAPIError'],
  ])('of the kind %s answers %d and does nothing', async (kind, statusCode, type) => {
    await fault(kind)
    await expect(payments.newSession()).rejects.toMatchObject({ statusCode, type })
    expect(await count()).toBe(0)
    await payments.newSession()
  })

  test.each([
    ['timeout_before', 0],
    ['timeout_after', 1],
    ['reset_before', 0],
    ['reset_after', 1],
    ['malformed', 1],
  ])('of the kind %s leaves %d sessions and no answer', async (kind, left) => {
    // Even without retries, the SDK repeats a call once if its connection was closed.
    await fault(kind, { times: kind === 'reset_before' ? '2' : '1' })
    // Only silence may run into the timeout: a busy machine may need half a second for the other kinds.
    const stripe = payments.sdk(kind.startsWith('timeout') ? { timeout: 500 } : {})
    const asked = stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 4500, product_data: { name: 'Lesson' } }, quantity: 1 },
      ],
      success_url: `${payments.url}/done`,
    })
    await expect(asked).rejects.toThrow()
    await expect.poll(count).toBe(left)
  })

  test('can be an answer about the wrong amount', async () => {
    await fault('other_amount')
    const { id, amount_total } = await payments.newSession()
    expect(amount_total).toBe(4501)
    expect((await payments.stripe.checkout.sessions.retrieve(id)).amount_total).toBe(4500)
  })

  test('that is stored is repeated for the same key', async () => {
    await fault('error_stored')
    const again = () =>
      payments.stripe.checkout.sessions
        .create(
          {
            mode: 'payment',
            line_items: [
              {
                price_data: { currency: 'usd', unit_amount: 4500, product_data: { name: 'A' } },
                quantity: 1,
              },
            ],
            success_url: `${payments.url}/done`,
          },
          { idempotencyKey: 'once' },
        )
        .catch(error => error.statusCode)
    expect([await again(), await again()]).toEqual([500, 500])
  })

  test('affects the calls it is set for, as often as configured', async () => {
    await fault('error', { skip: '1', times: '2', method: 'POST' })
    const results = []
    for (let n = 0; n < 4; n++) results.push((await Promise.allSettled([payments.newSession()]))[0].status)
    expect(results).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    await fault('error', { path: '/v1/*', times: '100' })
    await expect(payments.stripe.charges.list()).rejects.toThrow()
    await payments.control('faults/clear')
    await payments.stripe.charges.list()
  })
})

describe('the history', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ignite-payments-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  test('survives a restart, with the keys and the pending events', async () => {
    const { clock } = payments
    const first = await openPayments({ dataDir, clock })
    await first.control('webhooks', { retry_ms: '60000' })
    first.answerWith(500)
    const { id, payment_intent } = await first.paidSession()
    const refund = { payment_intent: String(payment_intent), amount: 100 }
    const { id: refundId } = await first.stripe.refunds.create(refund, { idempotencyKey: 'refund-1' })
    await first.control('webhooks/settle')
    await first.close()

    const second = await openPayments({ dataDir, clock })
    try {
      expect((await second.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
      expect((await second.stripe.refunds.create(refund, { idempotencyKey: 'refund-1' })).id).toBe(refundId)
      expect((await second.stripe.refunds.list()).data).toHaveLength(1)
      while (second.received.length < 6) await new Promise(resolve => setTimeout(resolve, 5))
      expect(second.kinds()).toContain('checkout.session.completed')
    } finally {
      await second.close()
    }
  })

  test('is intact after a kill in the middle of writing', async () => {
    const first = await openPayments({ dataDir })
    const { id } = await first.newSession()
    await first.close()
    const [file] = await readdir(join(dataDir, 'payments'))
    appendFileSync(join(dataDir, 'payments', file!), '[["checkout","cs_half",{"id":"cs_')
    const second = await openPayments({ dataDir })
    expect((await second.stripe.checkout.sessions.list()).data.map(session => session.id)).toEqual([id])
    await second.close()
  })
})

test('the page shows the history, as text, with its controls', async () => {
  const read = async () => (await fetch(`${payments.url}/local/payments`)).text()
  expect(await read()).toContain('No payment yet.')
  const { url } = await payments.newSession()
  await payments.submit(url!, { card: '4242424242424242', email: '<b>lena@ignite.test</b>' })
  const [charge] = (await payments.stripe.charges.list()).data
  await payments.stripe.refunds.create({ charge: charge!.id, amount: 500 })
  const html = await read()
  expect(html).toContain('paid, $5.00 given back')
  expect(html).toContain('&lt;b&gt;lena@ignite.test')
  expect(html).not.toMatch(/<script|<b>/)
  const answer = await payments.submit(`/local/payments/control/charges/${charge!.id}/dispute`, {})
  expect(answer.headers.get('location')).toBe('/local/payments')
  expect(await read()).toContain('needs response')
})

test('refuses to run in production', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const settings = {
    publicUrl: payments.url,
    webhookUrl: payments.url,
    webhookSecret: 'x',
    now: payments.clock.now,
  }
  expect(() => mountPayments(settings)).toThrow('production')
  vi.unstubAllEnvs()
})
