import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOperations, findAccount } from './accounts.ts'
import { balanceOperations } from './balance.ts'
import { chargeOperations } from './charges.ts'
import { disputeOperations } from './disputes.ts'
import { ApiError } from './errors.ts'
import { apiVersion, eventOperations } from './events.ts'
import { expandAll } from './expand.ts'
import { answerOf, takeFault } from './faults.ts'
import { parseForm } from './form.ts'
import { createKeys, fingerprint } from './idempotency.ts'
import { intentOperations } from './intents.ts'
import { onboardingOperations } from './onboarding.ts'
import type { Operation, Operations } from './operation.ts'
import { payoutOperations } from './payouts.ts'
import { refundOperations } from './refunds.ts'
import { sessionOperations } from './sessions.ts'
import type { Fault } from './tables.ts'
import { transferOperations } from './transfers.ts'
import { newId, type World } from './world.ts'

const operations: Operations = {
  ...sessionOperations,
  ...intentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...balanceOperations,
  ...accountOperations,
  ...onboardingOperations,
  ...transferOperations,
  ...payoutOperations,
  ...eventOperations,
}

const routes = Object.entries(operations).map(([route, operation]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, parts: path.split('/'), operation }
})

type Answer = { status: number; body: string }
type Settings = { secretKey: string; catchUp: () => void; closing: AbortSignal }

/** Answers /v1/… like the provider's API: authentication, keys, faults, and then the operation itself. */
export function mountApi(
  scope: FastifyInstance,
  world: World,
  { secretKey, catchUp, closing }: Settings,
): void {
  const keys = createKeys(world)

  scope.all('/v1/*', { schema: { hide: true }, config: { rateLimit: false } }, async (request, reply) => {
    const id = newId('req', 14)
    reply.header('request-id', id).header('stripe-version', headerOf(request, 'stripe-version') ?? apiVersion)
    try {
      authorize(request, secretKey)
      catchUp()
      return await answer(request, reply, id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return send(reply, failure(error, id))
    }
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const { method } = request
    const [path = '', query = ''] = request.url.split('?', 2)
    const body = method === 'POST' ? String(request.body ?? '') : query
    const { operation, values } = find(method, path)
    const account = headerOf(request, 'stripe-account')
    if (account) findAccount(world, account)
    const sentKey = method === 'POST' ? headerOf(request, 'idempotency-key') : null
    const key = sentKey && checkKey(sentKey)
    const print = fingerprint(method, path, account, body)
    if (key) reply.header('idempotency-key', key)
    const before = key ? keys.take(key, print) : null
    if (before) {
      reply.header('idempotent-replayed', 'true').header('original-request', before.requestId)
      return send(reply, before)
    }
    try {
      const fault = takeFault(world, method, path)
      if (fault && !(await began(fault, request, reply))) return reply
      const run = () => {
        const refusal = fault && answerOf(fault)
        if (refusal) throw refusal
        world.cause = { id, idempotency_key: key }
        const params = parseForm(body)
        const result = operation(world, { path: values, params, account })
        return { status: 200, body: write(expandAll(world, result, params.expand)) }
      }
      return finish(fault, request, reply, perform(run, key, print, id))
    } finally {
      if (key) keys.release(key)
    }
  }

  /** The operation and the answer stored for its key are one change. */
  function perform(run: () => Answer, key: string | null, print: string, requestId: string): Answer {
    try {
      return world.store.change(() => {
        const done = run()
        if (key) keys.keep(key, print, { ...done, requestId })
        return done
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const failed = failure(error, requestId)
      if (key && error.kept) world.store.change(() => keys.keep(key, print, { ...failed, requestId }))
      return failed
    } finally {
      world.cause = null
    }
  }

  /** The effect of a fault before anything else; false if there will be no answer. */
  async function began(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const silent = fault.kind === 'timeout_before'
    if (silent || fault.kind === 'slow') await linger(fault.delayMs, request)
    if (silent || fault.kind === 'reset_before') hangUp(request, reply)
    return !reply.sent
  }

  /** Waits, as long as the caller is connected: a caller that died frees its key for the next one at once. */
  async function linger(ms: number, { raw }: FastifyRequest): Promise<void> {
    const gone = new AbortController()
    const leave = () => gone.abort()
    raw.socket.once('close', leave)
    await sleep(ms, null, { signal: AbortSignal.any([closing, gone.signal]) }).catch(() => {})
    raw.socket.off('close', leave)
  }

  async function finish(
    fault: Fault | null,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer,
  ): Promise<FastifyReply> {
    if (fault?.kind === 'timeout_after') {
      await linger(fault.delayMs, request)
      return hangUp(request, reply)
    }
    if (fault?.kind === 'reset_after') {
      reply.hijack()
      reply.raw.writeHead(answer.status, { 'content-length': Buffer.byteLength(answer.body) })
      reply.raw.write(answer.body.slice(0, answer.body.length / 2), () => request.raw.socket.destroy())
      return reply
    }
    return send(reply, { ...answer, body: fault ? distorted(fault, answer.body) : answer.body })
  }
}

function distorted({ kind }: Fault, body: string): string {
  if (kind === 'malformed') return body.slice(0, body.length / 2)
  if (kind !== 'other_amount') return body
  return body.replaceAll(
    /"(amount|amount_total)": (\d+)/g,
    (_all, name, amount) => `"${name}": ${Number(amount) + 1}`,
  )
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function find(method: string, path: string): { operation: Operation; values: string[] } {
  const parts = path.replace(/\/$/, '').split('/').map(decodeURIComponent)
  for (const route of routes) {
    if (route.method !== method || route.parts.length !== parts.length) continue
    const fits = route.parts.every((part, index) => part.startsWith(':') || part === parts[index])
    if (!fits) continue
    return {
      operation: route.operation,
      values: parts.filter((_, index) => route.parts[index]!.startsWith(':')),
    }
  }
  const message = `Unrecognized request URL (${method}: ${path}). The local stand-in for Stripe has no such call.`
  throw new ApiError(404, { type: 'invalid_request_error', message })
}

function authorize(request: FastifyRequest, secretKey: string): void {
  const [scheme, given = ''] = (headerOf(request, 'authorization') ?? '').split(' ')
  const key = scheme === 'Basic' ? Buffer.from(given, 'base64').toString().split(':')[0] : given
  if (key === secretKey) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

function checkKey(key: string): string {
  if (key.length <= 255) return key
  const message = 'Idempotency keys can be at most 255 characters long.'
  throw new ApiError(400, { type: 'idempotency_error', message })
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function failure({ status, body }: ApiError, requestId: string): Answer {
  const docs = body.code
    ? { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
    : {}
  return {
    status,
    body: write({ error: { ...body, ...docs, request_log_url: `/local/payments#${requestId}` } }),
  }
}

function write(answer: object): string {
  return JSON.stringify(answer, null, 2)
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').header('cache-control', 'no-cache, no-store').send(body)
}
