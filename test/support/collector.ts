import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as OTLP writes it in JSON. */
export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  startMs: number
  endMs: number
  status: number
  attributes: Record<string, string | number>
  service: string
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  headers: IncomingHttpHeaders[]
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number }
}

type Otlp = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Pick<CollectedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId' | 'kind'> & {
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: Attribute[]
        status?: { code?: number }
      })[]
    }[]
  }[]
}

/** A collector that takes OTLP in JSON, and keeps what it gets. */
export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, reply) => {
    headers.push(request.headers)
    const isKnown = request.method === 'POST' && request.url === '/v1/traces'
    if (isKnown) spans.push(...spansIn((await json(request)) as Otlp))
    reply.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function spansIn({ resourceSpans }: Otlp): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, status, ...span }) => ({
        ...span,
        startMs: Number(startTimeUnixNano) / 1_000_000,
        endMs: Number(endTimeUnixNano) / 1_000_000,
        status: status?.code ?? 0,
        attributes: valuesOf(attributes),
        service: String(valuesOf(resource.attributes)['service.name']),
      })),
    ),
  )
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? '']),
  )
}
