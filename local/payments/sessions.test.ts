import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPayments, type Payments } from '../../test/harness/open-payments.ts'

let payments: Payments
beforeEach(async () => {
  payments = await openPayments()
})
afterEach(() => payments.close())

const seconds = () => Math.floor(payments.clock.now().epochMilliseconds / 1000)

describe('a checkout session', () => {
  test('is created as requested', async () => {
    const session = await payments.newSession({
      client_reference_id: 'booking-1',
      metadata: { booking: '1' },
      customer_email: 'lena@ignite.test',
      expires_at: seconds() + 1800,
    })
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 4500,
      currency: 'usd',
      client_reference_id: 'booking-1',
      customer_email: 'lena@ignite.test',
      metadata: { booking: '1' },
      payment_intent: null,
      expires_at: seconds() + 1800,
      url: `${payments.url}/local/payments/checkout/${session.id}`,
    })
    expect(session.id).toMatch(/^cs_test_/)
  })

  test('can be read again, including its items and its payment', async () => {
    const { id } = await payments.paidSession()
    const session = await payments.stripe.checkout.sessions.retrieve(id, {
      expand: ['line_items', 'payment_intent.latest_charge.balance_transaction'],
    })
    expect(session.line_items?.data[0]).toMatchObject({ description: 'Lesson with Maya', quantity: 1 })
    expect(session.line_items?.data[0]?.price?.unit_amount_decimal?.toString()).toBe('4500')
    expect(session.payment_intent).toMatchObject({
      latest_charge: { amount: 4500, balance_transaction: { net: 4500, type: 'charge' } },
    })
    const items = await payments.stripe.checkout.sessions.listLineItems(id)
    expect(items.data.map(item => item.amount_total)).toEqual([4500])
  })

  test('adds up its items', async () => {
    const item = (unit_amount: number, quantity: number) => ({
      price_data: { currency: 'usd', unit_amount, product_data: { name: 'Lesson' } },
      quantity,
    })
    expect((await payments.newSession({ line_items: [item(4500, 2), item(333, 1)] })).amount_total).toBe(9333)
  })

  test('accepts new metadata', async () => {
    const { id } = await payments.newSession({ metadata: { a: '1', b: '2' } })
    const session = await payments.stripe.checkout.sessions.update(id, { metadata: { a: '', c: '3' } })
    expect(session.metadata).toEqual({ b: '2', c: '3' })
  })

  test.each([
    ['in half an hour less a second', 1799, /at least 30 minutes/],
    ['in a day and a second', 86_401, /less than 24 hours/],
  ])('can’t expire %s', async (_when, after, message) => {
    const expires_at = seconds() + after
    await expect(payments.newSession({ expires_at })).rejects.toThrow(message)
  })

  test('expires on time, and sends an event', async () => {
    const { id } = await payments.newSession({ expires_at: seconds() + 1800 })
    payments.clock.advance({ minutes: 30 })
    expect((await payments.stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toEqual(['checkout.session.expired'])
    const answer = await payments.submit(`/local/payments/checkout/${id}`, { card: '4242424242424242' })
    expect(answer.status).toBe(410)
    expect((await payments.stripe.charges.list()).data).toEqual([])
  })

  test('expires on request, but only while it is open', async () => {
    const { id } = await payments.newSession()
    expect((await payments.stripe.checkout.sessions.expire(id)).status).toBe('expired')
    await expect(payments.stripe.checkout.sessions.expire(id)).rejects.toThrow(/status of `expired`/)
    const paid = await payments.paidSession()
    await expect(payments.stripe.checkout.sessions.expire(paid.id)).rejects.toThrow(/status of `complete`/)
  })

  test('that expires cancels its unfinished payment', async () => {
    const { id } = await payments.newSession()
    await payments.submit(`/local/payments/checkout/${id}`, { card: '4000000000000002' })
    const { payment_intent } = await payments.stripe.checkout.sessions.expire(id)
    const intent = await payments.stripe.paymentIntents.retrieve(String(payment_intent))
    expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' })
  })
})

