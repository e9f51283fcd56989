import type { FastifyInstance } from 'fastify'
import { createRouter } from '#server/platform/http/router.ts'
import type { Deps } from '../deps.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { createLogins } from './logins/logins.ts'
import { loginRoutes } from './logins/routes.ts'
import { readingRoutes } from './reading/routes.ts'

/** The product API: every noun's routes on one router. */
export async function productService(app: FastifyInstance, deps: Deps): Promise<void> {
  const logins = createLogins(deps)
  const implement = createRouter(app, logins.readLogin)
  await loginRoutes(app, implement, deps, logins)
  readingRoutes(implement, deps)
  analyticsRoutes(implement, deps)
}
