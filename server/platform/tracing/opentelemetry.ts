import { context, type Span, SpanKind, TraceFlags } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { endsWithin } from '../closing.ts'
import { loggingExporter } from './logging-exporter.ts'
import { followOutsideCalls } from './outside-calls.ts'
import { followRequests } from './requests.ts'
import { currentSpan, during, endFailed, isFollowed } from './spans.ts'
import { statementName } from './statement-name.ts'
import { below, readTraceParent, traceParentOf } from './trace-parent.ts'
import type { Tracing } from './tracing.ts'

/** The database and the bus close meanwhile. */
const closeMs = 1_500

/** Longer statements list many columns, and their beginning says enough. */
const longestStatement = 2_000

/** The queue's bound is for when the collector is slow or away: what comes beyond it is dropped. */
const batches = { scheduledDelayMillis: 1_000, maxExportBatchSize: 512, maxQueueSize: 2_048 }

type Settings = NonNullable<Config['tracing']>

/**
 * Sets the process's context manager and observes its outside calls, so there is one per process.
 * `trustsCallers`: see `followRequests`.
 */
export function openTelemetry(settings: Settings, { trustsCallers }: { trustsCallers: boolean }): Tracing {
  // Only the context is global. With a global provider, every library that knows OpenTelemetry would write
  // spans, with whatever it likes to say: better-auth's have the messages of errors.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  let log: FastifyBaseLogger | undefined
  const provider = providerOf(settings, () => log)
  const tracer = provider.getTracer('ignite')
  const unfollow = followOutsideCalls(tracer)

  /** Follows a call that was just made, within what is followed. What isn't sampled costs nothing. */
  function follow(answer: Promise<unknown>, begin: () => Span): void {
    if (!isFollowed()) return
    const span = begin()
    answer.then(
      () => span.end(),
      error => endFailed(span, error),
    )
  }

  return {
    followRequests(app) {
      log = app.log
      followRequests(app, tracer, trustsCallers)
    },
    logFields() {
      const span = currentSpan()?.spanContext()
      return span && span.traceFlags & TraceFlags.SAMPLED ? { trace_id: span.traceId } : {}
    },
    statement(text, answer) {
      follow(answer, () => {
        const attributes = {
          'db.system.name': 'postgresql',
          'db.query.text': text.slice(0, longestStatement),
        }
        return tracer.startSpan(statementName(text), { kind: SpanKind.CLIENT, attributes })
      })
    },
    outsideCall(name, host, answer) {
      const attributes = { 'server.address': host }
      follow(answer, () => tracer.startSpan(`${name} ${host}`, { kind: SpanKind.CLIENT, attributes }))
    },
    origin(later) {
      const span = currentSpan()
      return span && { traceparent: traceParentOf(span.spanContext()), later }
    },
    async job(name, origin, run) {
      const from = readTraceParent(origin?.traceparent)
      const parent = below(origin?.later ? undefined : from)
      const links = from && origin?.later ? [{ context: from }] : []
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER, links }, parent)
      try {
        const result = await context.with(during(span, parent), run)
        span.end()
        return result
      } catch (error) {
        endFailed(span, error)
        throw error
      }
    },
    async close() {
      unfollow()
      await endsWithin(
        provider.shutdown().catch(() => {}),
        closeMs,
      )
    },
  }
}

function providerOf(
  { endpoint, serviceName, share }: Settings,
  log: () => FastifyBaseLogger | undefined,
): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const detectors = [resourceAttributesEnvDetector, serviceInstanceIdDetector]
  return new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors }))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: loggingExporter(exporter, log), ...batches })],
  })
}
