import { hash } from 'node:crypto'
import scalarReference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

const CACHED = 'public, max-age=300'

/** What the page would offer of other services: they would be sent the document, and the policy of the page forbids it. */
const NOTHING_OF_ELSEWHERE = {
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
} as const

/** The OpenAPI document, and the reference made of it: a page, which may run its own script and load nothing from elsewhere. */
export async function mountReference(server: FastifyInstance, document: object): Promise<void> {
  server.get('/openapi.json', (_request, reply) => reply.header('cache-control', CACHED).send(document))
  await server.register(async (scope) => {
    scope.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('cache-control', CACHED)
      if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', policyOf(payload))
      done(null, payload)
    })
    await scope.register(scalarReference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        title: 'Giro',
        favicon: 'data:,',
        withDefaultFonts: false,
        ...NOTHING_OF_ELSEWHERE,
      },
    })
  })
}

/** Its styles are made while it runs, so that no hash can be known of them; of its scripts there is one for each that stands in the page. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!)
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
