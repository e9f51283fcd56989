import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SpanStatusCode } from '@opentelemetry/api'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestCloseMs } from '#server/open-platform.ts'
import { blocks } from '#shared/api/blocks.ts'
import { logins } from '#shared/api/logins.ts'
import { payouts } from '#shared/api/payouts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { support } from '#shared/api/support.ts'
import { wallets } from '#shared/api/wallets.ts'
import { type Collector, type Span, startCollector } from '../../../test/harness/collector.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Node } from '../../../test/harness/killable.ts'
import { type KillableStack, killableStack } from '../../../test/harness/killable-stack.ts'
import type { Person } from '../../../test/harness/person.ts'
import { createBus } from '../bus/bus.ts'
import { openDatabase } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { createJobs } from '../jobs/jobs.ts'
import { openTracing } from './tracing.ts'

/** Makes a process log which of OpenTelemetry's files and of ours around them it loads. */
const logsModules = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry|platform.tracing/.test(url)) console.log('loaded ' + url)
      return next(url, context)
    },
  })`)}`

const loadedBy = (node: Node) =>
  [...node.log().matchAll(/^loaded .*(@opentelemetry\/[\w-]+|platform\/tracing\/[\w-]+)/gm)].map(
    ([, module]) => module,
  )

let collector: Collector
let stack: KillableStack
/** The product and the chat, each in its own process; a proxy is in front of the chat. */
let product: Node
let chat: Node
let ana: Person
let ben: Person

beforeAll(async () => {
  collector = await startCollector()
  stack = await killableStack()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'info',
    SUPPORT_EMAIL: 'support@example.edu',
    GOOGLE_DISCOVERY_URL: `${stack.outside.url}/nothing-here`,
    NODE_OPTIONS: logsModules,
  }
  product = await stack.another({ ...env, SERVICES: 'product' })
  chat = await stack.another({ ...env, SERVICES: 'chat', TRUST_PROXY: '1' })
  await product.start()
  await chat.start()
  ana = (await stack.signIn('ana.tracer')).at(product.url)
  ben = (await stack.signIn('ben.tracer')).at(product.url)
}, 180_000)

afterAll(async () => {
  await stack?.close()
  await collector?.close()
})

/** The spans of the trace of a request, by the id that its answer has, once the one with that name came. */
async function traceOf({ headers }: { headers: Headers }, awaited: RegExp): Promise<Span[]> {
  const id = headers.get('x-request-id')
  let trace: Span[] = []
  await eventually(`the trace of ${id} has ${awaited}`, async () => {
    const spans = collector.spans()
    const root = spans.find(({ attributes }) => attributes['ignite.request_id'] === id)
    trace = root ? spans.filter(({ traceId }) => traceId === root.traceId) : []
    return trace.some(({ name }) => awaited.test(name))
  })
  return trace
}

const named = (trace: Span[], name: RegExp) => trace.find(span => name.test(span.name))!
const below = (trace: Span[], { spanId }: Span) => trace.filter(({ parentSpanId }) => parentSpanId === spanId)

const message = 'I cannot hear my tutor in our meeting'

test('a trace leads from a request to its statements, its job and the mail that this sends', async () => {
  const answer = await ana.call(support.send, { body: { category: 'other', message } })
  const trace = await traceOf(answer, /^job/)
  const request = named(trace, /^POST/)
  expect(request).toMatchObject({
    name: 'POST /api/support',
    service: 'ignite-product',
    attributes: { 'http.route': '/api/support', 'http.response.status_code': 200 },
  })
  expect(request.parentSpanId).toBeUndefined()
  expect(below(trace, request).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'insert support_messages', 'commit', 'job support-mail']),
  )
  const mailing = below(trace, named(trace, /^job/))
  expect(mailing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['select support_messages', expect.stringMatching(/^SMTP 127/)]),
  )
  expect(named(mailing, /^select/).attributes['db.query.text']).toMatch(/"support_messages"\."id" = \$\d$/)
})

test('a job of another process belongs to the trace of the request that enqueued it', async () => {
  const answer = await ana.call(blocks.block, { body: { username: 'ben.tracer' } })
  const trace = await traceOf(answer, /^job/)
  expect(named(trace, /^POST/)).toMatchObject({ name: 'POST /api/block', service: 'ignite-product' })
  expect(named(trace, /^job/)).toMatchObject({ name: 'job tell-of-block', service: 'ignite-chat' })
  expect(named(trace, /^job/).parentSpanId).toBe(named(trace, /^POST/).spanId)
})

