import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { changeAccount, deauthorize, findAccount } from './accounts.ts'
import { balanceRules, move } from './balance.ts'
import { findCharge } from './charges.ts'
import { closeDispute, escalateInquiry, openAppeal, openDispute } from './disputes.ts'
import { ApiError, missing } from './errors.ts'
import { addFault, clearFaults } from './faults.ts'
import { parseForm } from './form.ts'
import { checked, enabled, rejected, restricted } from './onboarding.ts'
import { boolean, integer, read, text } from './params.ts'
import { endPayout, payOutAll } from './payouts.ts'
import { failWaitingRefunds, settleRefunds } from './refunds.ts'
import { answerKinds, type Tables } from './tables.ts'
import { webhookRules } from './webhook-rules.ts'
import type { Webhooks } from './webhooks.ts'
import { newId, type World } from './world.ts'

const rules = z.object({
  mode: z.optional(z.enum(['deliver', 'hold', 'drop'])),
  types: z.optional(z.union([z.array(text), z.literal('')])),
  delay_ms: z.optional(integer),
  copies: z.optional(integer),
  retry_ms: z.optional(integer),
})
const fault = z.object({
  kind: z.enum(answerKinds),
  method: z._default(z.enum(['*', 'GET', 'POST', 'DELETE']), '*'),
  path: z._default(text, '/v1/*'),
  times: z._default(integer, 1),
  skip: z._default(integer, 0),
  delay_ms: z._default(integer, 100_000),
  code: z._default(text, 'charge_not_refundable'),
})
const releasing = z.object({ order: z._default(z.enum(['oldest', 'newest', 'shuffled']), 'oldest') })
const redelivery = z.object({ copies: z._default(integer, 1), age_seconds: z._default(integer, 0) })

const claim = z.object({
  reason: z._default(text, 'fraudulent'),
  amount: z.optional(integer),
  fee: z.optional(integer),
  inquiry: z.optional(boolean),
})
const disputeEnd = z.object({ outcome: z.enum(['won', 'lost', 'warning_closed']) })
const accountState = z.object({
  state: z.enum(['enabled', 'checked', 'restricted', 'rejected', 'deauthorized']),
})
const payoutEnd = z.object({ outcome: z.enum(['paid', 'failed']) })
const balance = z.object({
  available_after_days: z.optional(integer),
  payout_interval: z.optional(z.enum(['manual', 'daily'])),
  refunds_wait: z.optional(boolean),
  add: z.optional(integer),
})

type Control = (params: ReturnType<typeof parseForm>, id: string) => object | Promise<object>

/**
 * The controls of the stand-in for people and tests, as plain forms: each answers JSON, or redirects a
 * browser back to the form's page.
 */
