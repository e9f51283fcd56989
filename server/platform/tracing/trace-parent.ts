import { type Context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'

/** The span as other processes are told of it (W3C Trace Context, `traceparent`). */
export function traceParentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
}

/** The span that another process told us of, unless it isn't one. */
export function readTraceParent(text: unknown): SpanContext | undefined {
  const read = typeof text === 'string' ? parseTraceParent(text) : null
  return read ? { ...read, isRemote: true } : undefined
}

/** The context below a span; without a span, the top of a new trace. */
export function below(span: SpanContext | undefined): Context {
  return span ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT
}
