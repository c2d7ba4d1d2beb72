import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const YEAR_SECONDS = 31_536_000

/** Headers that mean something only for a page; replies of operations need not carry them. */
const OF_PAGES = /^(cross-origin-opener|origin-agent|referrer|x-dns-prefetch|x-download|x-permitted|x-xss)/

/**
 * Adds the security headers to every reply: those of helmet, a policy that forbids rendering it as
 * a page, and no-store, because replies show accounts and personal data. Strict-Transport-Security
 * is sent only if clients use TLS (RFC 6797 section 7.2). Pages of other origins cannot read
 * replies, but for those of `GIRO_CORS_ORIGINS`.
 */
export function secureAnswers(server: FastifyInstance, publicUrl: string): void {
  const headers = { ...helmetHeaders(publicUrl), 'cache-control': 'no-store' }
  const all = Object.entries(headers)
  const ofOperations = Object.fromEntries(all.filter(([name]) => !OF_PAGES.test(name)))
  server.addHook('onRequest', (request, reply, done) => {
    // Replies of the token service bypass Fastify and have only the headers of the raw response.
    if (request.routeOptions.config.operation) reply.headers(ofOperations)
    else for (const [name, value] of all) reply.raw.setHeader(name, value)
    done()
  })
}

/** The headers are the same for every reply, so helmet runs once. */
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
