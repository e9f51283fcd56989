import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { chatTokenSeconds } from '#shared/api/chat.ts'
import { assistantService } from './assistant/assistant.ts'
import { chatService } from './chat/chat.ts'
import { type Config, ConfigError, loadConfig, type Service } from './config.ts'
import { createBus } from './platform/bus/bus.ts'
import { closeInTurn } from './platform/closing.ts'
import { lastArchived } from './platform/db/archive.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { requireDurable } from './platform/db/durability.ts'
import { toMicrosecond } from './platform/db/instants.ts'
import { migrate } from './platform/db/migrate.ts'
import { closingOf, openPool } from './platform/db/pool.ts'
import { createReplica } from './platform/db/replica.ts'
import { allowRunning, runningRole } from './platform/db/running-role.ts'
import { createApp } from './platform/http/app.ts'
import { callerAddress, defineCountSweep } from './platform/http/call-limits.ts'
import { clientRoutes } from './platform/http/client.ts'
import { cookiePrefix } from './platform/http/cookies.ts'
import { createReadiness, healthRoutes } from './platform/http/health.ts'
import { metricsRoutes } from './platform/http/metrics.ts'
import { closingOfPort } from './platform/http/open-requests.ts'
import { referenceRoutes } from './platform/http/reference.ts'
import { createBearerReader, createTokens } from './platform/http/tokens.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createStripe } from './platform/payments/stripe.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { createStorage } from './platform/storage/storage.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { createFileProcesses } from './product/files/file-processes.ts'
import type { Inspector } from './product/files/inspection/inspector.ts'
import { firstCalls, nextCalls } from './product/first-calls.ts'
import { pictureOfReader } from './product/first-picture.ts'
import { createLoginCookieReader } from './product/logins/login-cookie.ts'
import { createLogins } from './product/logins/logins.ts'
import { createPreviews } from './product/previews/previews.ts'
import { productService } from './product/product.ts'

type Options = {
  /** Adds routes to the same port before it opens; local/ and the tests add their stand-ins here. */
  mount?: (app: FastifyInstance) => Promise<void>
  /** The clock; the machine's if left out. */
  now?: () => Temporal.Instant
  /** Checks files; the server's own if left out. Many test servers share one, whose start takes a second of a processor. */
  inspector?: Inspector
}

/** The maximum shutdown time: less than the 30 seconds after which service managers kill the process. */
export const longestCloseMs = 29_000

export type RunningServer = {
  app: FastifyInstance
  url: string
  /**
   * Finishes the current work; cuts off what takes too long, so that the server ends within `longestCloseMs`.
   */
  close: () => Promise<void>
}

