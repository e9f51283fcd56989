import type { RouteOptions } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Call } from '#shared/api/contract.ts'
import { cookieValues, setCookie } from './cookies.ts'

/**
 * More than the second by which a replica may be behind. Browsers count whole seconds, so one of these may be
 * nearly over when it begins.
 */
const seconds = 3

/**
 * Makes sure that people see their own writes, on any server: for a few seconds after a write, a cookie sends this browser's reads to
 * the primary. The cookie isn't signed, since it grants nothing.
 */
export function createOwnWrites(config: Pick<Config, 'publicUrl'>): {
  /** Marks a browser that writes with this call, or signs in or out. */
  mark: (call: Call) => Pick<RouteOptions, 'onSend'>
  wroteJustNow: (cookies: string | undefined) => boolean
} {
  const name = 'wrote'
  return {
    mark: ({ method, mayLag }) => ({
      onSend: async (_request, reply) => {
        const writes = (method !== 'GET' && !mayLag) || reply.hasHeader('set-cookie')
        if (writes && reply.statusCode < 400)
          reply.header('set-cookie', setCookie(config, name, '1', seconds))
      },
    }),
    wroteJustNow: cookies => cookieValues(config, name, cookies).length > 0,
  }
}
