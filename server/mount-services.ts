import type { FastifyInstance } from 'fastify'
import { assistantService } from './assistant/assistant.ts'
import { chatService } from './chat/chat.ts'
import type { Service } from './config/settings.ts'
import type { Platform } from './open-platform.ts'
import { lastArchived } from './platform/db/archive.ts'
import { defineCountSweep } from './platform/http/call-limits.ts'
import { clientRoutes } from './platform/http/client.ts'
import { cookiePrefix } from './platform/http/cookies.ts'
import { healthRoutes } from './platform/http/health.ts'
import { metricsRoutes } from './platform/http/metrics.ts'
import { referenceRoutes } from './platform/http/reference.ts'
import { firstCalls, nextCalls } from './product/first-calls.ts'
import { pictureOfReader } from './product/first-picture.ts'
import { createPreviews } from './product/previews/previews.ts'
import { productService } from './product/product.ts'

/** Adds routes to the port before it opens. */
export type Mount = (app: FastifyInstance) => Promise<void>

/** Adds the routes and jobs of the services that this process runs, and of the server itself. */
export async function mountServices(
  { app, deps, health, credentials, logins }: Platform,
  mount?: Mount,
): Promise<void> {
  const { config, db, jobs, storage } = deps
  const { readLoginCookie, readChatToken, chatTokens } = credentials
  metricsRoutes(app, config, {
    whole: health.whole,
    lastArchived: () => lastArchived(db),
    jobFailures: jobs.failures,
  })
  await referenceRoutes(app, config.publicUrl, `${cookiePrefix(config)}.session_token`)
  await storage.mount(app)
  await mount?.(app)
  const runs = (service: Service) => config.services.includes(service)
  if (runs('product')) productService(app, deps, logins)
  if (runs('chat')) chatService(app, deps, { readLoginCookie, chatTokens, readChatToken })
  if (runs('assistant')) await assistantService(app, deps, logins.readLogin)
  healthRoutes(app, health.ready)
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
}
