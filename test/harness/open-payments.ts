import Fastify from 'fastify'
import { Stripe } from 'stripe'
import { mountPayments } from '../../local/payments/payments.ts'
import type { Tables } from '../../local/payments/tables.ts'
import { freePort } from '../../local/ports.ts'
import { createClock, type TestClock } from './clock.ts'

export const webhookSecret = 'whsec_test'

type Received = { body: string; signature: string; event: Stripe.Event }
type Params = Record<string, string>

/** For tests: the running stand-in, the official SDK in front of it, and somebody who receives its events. */
export type Payments = {
  url: string
  clock: TestClock
  stripe: Stripe
  /** Another SDK client, with its own timeout. */
  sdk: (options: Stripe.StripeConfig) => Stripe
  /** The webhook's requests, in order of arrival, which isn't that of the events, as with Stripe; `answerWith` sets its answer. */
  received: Received[]
  answerWith: (status: number) => void
  kinds: () => string[]
  /** The maximum number of simultaneous deliveries. */
  mostAtOnce: () => number
  control: <T = Record<string, unknown>>(path: string, params?: Params) => Promise<T>
  state: () => Promise<{ [K in keyof Tables]: Tables[K][] }>
  /** Submits a form of a page, like a browser. */
  submit: (path: string, form: Params) => Promise<Response>
  newSession: (changes?: Partial<Stripe.Checkout.SessionCreateParams>) => Promise<Stripe.Checkout.Session>
  /** A session, paid on its page with a card; returns its state afterwards. */
  paidSession: (card?: string) => Promise<Stripe.Checkout.Session>
  close: () => Promise<void>
}

export async function openPayments(
  settings: { dataDir?: string; clock?: TestClock } = {},
): Promise<Payments> {
  const { clock = createClock(), dataDir } = settings
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const app = Fastify()
  const received: Received[] = []
  let status = 200
  let open = 0
  let mostOpen = 0
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/hook', async (request, reply) => {
    const body = String(request.body)
    const signature = String(request.headers['stripe-signature'])
    received.push({ body, signature, event: JSON.parse(body) })
    mostOpen = Math.max(mostOpen, ++open)
    await new Promise(resolve => setImmediate(resolve))
    open--
    return reply.code(status).send()
  })
  const payments = mountPayments({
    publicUrl: url,
    webhookUrl: `${url}/hook`,
    webhookSecret,
    now: clock.now,
    dataDir,
  })
  await payments.mount(app)
  await app.listen({ port, host: '127.0.0.1' })

  const sdk = (options: Stripe.StripeConfig) =>
    new Stripe(payments.env.STRIPE_SECRET_KEY!, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      ...options,
    })
  const stripe = sdk({})
  const submit = (path: string, form: Params) =>
    fetch(new URL(path, url), {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
  const newSession = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: 4500, product_data: { name: 'Lesson with Maya' } },
          quantity: 1,
        },
      ],
      success_url: `${url}/done?session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${url}/back`,
      ...changes,
    })

  return {
    url,
    clock,
    stripe,
    sdk,
    received,
    answerWith: next => {
      status = next
    },
    mostAtOnce: () => mostOpen,
    kinds: () => received.map(({ event }) => event.type),
    async control<T>(path: string, params: Params = {}) {
      const response = await fetch(`${url}/local/payments/control/${path}`, {
        method: 'POST',
        body: new URLSearchParams(params),
      })
      return (await response.json()) as T
    },
    state: async () => (await fetch(`${url}/local/payments/control/state`)).json() as never,
    submit,
    newSession,
    async paidSession(card = '4242424242424242') {
      const { id, url: page } = await newSession()
      await submit(page!, { card })
      return stripe.checkout.sessions.retrieve(id)
    },
    close: () => app.close(),
  }
}
