import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'

/** Logs when the collector stops taking spans, and when it takes them again. */
export function loggingExporter(
  exporter: SpanExporter,
  log: () => FastifyBaseLogger | undefined,
): SpanExporter {
  let isAway = false

  function note({ code, error }: ExportResult): void {
    const failed = code === ExportResultCode.FAILED
    const reason = error && (error.message || (error as NodeJS.ErrnoException).code)
    if (failed && !isAway) log()?.warn({ reason }, 'the trace collector can’t be reached; traces are dropped')
    if (!failed && isAway) log()?.info('the trace collector is back')
    isAway = failed
  }

  return {
    export(spans, done) {
      exporter.export(spans, result => {
        note(result)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
