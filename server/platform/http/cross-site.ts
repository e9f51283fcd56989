import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { problem } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every change that another site's page makes a browser request (security A-4). Browsers state the
 * origin in Sec-Fetch-Site, older ones in Origin, and a page can forge neither. A request with neither header
 * doesn't come from a browser, so no person's cookie can be abused. The product's pages call a chat on its own
 * host, and state that in Origin.
 */
export function refuseCrossSite({ publicUrl, chatOrigin }: Pick<Config, 'publicUrl' | 'chatOrigin'>) {
  const ownOrigin = new URL(publicUrl).origin
  const refuses = (request: FastifyRequest) => {
    if (safeMethods.has(request.method)) return false
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    if (chatOrigin && origin === ownOrigin && isOfChat(request)) return false
    return site === undefined
      ? origin !== undefined && origin !== ownOrigin
      : site !== 'same-origin' && site !== 'none'
  }
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (refuses(request)) done(problem('cross_site', 'This request came from another site.'))
    else done()
  }
}

const isOfChat = ({ url }: FastifyRequest) => url.startsWith('/chat/')

/** Lets only the product's pages read the answers of a chat on its own host (CORS), without cookies. */
export function allowPages(publicUrl: string) {
  const ownOrigin = new URL(publicUrl).origin
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (!isOfChat(request)) return done()
    reply.header('vary', 'origin')
    if (request.headers.origin !== ownOrigin) return done()
    reply.header('access-control-allow-origin', ownOrigin)
    if (request.method !== 'OPTIONS') return done()
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': 600,
      })
      .send()
  }
}

/**
 * Refuses a GET that changes something unless one of our pages fetched it: an image, a link, a prefetch or
 * another site's page sends the same request, except for these headers (OWASP ASVS 3.5.3).
 */
export function refuseUnfetched(publicUrl: string, { headers }: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  const ours =
    site === undefined ? origin === undefined || origin === new URL(publicUrl).origin : site === 'same-origin'
  const fetched = mode === undefined || mode === 'cors' || mode === 'same-origin'
  if (!ours || !fetched) throw problem('cross_site', 'This is only for Ignite’s own pages.')
}
