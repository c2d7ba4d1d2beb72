import type { FastifyInstance } from 'fastify'
import { readTraceparent, type TraceContext, type Tracing } from '../kernel/tracing.ts'
import { CLIENT_GONE, operationNameOf } from './observe-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined if it is not traced. */
    trace?: TraceContext
  }
}

/** Traces every request but health checks. Without tracing, a request pays nothing. */
export function traceRequests(server: FastifyInstance, tracing: Tracing | undefined): void {
  if (!tracing) return
  server.decorateRequest('trace', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done()
    const span = tracing.begin(operationNameOf(request), {
      parent: readTraceparent(request.headers.traceparent),
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'unknown',
        'giro.request.id': request.id,
      },
    })
    if (!span) return done()
    request.trace = span.context
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_GONE
      span.end({ attributes: { 'http.response.status_code': status }, isFailed: status >= 500 })
    })
    done()
  })
}