test('a job that is due later begins a trace of its own, which links to what enqueued it', async () => {
  const { databaseUrl } = stack
  const settings = { endpoint: collector.url, serviceName: 'jobs alone', share: 1 }
  const tracing = (await openTracing({ tracing: settings, trustedProxies: 0 }))!
  const pool = openPool({ databaseUrl, databasePoolSize: 4 })
  const db = openDatabase(pool)
  const { log } = Fastify()
  const bus = createBus({ databaseUrl }, log)
  const jobs = createJobs(pool, bus, { databaseOwnerUrl: databaseUrl }, log, tracing)
  const ran: object[] = []
  jobs.define<object>('ask-again', {
    run: data => jobs.enqueue(db, 'asked-again', '', data, Temporal.Now.instant().add({ milliseconds: 500 })),
  })
  jobs.define<object>('asked-again', {
    async run(data) {
      ran.push(data)
    },
  })
  await bus.start()
  await jobs.start()
  await jobs.enqueue(db, 'ask-again', '', { question: 'when' })
  await eventually('the later job ran', async () => ran.length === 1)
  await jobs.stop()
  await Promise.all([bus.close(), db.destroy(), tracing.close()])
  const spans = collector.spans().filter(({ service }) => service === 'jobs alone')
  const [now, later] = [named(spans, /^job ask-again/), named(spans, /^job asked-again/)]
  expect(later.links).toMatchObject([{ traceId: now.traceId }])
  expect(later.traceId).not.toBe(now.traceId)
  expect(later.parentSpanId).toBeUndefined()
  expect(ran).toEqual([{ question: 'when' }])
})

test('a call of another service is in the trace with its host alone', async () => {
  await ana.call(wallets.create, { body: { terms: true } })
  const trace = await traceOf(await ana.call(payouts.create), /^POST 127/)
  const { host } = new URL(stack.outside.url)
  expect(named(trace, /^POST 127/)).toMatchObject({
    name: `POST ${host}`,
    attributes: { 'server.address': host, 'http.response.status_code': 200 },
  })
  expect(named(trace, /^POST 127/).parentSpanId).toBe(named(trace, /^POST \//).spanId)
})

test('a call of another service that fails is marked', async () => {
  const signingIn = await ana.fetch('/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', callbackURL: '/explore' }),
  })
  const trace = await traceOf(signingIn, /^GET 127/)
  expect(named(trace, /^GET 127/)).toMatchObject({
    name: `GET ${new URL(stack.outside.url).host}`,
    attributes: { 'http.response.status_code': 404, 'error.type': '404' },
    status: { code: SpanStatusCode.ERROR },
  })
})

test('a line of the log has the id of its trace', async () => {
  const answer = await ana.call(logins.read)
  const [request] = await traceOf(answer, /^GET/)
  const lines = product.log().split('\n')
  const line = lines.find(line => line.includes(answer.headers.get('x-request-id')!))!
  expect(JSON.parse(line)).toMatchObject({ msg: 'answered', trace_id: request!.traceId })
})

test('only a proxy may say to which trace a request belongs', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const behindProxy = await traceOf(await ana.at(chat.url).fetch('/chat/api/unread', { headers }), /^GET/)
  const fromStranger = await traceOf(await ana.fetch(logins.read.path, { headers }), /^GET/)
  expect(named(behindProxy, /^GET/)).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(named(fromStranger, /^GET/).traceId).not.toBe(traceId)
})

test('a trace says nothing about whom', async () => {
  const users = await stack.db.selectFrom('users').select(['id', 'email', 'username']).execute()
  const body = { email: 'ana.tracer@example.edu' }
  await traceOf(await ben.call(profiles.ofEmail, { body }), /^POST/)
  const inChat = ben.at(chat.url)
  await traceOf(await inChat.fetch('/chat/api/auth/login?email=ana.tracer@example.edu'), /^GET/)
  const trace = await traceOf(await inChat.fetch(`/chat/api/conversations/${users[0]!.id}`), /^GET/)
  expect(named(trace, /^GET/).name).toBe('GET /chat/api/conversations/:id')
  const cookies = [...ana.cookies.values()].map(value => decodeURIComponent(value))
  const secrets = [message, ...cookies, ...users.flatMap(user => Object.values(user))]
  expect(secrets).toHaveLength(2 + 2 * 3)
  expect(secrets.filter(secret => collector.received().includes(secret))).toEqual([])
  // Nobody's address is in it, and of the services that we call only the host.
  const found = (pattern: RegExp) => collector.received().match(pattern)?.length
  expect(found(/127\.0\.0\.1/g)).toBe(found(/127\.0\.0\.1:\d+/g))
})

test('a server loads OpenTelemetry only with the setting', async () => {
  const without = await stack.another({ SERVICES: 'product', NODE_OPTIONS: logsModules })
  await without.start()
  await without.stop()
  // Other libraries bring its interface.
  const others = ['@opentelemetry/api', '@opentelemetry/semantic-conventions']
  expect(loadedBy(without)).toContain('platform/tracing/tracing')
  expect(loadedBy(without).filter(module => !others.includes(module!))).toEqual(['platform/tracing/tracing'])
  expect(loadedBy(product)).toContain('@opentelemetry/sdk-trace')
})

test('a collector that never answers holds up no request, and the server ends in time', async () => {
  const sockets = new Set<Socket>()
  const hung = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(hung, 'listening')
  const server = await stack.another({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(hung.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    LOG_LEVEL: 'warn',
  })
  await server.start()
  const ask = async () => (await ana.at(server.url).fetch('/api/block')).status
  // More than it keeps for the collector.
  for (let n = 0; n < 60; n++)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([200]))
  await eventually('the log says it', async () =>
    server.log().includes('the trace collector can’t be reached'),
  )
  const began = performance.now()
  await server.stop()
  expect(performance.now() - began).toBeLessThan(longestCloseMs / 2)
  expect(sockets.size).toBeGreaterThan(0)
  for (const socket of sockets) socket.destroy()
  hung.close()
})
