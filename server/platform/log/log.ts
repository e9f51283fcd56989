import { randomUUID } from 'node:crypto'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/**
 * Structured logs, one JSON line an event. Bodies, headers and query strings are never logged: they carry
 * cookies, signatures of links, and what people typed (spec's calls put e-mails in queries; security threat 21).
 */
export function logOptions(level: string): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  return {
    genReqId: () => randomUUID(),
    logger: {
      level,
      redact: ['*.password', '*.secret', '*.token', '*.cookie', '*.authorization'],
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
        res: reply => ({ statusCode: reply.statusCode }),
      },
    },
  }
}
