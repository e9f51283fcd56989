import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Whether this process can work now: the database and the storage answer. The log says why not. */
export async function isReady(
  db: Database,
  checkStorage: () => Promise<void>,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const checks = await Promise.allSettled([sql`select 1`.execute(db), checkStorage()])
  for (const check of checks) if (check.status === 'rejected') log.warn({ err: check.reason }, 'not ready')
  return checks.every(check => check.status === 'fulfilled')
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
