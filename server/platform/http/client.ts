import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'

/**
 * Serves the built client: files with a hash in their name for ever, the page itself never from a cache, and the
 * page for every address that is not a call, since the client's own router decides what it shows.
 */
export async function clientRoutes(app: FastifyInstance, webDir: string): Promise<void> {
  const root = resolve(webDir)
  const built = existsSync(join(root, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        const hashed = path.includes('/assets/')
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const forCalls = /^\/(api|chat|ai|storage|local|health|metrics|assets)(\/|$)/.test(path)
    if (!built || forCalls || request.method !== 'GET' || !request.headers.accept?.includes('text/html')) {
      throw problem('not_found', 'There is nothing here.')
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
