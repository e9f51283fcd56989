import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendPage } from '../html.ts'
import { type Attempt, confirm, pay } from './checkout.ts'
import { checkoutPage, confirmPage, gonePage } from './checkout-page.ts'
import { parseForm } from './form.ts'
import { entranceOf, fieldsOf, readAnswers, submit } from './onboarding.ts'
import { onboardedPage, onboardingPage } from './onboarding-page.ts'
import { overviewPage } from './overview-page.ts'
import type { Checkout } from './tables.ts'
import type { World } from './world.ts'

const connectScript = new URL('./connect-browser.js', import.meta.url)
const tooLate = 'This form was open for too long. Open it again.'
const wrongAnswers = 'Fill in both names, the last four digits, and a bank account of 6 to 17 digits.'
const hidden = { schema: { hide: true } }
type ById = { Params: { id: string } }

/** The pages for people: paying, onboarding, and the history. */
export function mountPages(scope: FastifyInstance, world: World, catchUp: () => void): void {
  const { store } = world
  const openCheckout = (id: string): Checkout | undefined => {
    catchUp()
    return store.get('checkout', id)
  }

  scope.get('/local/payments', hidden, async (_request, reply) => {
    catchUp()
    return sendPage(reply, overviewPage(world))
  })

  scope.get<ById>('/local/payments/checkout/:id', hidden, async ({ params }, reply) => {
    const checkout = openCheckout(params.id)
    if (checkout?.session.status === 'open') return sendPage(reply, checkoutPage(checkout))
    return sendPage(reply.code(checkout ? 410 : 404), gonePage(checkout))
  })

  scope.post<ById>('/local/payments/checkout/:id', hidden, async ({ params, body }, reply) => {
    const checkout = openCheckout(params.id)
    if (!checkout) return sendPage(reply.code(404), gonePage(undefined))
    const form = parseForm(String(body ?? ''))
    const number = String(form.test_card ?? form.card ?? '')
    const attempt = store.change(() => pay(world, params.id, number, String(form.email ?? '')))
    return conclude(reply, params.id, attempt)
  })

  scope.get<ById>('/local/payments/checkout/:id/confirm', hidden, async ({ params }, reply) => {
    const checkout = openCheckout(params.id)
    const intent = store.get('intent', String(checkout?.session.payment_intent))
    if (checkout?.session.status !== 'open' || intent?.status !== 'requires_action') {
      return reply.redirect(`/local/payments/checkout/${params.id}`, 303)
    }
    return sendPage(reply, confirmPage(checkout))
  })

  scope.post<ById>('/local/payments/checkout/:id/confirm', hidden, async ({ params, body }, reply) => {
    const checkout = openCheckout(params.id)
    if (!checkout) return sendPage(reply.code(404), gonePage(undefined))
    const { answer } = parseForm(String(body ?? ''))
    const attempt = store.change(() => confirm(world, params.id, answer === 'agree'))
    return conclude(reply, params.id, attempt)
  })

  function conclude(reply: FastifyReply, id: string, attempt: Attempt): FastifyReply {
    const checkout = store.get('checkout', id)!
    if (attempt.result === 'declined')
      return sendPage(reply.code(402), checkoutPage(checkout, attempt.message))
    if (attempt.result === 'second-step') return reply.redirect(`/local/payments/checkout/${id}/confirm`, 303)
    // A second click on "Pay" arrives after the first one paid: it gets the same result.
    if (checkout.session.status === 'complete') return reply.redirect(successUrl(checkout), 303)
    return sendPage(reply.code(410), gonePage(checkout))
  }

  scope.get('/local/payments/connect.js', hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await readFile(connectScript, 'utf8')),
  )

  scope.get<ById>('/local/payments/onboarding/:id', hidden, async ({ params }, reply) => {
    const entrance = entranceOf(world, params.id)
    if (!entrance) return sendPage(reply.code(410), gonePage(undefined))
    return sendPage(reply, onboardingPage(params.id, fieldsOf(world, entrance, 'account_onboarding')))
  })

  type Component = { Params: { id: string; component: string } }
  scope.get<Component>('/local/payments/components/:id/:component', hidden, async ({ params }, reply) => {
    const entrance = entranceOf(world, params.id)
    if (!entrance) return reply.code(410).send({ error: tooLate })
    if (!entrance.components.includes(params.component)) {
      return reply.code(403).send({ error: `The account session doesn’t enable ${params.component}.` })
    }
    return reply.send({ fields: fieldsOf(world, entrance, params.component) })
  })

  scope.post<Component>('/local/payments/components/:id/:component', hidden, async (request, reply) => {
    const { id, component } = request.params
    const entrance = entranceOf(world, id)
    if (!entrance?.components.includes(component)) return reply.code(410).send({ error: tooLate })
    const fields = fieldsOf(world, entrance, component)
    const given = readAnswers(fields, parseForm(String(request.body ?? '')))
    if (!given) return reply.code(422).send({ error: wrongAnswers })
    const account = store.change(() => submit(world, entrance.account, given))
    return reply.send({ payouts_enabled: account.payouts_enabled })
  })

  scope.post<ById>('/local/payments/onboarding/:id', hidden, async (request, reply) => {
    const { id } = request.params
    const forScript = !request.headers.accept?.includes('text/html')
    const entrance = entranceOf(world, id)
    if (!entrance) {
      return forScript
        ? reply.code(410).send({ error: tooLate })
        : sendPage(reply.code(410), gonePage(undefined))
    }
    const form = parseForm(String(request.body ?? ''))
    const fields = fieldsOf(world, entrance, 'account_onboarding')
    const given = readAnswers(fields, form)
    if (!given) {
      return forScript
        ? reply.code(422).send({ error: wrongAnswers })
        : sendPage(reply.code(422), onboardingPage(id, fields, form, wrongAnswers))
    }
    const account = store.change(() => submit(world, entrance.account, given))
    if (forScript) return reply.send({ payouts_enabled: account.payouts_enabled })
    if (entrance.returnUrl) return reply.redirect(entrance.returnUrl, 303)
    return sendPage(reply, onboardedPage())
  })
}

function successUrl({ id, session }: Checkout): string {
  return String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', id)
}
