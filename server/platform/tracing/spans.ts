import { type Context, context, createContextKey, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

const ours = createContextKey('the span of Ignite')

/** The context of what happens during a span. */
export function during(span: Span, parent: Context): Context {
  return trace.setSpan(parent, span).setValue(ours, span)
}

/** The current span. Libraries that know OpenTelemetry put empty ones between, which the API would return. */
export function currentSpan(): Span | undefined {
  return context.active().getValue(ours) as Span | undefined
}

/** Whether a call that is made now belongs to a span. Nothing belongs to one that has ended, or isn't sampled. */
export function isFollowed(): boolean {
  return currentSpan()?.isRecording() ?? false
}

/** Ends the span of something that failed. It records only the kind of an error, since messages quote what people typed. */
export function endFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const kind = [code, name].find(one => typeof one === 'string')
  span.setAttribute('error.type', kind ?? '_OTHER').setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
