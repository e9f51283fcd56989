import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { context, type Span, SpanKind, type Tracer } from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'
import { endFailed, isFollowed } from './spans.ts'

/** What `fetch` says of a request (undici's docs/docs/api/DiagnosticsChannel.md). */
type Fetched = { method: string; origin: string | URL }

/**
 * A span for each HTTP call of another service, whichever client makes it, until its answer begins. It has the
 * host and not the path, in which there are ids, keys and the addresses of devices. Returns what ends it.
 */
export function followOutsideCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()

  function begin(request: object, method: string, host: string): void {
    // The exporter's own calls are suppressed.
    if (!isFollowed() || isTracingSuppressed(context.active())) return
    const attributes = { 'http.request.method': method, 'server.address': host }
    spans.set(request, tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }))
  }

  function end(request: object, status: number | undefined): void {
    const span = spans.get(request)
    if (!span) return
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (status !== undefined && status >= 400) endFailed(span, { code: String(status) })
    else span.end()
  }

  function fail(request: object, error: unknown): void {
    const span = spans.get(request)
    if (span) endFailed(span, error)
  }

  const listeners: [string, (message: never) => void][] = [
    [
      'http.client.request.created',
      ({ request }: { request: ClientRequest }) =>
        begin(request, request.method, String(request.getHeader('host') ?? request.host)),
    ],
    [
      'http.client.response.finish',
      ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
        end(request, response.statusCode),
    ],
    [
      'http.client.request.error',
      ({ request, error }: { request: ClientRequest; error: unknown }) => fail(request, error),
    ],
    [
      'undici:request:create',
      ({ request }: { request: Fetched }) => begin(request, request.method, new URL(request.origin).host),
    ],
    [
      'undici:request:headers',
      ({ request, response }: { request: Fetched; response: { statusCode: number } }) =>
        end(request, response.statusCode),
    ],
    [
      'undici:request:error',
      ({ request, error }: { request: Fetched; error: unknown }) => fail(request, error),
    ],
  ]
  for (const [channel, listener] of listeners) subscribe(channel, listener as (message: unknown) => void)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener as (message: unknown) => void)
  }
}
