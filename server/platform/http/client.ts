import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { describePage, type PageDescription } from './page-head.ts'
import { problem } from './problem.ts'

type Client = {
  /** Where the built client is; null where this process serves none. */
  webDir: string | null
  publicUrl: string
  /** What everybody may know of the page at a path; null when that is nothing, undefined for pages nobody describes. */
  describePath?: (path: string) => Promise<PageDescription | null> | undefined
}

/**
 * Serves the built client: files with a hash in their name for ever, the page itself never from a cache, and the
 * page for every address that is neither a call nor a file, since the client's own router decides what it shows.
 */
export async function clientRoutes(
  app: FastifyInstance,
  { webDir, publicUrl, describePath = () => undefined }: Client,
): Promise<void> {
  const root = webDir && resolve(webDir)
  const index = root && join(root, 'index.html')
  const page = index && existsSync(index) ? readFileSync(index, 'utf8') : null
  if (root && page) {
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
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const forCalls = /^\/(api|chat|ai|storage|local|health|metrics|assets)(\/|$)/.test(path)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const described = page && reads && !forCalls ? describePath(path) : undefined
    // Crawlers, uptime checks and what fetches a preview take anything; so do pages that load a script or a picture, which
    // must hear that it isn't there. A username may look like a file.
    const { accept = '*/*' } = request.headers
    const isFile = /\.[a-z0-9]+$/i.test(path) && !described
    const wantsPage = accept.includes('text/html') || (accept.includes('*/*') && !isFile)
    if (!page || forCalls || !reads || !wantsPage) throw problem('not_found', 'There is nothing here.')
    reply.header('cache-control', 'no-cache')
    const description = await described?.catch(error => {
      // The client can say better than an error page that the database is away.
      request.log.warn({ err: error }, 'page served without its description')
      return null
    })
    return description
      ? reply.type('text/html; charset=utf-8').send(describePage(page, publicUrl, description))
      : reply.sendFile('index.html')
  })
}
