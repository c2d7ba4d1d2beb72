import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../tokens/log.ts'

/**
 * Without trusted proxies, warns at the first request that came through one. All clients behind it
 * then count as one address.
 */
export function warnOfUntrustedProxy(server: FastifyInstance, log: Log): void {
  let isSaid = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && isForwarded(request.raw.headers)) {
      isSaid = true
      log.warn(
        { address: request.callerAddress },
        'a request was forwarded, but GIRO_TRUST_PROXY is not set: if a proxy is in front of the service, name it there; until then, all clients behind it share one rate limit and one lock',
      )
    }
    done()
  })
}

/** The customary header, and the one of RFC 7239. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}
