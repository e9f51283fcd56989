import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'

/**
 * Where a job comes from: the span that enqueued it, in the form of W3C's trace context. A job that is due
 * later begins a trace of its own, which links to that one: some are due in weeks, and some enqueue
 * themselves.
 */
export type Origin = { traceparent: string; later: boolean }

/**
 * Follows work as OpenTelemetry's spans and sends them to a collector. A span says what was done and how long
 * it took, and nothing about whom: no ids, texts, addresses, bodies, headers or values of statements.
 */
export type Tracing = {
  /** Follows every request of an app, and uses its log. Called before the app has other hooks. */
  followRequests(app: FastifyInstance): void
  /** Leads from a line of the log to its trace. */
  logFields(): { trace_id?: string }
  /** A statement that was sent to the database, if it belongs to something that is followed. */
  statement(text: string, answer: Promise<unknown>): void
  /** A call of an outside service that speaks no HTTP; those that do are noticed without this. */
  outsideCall(name: string, host: string, answer: Promise<unknown>): void
  /** What a job that is enqueued now should carry. */
  origin(later: boolean): Origin | undefined
  job<T>(name: string, origin: Origin | undefined, run: () => Promise<T>): Promise<T>
  /** Sends what is left, if the collector takes it at once. */
  close(): Promise<void>
}

/** Nothing of OpenTelemetry's SDK is loaded unless a setting asks for it. */
export async function openTracing({
  tracing,
  trustedProxies,
}: Pick<Config, 'tracing' | 'trustedProxies'>): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { openTelemetry } = await import('./opentelemetry.ts')
  return openTelemetry(tracing, { trustsCallers: trustedProxies > 0 })
}
