import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * `/health/live`: this process answers. `/health/ready`: it can work now (database and storage answer), so a
 * load balancer may send people here. Both work without login, and give no details that help a stranger.
 */
export function healthRoutes(app: FastifyInstance, db: Database, checkStorage: () => Promise<void>): void {
  const quiet = { logLevel: 'warn' as const, config: { rateLimit: false as const }, schema: { hide: true } }
  app.get('/health/live', quiet, () => ({ status: 'live' }))
  app.get('/health/ready', quiet, async (request, reply) => {
    const checks = await Promise.allSettled([sql`select 1`.execute(db), checkStorage()])
    const failed = checks.filter(check => check.status === 'rejected')
    if (failed.length === 0) return { status: 'ready' }
    for (const { reason } of failed) request.log.warn({ err: reason }, 'not ready')
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
  })
}
