import type { ProxyOptions } from 'vite'
import { alerts } from '#shared/api/alerts.ts'
import { livePath } from '#shared/api/live.ts'
import { previews } from '#shared/api/previews.ts'

/**
 * The paths that the server answers, including the payment stand-in (/v1); every other path belongs to the
 * client and Vite.
 */
const serverPaths = [
  ...['/api', '/chat', '/ai', '/storage', '/health', '/metrics', '/local', '/v1'],
  ...[previews.robots.path, previews.sitemap.path],
]

/** What Vite hands to the server at `api`, by the patterns of their paths. */
export function proxyTo(api: string): Record<string, string | ProxyOptions> {
  return {
    ...Object.fromEntries(serverPaths.map(path => [`^${path}(/|$|\\?)`, api])),
    [livePath]: { target: api, ws: true },
    // A page at this address, and a call for what is posted there.
    [`^${alerts.unsubscribe.path}(/|$|\\?)`]: {
      target: api,
      bypass: ({ method, url }) => (method === 'POST' ? undefined : url),
    },
  }
}
