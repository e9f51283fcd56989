import { chatTokenSeconds } from '#shared/api/chat.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './deps.ts'
import { createBus } from './platform/bus/bus.ts'
import type { Part } from './platform/closing.ts'
import { openDatabase } from './platform/db/database.ts'
import { toMicrosecond } from './platform/db/instants.ts'
import { closingOf, openPool } from './platform/db/pool.ts'
import { createReplica } from './platform/db/replica.ts'
import { shareWithJobs } from './platform/db/share-with-jobs.ts'
import { createApp } from './platform/http/app.ts'
import { createCallerOf } from './platform/http/callers.ts'
import { createHealth } from './platform/http/health.ts'
import { closingOfPort } from './platform/http/open-requests.ts'
import { createBearerReader, createTokens } from './platform/http/tokens.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createStripe } from './platform/payments/stripe.ts'
import { createRealtime } from './platform/realtime/realtime.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { timeLimits } from './platform/time-limits.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { createFileProcesses } from './product/files/file-processes.ts'
import type { Inspector } from './product/files/inspection/inspector.ts'
import { createLoginCookieReader } from './product/logins/login-cookie.ts'
import { createLogins } from './product/logins/logins.ts'

export type PlatformOptions = {
  /** The clock; the machine's if left out. */
  now?: () => Temporal.Instant
  /** Checks files; the server's own if left out. Many test servers share one, whose start takes a second of a processor. */
  inspector?: Inspector
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Makes the parts of a server. They begin to work when they are started. */
export async function openPlatform(config: Config, options: PlatformOptions) {
  const now = options.now ?? (() => toMicrosecond(Temporal.Now.instant()))
  const credentials = createCredentials(config, now)
  const tracing = await openTracing(config)
  const app = await createApp(config, request => callerOf(request), tracing, options.now)
  const { log } = app
  const port = closingOfPort(app)
  const pool = openPool(config, { silenceMs: timeLimits.silence, tracing })
  const connections = closingOf(pool)
  // The error object contains the connection, with the texts of its statements, so it isn't logged.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'))
  const db = openDatabase(shareWithJobs(pool))
  const { databaseReplicaUrl, redisUrl } = config
  const replica = databaseReplicaUrl
    ? createReplica({ ...config, databaseReplicaUrl }, log, tracing)
    : undefined
  // Its client takes 33 MB, which a server without it doesn't need.
  const redis = redisUrl ? (await import('./platform/redis/redis.ts')).createRedis(redisUrl, log) : undefined
  const bus = createBus(config, log, redis)
  const jobs = createJobs(pool, bus, config, log, tracing)
  const realtime = createRealtime({ http: app.server, bus, config, db, redis, log, now })
  const mail = createMailer(config, log, tracing)
  const stripe = createStripe(config)
  const fileProcesses = createFileProcesses(config, log, options.inspector)
  const storage = await createStorage(config, now, fileProcesses.hold)
  const { closing: check, ...health } = createHealth(config, () => storage.check(), log)
  const deps: Deps = {
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
    log,
    now,
  }
  const logins = createLogins({ ...deps, readLoginCookie: credentials.readLoginCookie })
  const callerOf = createCallerOf({ ...credentials, readLogin: logins.readLogin })
  return { app, deps, bus, health, credentials, logins, port, connections, check, tracing }
}

/** Who a request says it comes from: by the product's cookie, or by a token of the chat. */
function createCredentials(config: Config, now: () => Temporal.Instant) {
  const chatTokens = createTokens({ secret: config.secret, now }, 'chat', chatTokenSeconds)
  return {
    readLoginCookie: createLoginCookieReader(config),
    readChatToken: createBearerReader(chatTokens),
    chatTokens,
  }
}

/** The maximum shutdown time: less than the 30 seconds after which service managers kill the process. */
export const longestCloseMs = 29_000

/** The parts in the order in which they close. */
export function shutdown({ deps, bus, port, connections, check, tracing }: Platform): Part[] {
  const { realtime, fileProcesses, jobs, redis, replica } = deps
  const closeLast = async () =>
    void (await Promise.all([
      bus.close(),
      redis?.close(),
      replica?.close(),
      connections.close(),
      check.close(),
      tracing?.close(),
    ]))
  return [
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
  ]
}
