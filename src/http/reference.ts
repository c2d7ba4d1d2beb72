import { hash } from 'node:crypto'
import scalarReference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { atFirstUse } from '../kernel/at-first-use.ts'

const CACHE_CONTROL = 'public, max-age=300'

/**
 * Disables links to other services: they would receive the document, and the page's policy forbids
 * them.
 */
const NO_EXTERNAL_SERVICES = {
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
} as const

/**
 * Serves the OpenAPI document and the API reference. The page can run its own scripts and load
 * nothing from other hosts.
 */
export async function mountReference(server: FastifyInstance, build: () => object): Promise<void> {
  const document = atFirstUse(build)
  server.get('/openapi.json', (_request, reply) => reply.header('cache-control', CACHE_CONTROL).send(document()))
  await server.register(async (scope) => {
    scope.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('cache-control', CACHE_CONTROL)
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
        ...NO_EXTERNAL_SERVICES,
      },
    })
  })
}

/**
 * The Content-Security-Policy of the page. Each inline script is allowed by its hash. Styles are
 * created at run time, so they cannot have one.
 */
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
