import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import ignite from '../../../package.json' with { type: 'json' }
import type { Health } from './health.ts'
import { problem } from './problem.ts'

type Watched = {
  whole: Health['whole']
  /** When PostgreSQL last handed a piece of its log to the archive; undefined if it keeps none. */
  lastArchived: () => Promise<Temporal.Instant | undefined>
  /** How many tries of jobs failed in this process, by the kind of job. */
  jobFailures: ReadonlyMap<string, number>
}

/**
 * `/metrics` in Prometheus format: the process, its version, whether all works that it needs, the database's archive, failed
 * jobs, and how long each route takes by status. With METRICS_TOKEN set it requires that bearer token. Without it, it
 * answers only this machine, and in production nobody: behind a local proxy that adds no header, everyone would look
 * local.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsToken: token, production }: Pick<Config, 'metricsToken' | 'production'>,
  { whole, lastArchived, jobFailures }: Watched,
): void {
  if (production && !token) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'ignite_build_info',
    help: 'Always 1; the label says which version runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: ignite.version }, 1)
  new Gauge({
    name: 'ignite_ready',
    help: '1 while the database takes writes and the store answers, otherwise 0',
    registers: [registry],
    async collect() {
      this.set((await whole()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'ignite_database_archived_timestamp_seconds',
    help: 'When PostgreSQL last handed a piece of its log to the archive; nothing without an archive',
    registers: [registry],
    async collect() {
      // A database that doesn't answer is for ignite_ready to tell.
      const archived = await lastArchived().catch(() => undefined)
      if (archived) this.set(archived.epochMilliseconds / 1000)
      else this.remove()
    },
  })
  new Counter({
    name: 'ignite_job_failures_total',
    help: 'Failed attempts at jobs, such as email that no server accepted; most are tried again',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [name, count] of jobFailures) this.inc({ name }, count)
    },
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  // Prometheus is never refused: it has to see when everyone behind a wrong TRUST_PROXY counts as its own address.
  const config = { rateLimit: { allowList: (request: FastifyRequest) => mayRead(request, token) } }
  app.get('/metrics', { logLevel: 'warn', config, schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, token)) throw problem('not_found', 'There’s nothing here.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) {
    // Behind a local proxy every caller looks local; a forwarded request isn't.
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
    return forwarded === undefined && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
  }
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
