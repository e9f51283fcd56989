import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string }
type Attributes = { key: string; value: Value }[]

/** A span as it came, with its service. */
export type Span = {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, string | number | undefined>
  links: { traceId: string }[]
  status: { code: number }
}

type Body = {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: (Omit<Span, 'service' | 'attributes' | 'links'> & {
        attributes: Attributes
        links?: { traceId: string }[]
      })[]
    }[]
  }[]
}

export type Collector = {
  url: string
  /** Every span that came. */
  spans(): Span[]
  /** Everything that came, as it was sent. */
  received(): string
  close(): Promise<void>
}

/** An OpenTelemetry collector: it takes traces by OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const taken = request.method === 'POST' && request.url === '/v1/traces'
    const body = await text(request)
    if (taken) bodies.push(body)
    response.writeHead(taken ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => bodies.flatMap(spansIn),
    received: () => bodies.join('\n'),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function spansIn(body: string): Span[] {
  const { resourceSpans }: Body = JSON.parse(body)
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(asRecord(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(span => ({
        ...span,
        service,
        attributes: asRecord(span.attributes),
        links: span.links ?? [],
      })),
    )
  })
}

function asRecord(attributes: Attributes): Span['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}
