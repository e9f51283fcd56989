import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Closing } from '../closing.ts'
import { closingOf, openPool } from '../db/pool.ts'

/**
 * Whether this process can work now: the database and the storage answer. If not, the log says why. Asks the database over a
 * connection of its own: those of the pool may all be busy, and a load balancer that took a busy server for down would send
 * its people to others that are as busy. Requests that arrive during a check share its answer, so strangers can't cause many.
 */
export function createReadiness(
  config: Pick<Config, 'databaseUrl'>,
  checkStorage: () => Promise<void>,
  log: FastifyBaseLogger,
): { ready: () => Promise<boolean>; closing: Required<Closing> } {
  const pool = openPool({ ...config, databasePoolSize: 1 }, { silenceMs: 3_000 })
  let checking: Promise<boolean> | undefined

  async function check(): Promise<boolean> {
    const checks = await Promise.allSettled([pool.query('select 1'), checkStorage()])
    for (const one of checks) if (one.status === 'rejected') log.warn({ err: one.reason }, 'not ready')
    return checks.every(one => one.status === 'fulfilled')
  }

  return {
    ready() {
      checking ??= check().finally(() => {
        checking = undefined
      })
      return checking
    },
    closing: closingOf(pool),
  }
}

/**
 * `/health/live`: this process answers. `/health/ready`: it can work now, so a load balancer may send people here. Both
 * work without login, and give no details that help a stranger.
 */
export function healthRoutes(app: FastifyInstance, ready: () => Promise<boolean>): void {
  const quiet = { logLevel: 'warn' as const, config: { rateLimit: false as const }, schema: { hide: true } }
  app.get('/health/live', quiet, () => ({ status: 'live' }))
  app.get('/health/ready', quiet, async (_request, reply) => {
    if (await ready()) return { status: 'ready' }
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
  })
}
