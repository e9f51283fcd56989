import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Why this process can't work now: the database or the storage doesn't answer. Empty while both do. */
export async function findFailures(db: Database, checkStorage: () => Promise<void>): Promise<unknown[]> {
  const checks = await Promise.allSettled([sql`select 1`.execute(db), checkStorage()])
  return checks.flatMap(check => (check.status === 'rejected' ? [check.reason] : []))
}

/**
 * `/health/live`: this process answers. `/health/ready`: it can work now, so a load balancer may send people here. Both
 * work without login, and give no details that help a stranger.
 */
export function healthRoutes(app: FastifyInstance, findFailures: () => Promise<unknown[]>): void {
  const quiet = { logLevel: 'warn' as const, config: { rateLimit: false as const }, schema: { hide: true } }
  app.get('/health/live', quiet, () => ({ status: 'live' }))
  app.get('/health/ready', quiet, async (request, reply) => {
    const failures = await findFailures()
    if (failures.length === 0) return { status: 'ready' }
    for (const reason of failures) request.log.warn({ err: reason }, 'not ready')
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
  })
}
