import { hash } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
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

const ROUTES = ['/docs', '/docs/js/scalar.js']

/**
 * Serves the OpenAPI document and the API reference. The page can run its own scripts and load
 * nothing from other hosts.
 */
export function mountReference(server: FastifyInstance, build: () => object): void {
  const document = atFirstUse(build)
  server.get('/openapi.json', (_request, reply) => reply.header('cache-control', CACHE_CONTROL).send(document()))
  const reference = atFirstUse(startReference)
  for (const route of ROUTES)
    server.get(route, async (request, reply) => {
      const { statusCode, headers, body } = await (await reference()).inject(request.url)
      reply.code(statusCode).header('cache-control', CACHE_CONTROL)
      if (headers.location) reply.header('location', headers.location)
      if (headers['content-type']) reply.type(String(headers['content-type']))
      if (String(headers['content-type']).startsWith('text/html'))
        reply.header('content-security-policy', policyOf(body))
      return reply.send(body)
    })
}

/**
 * The reference as a server of its own that does not listen. Its package has 4 MB of code, so it is
 * loaded for the first reader, not at each start.
 */
async function startReference(): Promise<FastifyInstance> {
  const { default: scalarReference } = await import('@scalar/fastify-api-reference')
  const reference = fastify()
  await reference.register(scalarReference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Giro',
      favicon: 'data:,',
      withDefaultFonts: false,
      ...NO_EXTERNAL_SERVICES,
    },
  })
  return reference
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
