import { randomUUID } from 'node:crypto'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { errorFacts } from './error-facts.ts'

/** Structured logs, one JSON line an event. Nothing that a secret could hide in is logged as it comes. */
export function logOptions(
  level: string,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level,
      serializers: { err: error => errorFacts(error) },
      // The reader of uploads traces the headers it got, with the cookie among them.
      redact: ['*.password', '*.secret', '*.token', '*.cookie', '*.authorization', 'busboyOptions'],
    },
  }
}

/**
 * One line a request, when it has been answered. Bodies, headers and query strings are never logged: they carry cookies,
 * signatures of links, and what people typed (some calls carry e-mails in their query).
 */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    },
    'answered',
  )
}