export function mountControl(
  scope: FastifyInstance,
  world: World,
  webhooks: Webhooks,
  catchUp: () => void,
): void {
  const change = (control: Control): Control => {
    return (params, id) => world.store.change(() => control(params, id))
  }
  const on = (path: string, control: Control) => {
    scope.post<{ Params: { id?: string } }>(`/local/payments/control/${path}`, hidden, (request, reply) =>
      answer(request, reply, async () => {
        catchUp()
        return control(parseForm(String(request.body ?? '')), request.params.id ?? '')
      }),
    )
  }

  scope.get('/local/payments/control/state', hidden, async (_request, reply) => {
    catchUp()
    return sendJson(reply, stateOf(world))
  })
  on('reset', () => {
    world.store.clear()
    return {}
  })
  on('catch-up', () => ({}))

  on(
    'webhooks',
    change(params => setRules(world, read(rules, params))),
  )
  on('webhooks/release', async params => ({
    released: await webhooks.release(read(releasing, params).order),
  }))
  on('webhooks/settle', async () => {
    await webhooks.settled()
    return {}
  })
  on('events/:id/deliver', async (params, id) => {
    if (!world.store.get('event', id)) throw missing('event', id)
    const { copies, age_seconds: ageSeconds } = read(redelivery, params)
    return { answers: await webhooks.deliver(id, { copies, ageSeconds }) }
  })

  on(
    'faults',
    change(params => {
      const { delay_ms: delayMs, ...wanted } = read(fault, params)
      return addFault(world, { ...wanted, delayMs })
    }),
  )
  on(
    'faults/clear',
    change(() => {
      clearFaults(world)
      return {}
    }),
  )

  on(
    'charges/:id/dispute',
    change((params, id) => {
      failWaitingRefunds(world, id)
      return openDispute(world, findCharge(world, id), read(claim, params))
    }),
  )
  on(
    'disputes/:id/escalate',
    change((_params, id) => escalateInquiry(world, id)),
  )
  on(
    'disputes/:id/appeal',
    change((_params, id) => openAppeal(world, id)),
  )
  on(
    'disputes/:id/close',
    change((params, id) => closeDispute(world, id, read(disputeEnd, params).outcome)),
  )
  on(
    'refunds/settle',
    change(() => {
      settleRefunds(world, 0)
      return {}
    }),
  )
  on(
    'accounts/:id',
    change((params, id) => setAccount(world, id, read(accountState, params).state)),
  )
  on(
    'accounts/:id/pay-out',
    change((_params, id) => {
      const { default_currency: currency = 'usd' } = findAccount(world, id).object
      return { payout: payOutAll(world, id, currency) }
    }),
  )
  on(
    'payouts/:id/end',
    change((params, id) => endPayout(world, id, read(payoutEnd, params).outcome)),
  )
  on(
    'balance',
    change(params => setBalance(world, read(balance, params))),
  )
}

const hidden = { schema: { hide: true }, config: { rateLimit: false } } as const

function setRules(world: World, wanted: z.infer<typeof rules>): object {
  const before = webhookRules(world)
  return world.store.put('webhookRules', {
    id: 'webhooks',
    mode: wanted.mode ?? before.mode,
    types: wanted.types === undefined ? before.types : wanted.types || [],
    delayMs: wanted.delay_ms ?? before.delayMs,
    copies: Math.max(1, wanted.copies ?? before.copies),
    retryMs: wanted.retry_ms ?? before.retryMs,
  })
}

function setAccount(world: World, id: string, state: z.infer<typeof accountState>['state']): object {
  if (state === 'deauthorized') {
    deauthorize(world, id)
    return {}
  }
  const { object } = findAccount(world, id)
  const changes = { enabled, checked, restricted, rejected }[state](object)
  return changeAccount(world, id, { ...changes, details_submitted: true })
}

function setBalance(world: World, wanted: z.infer<typeof balance>): object {
  const before = balanceRules(world)
  world.store.put('balanceRules', {
    id: 'balance',
    availableAfterDays: wanted.available_after_days ?? before.availableAfterDays,
    payoutInterval: wanted.payout_interval ?? before.payoutInterval,
    refundsWait: wanted.refunds_wait ?? before.refundsWait,
  })
  if (wanted.add) {
    const topUp = { amount: wanted.add, currency: 'usd', category: 'topup', source: newId('tu') }
    move(world, { ...topUp, type: 'topup' })
  }
  return {}
}

const shownTables: (keyof Tables)[] = [
  'checkout',
  'intent',
  'charge',
  'refund',
  'dispute',
  'movement',
  'account',
  'transfer',
  'reversal',
  'payout',
  'event',
  'delivery',
  'fault',
]

function stateOf(world: World): object {
  const tables = shownTables.map(name => [name, world.store.all(name)])
  return { ...Object.fromEntries(tables), webhookRules: webhookRules(world) }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => object | Promise<object>,
): Promise<FastifyReply> {
  try {
    const result = await work()
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/local/payments', 303)
    return sendJson(reply, result)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return sendJson(reply.code(error.status), { error: error.body })
  }
}

function sendJson(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(answer))
}
