import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 31_536_000

/**
 * What every answer tells a browser: the headers of helmet; that an answer of an API is no page; and that nobody keeps it, for it shows
 * accounts and people. Strict-Transport-Security only where clients come by TLS (RFC 6797 section 7.2). There is no CORS: pages of other origins
 * read nothing, and a program that calls the API is no page.
 */
export async function secureAnswers(server: FastifyInstance, publicUrl: string): Promise<void> {
  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('Cache-Control', 'no-store')
    done()
  })
}