describe('a list', () => {
  test('is newest first, page by page, to the end', async () => {
    const made = []
    for (let n = 0; n < 5; n++) made.unshift((await payments.newSession()).id)
    const first = await payments.stripe.checkout.sessions.list({ limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
    expect(first.has_more).toBe(true)
    const all = await payments.stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(made)
    const back = await payments.stripe.checkout.sessions.list({ limit: 2, ending_before: made[4] })
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(2, 4))
  })

  test('can be filtered by state, payment or time', async () => {
    const { id, payment_intent } = await payments.paidSession()
    payments.clock.advance({ minutes: 1 })
    const open = await payments.newSession()
    const { sessions } = payments.stripe.checkout
    const ids = async (params: Parameters<typeof sessions.list>[0]) =>
      (await sessions.list(params)).data.map(session => session.id)
    expect(await ids({ status: 'open' })).toEqual([open.id])
    expect(await ids({ payment_intent: String(payment_intent) })).toEqual([id])
    expect(await ids({ created: { gte: seconds() } })).toEqual([open.id])
    expect(await ids({ created: { lt: seconds() } })).toEqual([id])
  })

  test('refuses an unknown cursor, and a page that is too long', async () => {
    const { sessions } = payments.stripe.checkout
    await expect(sessions.list({ starting_after: 'cs_none' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    })
    await expect(sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
  })
})

describe('the payment page', () => {
  const open = async (path: string) => {
    const response = await fetch(new URL(path, payments.url))
    return { response, html: await response.text() }
  }

  test('shows the items, and runs and loads nothing', async () => {
    const { url } = await payments.newSession({
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 4500, product_data: { name: '<script>1</script>' } },
          quantity: 2,
        },
      ],
    })
    const { response, html } = await open(url!)
    expect(html).toContain('Pay $90.00')
    expect(html).toContain('4242 4242 4242 4242')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('accepts a good card and leads to the success page', async () => {
    const { id, url } = await payments.newSession({ payment_intent_data: { metadata: { booking: '7' } } })
    const answer = await payments.submit(url!, { card: '4242 4242 4242 4242', email: 'lena@ignite.test' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${payments.url}/done?session=${id}`)
    const session = await payments.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { email: 'lena@ignite.test' },
      payment_intent: { status: 'succeeded', amount_received: 4500, metadata: { booking: '7' } },
    })
    await payments.control('webhooks/settle')
    expect(payments.kinds().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
  })

  test('charges once, however often the button is pressed', async () => {
    const { url } = await payments.newSession()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => payments.submit(url!, { card: '4242424242424242' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
    expect((await payments.stripe.charges.list()).data).toHaveLength(1)
    expect((await open(url!)).html).toContain('This is paid')
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ])('says why %s is declined, and lets another card pay', async (card, code, declineCode, message) => {
    const { id, url } = await payments.newSession()
    const answer = await payments.submit(url!, { test_card: card })
    expect(answer.status).toBe(402)
    expect(await answer.text()).toContain(message)
    const { payment_intent, status } = await payments.stripe.checkout.sessions.retrieve(id)
    expect(status).toBe('open')
    const failed = await payments.stripe.paymentIntents.retrieve(String(payment_intent), {
      expand: ['latest_charge'],
    })
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code, message },
      latest_charge: { status: 'failed', paid: false, failure_code: code },
    })
    expect(failed.last_payment_error?.decline_code).toBe(declineCode)

    expect((await payments.submit(url!, { card: '4242424242424242' })).status).toBe(303)
    expect((await payments.stripe.paymentIntents.list()).data.map(intent => intent.status)).toEqual([
      'succeeded',
    ])
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toEqual(
      expect.arrayContaining(['charge.failed', 'payment_intent.payment_failed']),
    )
  })

  test('refuses an invalid card, and charges nothing', async () => {
    const { url } = await payments.newSession()
    for (const card of ['', '1234', '4242424242424241']) {
      const answer = await payments.submit(url!, { card })
      expect(answer.status).toBe(402)
      expect(await answer.text()).toContain('Your card number is incorrect.')
    }
    expect((await payments.stripe.charges.list()).data).toEqual([])
  })

  test('asks for a second step if the card requires it', async () => {
    const { id, url } = await payments.newSession()
    const step = await payments.submit(url!, { card: '4000002500003155', email: 'lena@ignite.test' })
    expect(step.headers.get('location')).toBe(`/local/payments/checkout/${id}/confirm`)
    expect((await open(step.headers.get('location')!)).html).toContain('Confirm this payment')
    const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id)
    const waiting = await payments.stripe.paymentIntents.retrieve(String(payment_intent))
    expect(waiting.status).toBe('requires_action')
    expect((await payments.stripe.charges.list()).data).toEqual([])

    const done = await payments.submit(`/local/payments/checkout/${id}/confirm`, { answer: 'agree' })
    expect(done.headers.get('location')).toBe(`${payments.url}/done?session=${id}`)
    const paid = await payments.stripe.paymentIntents.retrieve(waiting.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: {
        billing_details: { email: 'lena@ignite.test' },
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      },
    })
  })

  test('doesn’t charge when the second step is refused', async () => {
    const { id, url } = await payments.newSession()
    await payments.submit(url!, { card: '4000002500003155' })
    const answer = await payments.submit(`/local/payments/checkout/${id}/confirm`, { answer: 'refuse' })
    expect(await answer.text()).toContain('We are unable to authenticate your payment method.')
    const { payment_intent, status } = await payments.stripe.checkout.sessions.retrieve(id)
    expect(status).toBe('open')
    expect(await payments.stripe.paymentIntents.retrieve(String(payment_intent))).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    const late = await payments.submit(`/local/payments/checkout/${id}/confirm`, { answer: 'agree' })
    expect(late.status).toBe(410)
  })

  test('leads back without paying', async () => {
    const { id, url } = await payments.newSession()
    expect((await open(url!)).html).toContain(`href="${payments.url}/back"`)
    expect((await payments.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  })
})
