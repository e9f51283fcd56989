import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Closing } from '../closing.ts'
import { closingOf, openPool } from '../db/pool.ts'

export type Health = {
  /**
   * Whether people may be sent to this process: the database answers, and so does a folder of files, which may be one machine's
   * fault. A bucket is the same for all processes, and most of what people do needs none: without it, only calls that do are refused.
   */
  ready: () => Promise<boolean>
  /** Whether all that this process needs works: the database, and the store of files. */
  whole: () => Promise<boolean>
}

/**
 * How well this process can work now. If not at all, or not whole, the log says why. Asks the database over a connection of its own:
 * those of the pool may all be busy, and a load balancer that took a busy server for down would send its people to others that are as
 * busy.
 */
export function createHealth(
  config: Pick<Config, 'databaseUrl' | 'storage'>,
  checkStorage: () => Promise<void>,
  log: FastifyBaseLogger,
): Health & { closing: Required<Closing> } {
  const pool = openPool({ ...config, databasePoolSize: 1 }, { silenceMs: 3_000 })
  const database = shared(() => pool.query('select 1'), log)
  const store = shared(checkStorage, log)
  const whole = async () => (await Promise.all([database(), store()])).every(Boolean)
  return {
    ready: config.storage.kind === 'folder' ? whole : database,
    whole,
    closing: closingOf(pool),
  }
}

/** Whether a check succeeds. Whoever asks while it runs shares its answer, so strangers can't cause many. */
function shared(check: () => Promise<unknown>, log: FastifyBaseLogger): () => Promise<boolean> {
  let checking: Promise<boolean> | undefined
  async function run(): Promise<boolean> {
    try {
      await check()
      return true
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return false
    } finally {
      checking = undefined
    }
  }
  return () => {
    checking ??= run()
    return checking
  }
}

/**
 * `/health/live`: this process answers. `/health/ready`: it can work now, so a load balancer may send people here. Both
 * work without login, and give no details that help a stranger.
 */
export function healthRoutes(app: FastifyInstance, ready: Health['ready']): void {
  const quiet = { logLevel: 'warn' as const, config: { rateLimit: false as const }, schema: { hide: true } }
  app.get('/health/live', quiet, () => ({ status: 'live' }))
  app.get('/health/ready', quiet, async (_request, reply) => {
    if (await ready()) return { status: 'ready' }
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
  })
}
