import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const YEAR_SECONDS = 31_536_000

/**
 * What every answer tells a browser: the headers of helmet; that an answer of an API is no page; and that nobody keeps it, for it shows
 * accounts and people. Strict-Transport-Security only where clients come by TLS (RFC 6797 section 7.2). There is no CORS: pages of other origins
 * read nothing, and a program that calls the API is no page.
 */
export function secureAnswers(server: FastifyInstance, publicUrl: string): void {
  const headers = { ...helmetHeaders(publicUrl), 'cache-control': 'no-store' }
  server.addHook('onRequest', (request, reply, done) => {
    // What the token service answers goes past Fastify, and takes only what stands on the response itself.
    if (request.routeOptions.config.operation) reply.headers(headers)
    else for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
    done()
  })
}

/** They are the same for every answer, so that helmet is asked once. */
function helmetHeaders(publicUrl: string): Record<string, string> {
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
