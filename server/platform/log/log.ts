import { randomUUID } from 'node:crypto'
import {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type HookHandlerDoneFunction,
  LogController,
} from 'fastify'
import type { Tracing } from '../tracing/tracing.ts'
import { errorFacts } from './error-facts.ts'

/** Structured logs, one JSON line per event. Nothing that could contain a secret is logged unfiltered. */
export function logOptions(
  level: string,
  tracing?: Tracing,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level,
      ...(tracing && { mixin: tracing.logFields }),
      serializers: { err: error => errorFacts(error) },
      // The upload parser traces its headers, including the cookie.
      redact: ['*.password', '*.secret', '*.token', '*.cookie', '*.authorization', 'busboyOptions'],
    },
  }
}

/**
 * One line per request, once it is answered. Never logs bodies, headers or query strings: they contain
 * cookies, link signatures, and typed text (some calls have emails in their query).
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  request.log.info(
    {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    },
    'answered',
  )
  done()
}