/** Starts the server on a migrated database and resolves once it listens. */
export async function startServer(config: Config, options: Options = {}): Promise<RunningServer> {
  const now = options.now ?? (() => toMicrosecond(Temporal.Now.instant()))
  const readLoginCookie = createLoginCookieReader(config)
  const chatTokens = createTokens({ secret: config.secret, now }, 'chat', chatTokenSeconds)
  const readChatBearer = createBearerReader(chatTokens)
  const tracing = await openTracing(config)
  // Whose limits a request counts toward: the cookie's person, or the token's on a chat host that never sees
  // the cookie.
  const app = await createApp(
    config,
    async request =>
      readLoginCookie(request.headers.cookie) ??
      (await readChatBearer(request))?.userId ??
      callerAddress(request.ip),
    tracing,
  )
  const port = closingOfPort(app)
  const pool = openPool(config, { silenceMs: 6_500, tracing })
  const connections = closingOf(pool)
  // The error object contains the connection, with the texts of its statements, so it isn't logged.
  pool.on('error', ({ message }) => app.log.warn({ reason: message }, 'idle database connection lost'))
  const db = openDatabase(pool)
  const { databaseReplicaUrl } = config
  const replica = databaseReplicaUrl
    ? createReplica({ ...config, databaseReplicaUrl }, app.log, tracing)
    : undefined
  const { redisUrl } = config
  // Its client takes 33 MB, which a server without it doesn't need.
  const redis = redisUrl
    ? (await import('./platform/redis/redis.ts')).createRedis(redisUrl, app.log)
    : undefined
  const bus = createBus(config, app.log, redis)
  const jobs = createJobs(pool, bus, config, app.log, tracing)
  const realtime = createRealtime({ http: app.server, bus, config, db, redis, log: app.log, now })
  const mail = createMailer(config, tracing)
  const storage = await createStorage(config, now)
  const stripe = createStripe(config)
  const fileProcesses = createFileProcesses(config, app.log, options.inspector)
  const { ready, closing: check } = createReadiness(config, () => storage.check(), app.log)
  const closeLast = async () =>
    void (await Promise.all([
      bus.close(),
      redis?.close(),
      replica?.close(),
      connections.close(),
      check.close(),
      tracing?.close(),
    ]))
  const close = () =>
    closeInTurn(
      [
        // Must come first, since the port waits for every open connection.
        { name: 'live connections', part: realtime, withinMs: 2_000 },
        { name: 'port', part: port, withinMs: 7_000 },
        { name: 'file processes', part: fileProcesses, withinMs: 3_000 },
        {
          name: 'jobs',
          part: { close: jobs.stop, waitsFor: jobs.running, cut: connections.cut },
          withinMs: 9_500,
        },
        {
          name: 'bus, Redis and database',
          part: {
            close: closeLast,
            waitsFor: connections.waitsFor,
            cut() {
              connections.cut()
              check.cut()
            },
          },
          withinMs: 2_000,
        },
      ],
      app.log,
    )
  try {
    if (config.production) await requireDurable(db)
    await prepareDatabase(config, db, app.log)
    metricsRoutes(app, config, {
      ready,
      lastArchived: () => lastArchived(db),
      jobFailures: jobs.failures,
    })
    await referenceRoutes(app, config.publicUrl, `${cookiePrefix(config)}.session_token`)
    await storage.mount(app)
    await options.mount?.(app)
    const deps = {
      config,
      db,
      replica,
      redis,
      jobs,
      mail,
      realtime,
      storage,
      stripe,
      fileProcesses,
      log: app.log,
      now,
    }
    const logins = createLogins({ ...deps, readLoginCookie })
    const runs = (service: Service) => config.services.includes(service)
    if (runs('product')) productService(app, deps, logins)
    if (runs('chat')) chatService(app, deps, { readLoginCookie, tokens: chatTokens, readChatBearer })
    if (runs('assistant')) await assistantService(app, deps, logins.readLogin)
    healthRoutes(app, ready)
    const webDir = runs('product') ? config.webDir : null
    await clientRoutes(app, {
      publicUrl: config.publicUrl,
      webDir,
      describePath: createPreviews(deps),
      isSignedIn: cookies => readLoginCookie(cookies) !== null,
      firstCalls,
      nextCalls,
      pictureOf: pictureOfReader,
    })
    defineCountSweep(jobs, db)
    await bus.start()
    await redis?.start()
    replica?.start()
    await jobs.start()
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw error
  }
  return { app, url: config.publicUrl, close }
}

/** Migrates as the owner of the tables, if that is another role than the running one. */
async function prepareDatabase(config: Config, db: Database, log: FastifyBaseLogger): Promise<void> {
  const { databaseOwnerUrl } = config
  if (databaseOwnerUrl) {
    const owner = openDatabase(openPool({ databaseUrl: databaseOwnerUrl, databasePoolSize: 2 }))
    try {
      await migrate(owner)
      await allowRunning(owner, (await runningRole(db)).name)
    } finally {
      await owner.destroy()
    }
  } else await migrate(db)
  const { name, owns } = await runningRole(db)
  if (owns) {
    log.warn(
      { role: name },
      'the database role that runs Ignite also owns the tables, so it could disable the triggers that protect the ledger and the audit log: set DATABASE_OWNER_URL',
    )
  }
}

async function main(): Promise<void> {
  const server = await startServer(loadConfig(process.env))
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      server.app.log.info(`${signal}: finishing what is under way`)
      void server.close().then(() => process.exit(0))
    })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main().catch(error => {
    // With the cause, in which a migration says why it failed.
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`)
    process.exit(1)
  })
}
