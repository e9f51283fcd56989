import { type Context, context, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { during } from './spans.ts'
import { below, readTraceParent } from './trace-parent.ts'

/**
 * A span for each request, by its method and the pattern of its address. `trustsCallers`: only our own proxy
 * calls us, so a request belongs to the trace that its header names. A stranger could otherwise write into
 * other traces, or decide whether a request is sampled.
 */
export function followRequests(app: FastifyInstance, tracer: Tracer, trustsCallers: boolean): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, reply, done) => {
    // Probes, whose answers aren't logged either.
    if (request.routeOptions.logLevel === 'warn') return done()
    const parent = below(trustsCallers ? readTraceParent(request.headers.traceparent) : undefined)
    const within = during(begin(request, reply, tracer, parent), parent)
    contexts.set(request, within)
    context.with(within, done)
  })
  // Reading a body leaves the context, and so does waiting until the answer has been sent.
  for (const hook of ['preValidation', 'onResponse'] as const) {
    app.addHook(hook, (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      context.with(contexts.get(request) ?? context.active(), done),
    )
  }
}

function begin(request: FastifyRequest, { raw }: FastifyReply, tracer: Tracer, parent: Context) {
  const { method, routeOptions } = request
  const route = routeOptions.url
  const attributes = {
    'http.request.method': method,
    ...(route && { 'http.route': route }),
    'ignite.request_id': request.id,
  }
  const name = route ? `${method} ${route}` : method
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
  raw.once('close', () => {
    span.setAttribute('http.response.status_code', raw.statusCode)
    if (!raw.writableFinished) span.setAttribute('error.type', 'cut off')
    if (raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  return span
}
