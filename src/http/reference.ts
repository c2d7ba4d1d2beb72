import { hash } from 'node:crypto'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { atFirstUse } from '../kernel/at-first-use.ts'
import { refusal } from '../kernel/refusal.ts'
import { linkedBelow } from '../kernel/request-target.ts'
import { firstPage } from './first-page.ts'
import { DEMO_TOKEN_URL, type OpenapiOptions } from './openapi.ts'
import { sendRefusal } from './replies.ts'
import { type ServeText, type StoredText, storeText } from './stored-text.ts'

export interface ReferenceOptions {
  /** The path of the base URL that clients use: see basePathOf. */
  basePath: string
  /** Builds the OpenAPI document. */
  build: (options: OpenapiOptions) => object
  /** The only institution of the service; undefined if there are several, or none yet. */
  readOnlyInstitution?: () => Promise<string | undefined>
  /** The client of a demo, which a reader on the same machine can use with one click. */
  demoClient?: { apiKey: string; apiSecret: string }
}

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

const REFERENCE = '/docs/reference'
const SCRIPTS = `${REFERENCE}/js`
const HTML = 'text/html; charset=utf-8'

/**
 * Serves the OpenAPI document, the first page of the documentation and the API reference. The pages
 * run their own scripts and load nothing from other hosts.
 */
export function mountReference(serveText: ServeText, options: ReferenceOptions): void {
  const { basePath, demoClient } = options
  mountDocument(serveText, options)
  const first = atFirstUse(() => storeText(firstPage(basePath), HTML))
  serveText('/docs', (_request, reply) => {
    reply.header('content-security-policy', policyOf(first().plain.toString()))
    return first()
  })
  const reference = atFirstUse(() => startReference(basePath))
  const script = atFirstUse(async () => storeScript(await reference()))
  const plainPage = atFirstUse(async () => readPage(await reference(), await script(), basePath))
  const demoPage = atFirstUse(async () =>
    readPage(await startReference(basePath, demoClient), await script(), basePath),
  )
  serveText(REFERENCE, async (request, reply) => {
    const page = await (demoClient && isLocal(request) ? demoPage : plainPage)()
    reply.header('content-security-policy', policyOf(page.plain.toString()))
    return page
  })
  serveText(`${SCRIPTS}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string }
    const stored = await script()
    const current = addressOf(stored)
    if (`${SCRIPTS}/${name}` === current) return stored
    // The script of another release, from a page that is still open.
    if (/^scalar(\.[\w-]{22})?\.js$/.test(name)) reply.redirect(basePath + current)
    else sendRefusal(request, reply, refusal('pathNotFound').refusal)
    return undefined
  })
}

async function storeScript(reference: FastifyInstance): Promise<StoredText> {
  const { rawPayload } = await reference.inject(`${SCRIPTS}/scalar.js`)
  return storeText(rawPayload, 'text/javascript; charset=utf-8', { isImmutable: true })
}

/** The address of the script names its content. */
function addressOf({ etag }: StoredText): string {
  return `${SCRIPTS}/scalar.${etag.replaceAll('"', '')}.js`
}

/** The document names the token endpoint of the institution in the query, or of the only one. */
function mountDocument(serveText: ServeText, { build, basePath, readOnlyInstitution }: ReferenceOptions): void {
  const texts = new Map<string, StoredText>()
  serveText('/openapi.json', async (request) => {
    const { aliases } = request.query as { aliases?: unknown }
    const institution = (await readOnlyInstitution?.()) ?? 'demo'
    const key = `${aliases === 'true'} ${institution}`
    let stored = texts.get(key)
    if (!stored) {
      const tokenUrl = DEMO_TOKEN_URL.replace('/demo/', `/${encodeURIComponent(institution)}/`)
      const text = JSON.stringify(build({ aliases: aliases === 'true', basePath })).replace(DEMO_TOKEN_URL, tokenUrl)
      stored = storeText(text, 'application/json; charset=utf-8')
      texts.set(key, stored)
    }
    return stored
  })
}

/**
 * Whether the reader is on this machine, and asked for it by its own name: a page of another site
 * whose name leads here would read the demo's secret otherwise. A proxy on this machine that serves
 * others says so in its headers.
 */
function isLocal({ callerAddress, host, headers }: FastifyRequest): boolean {
  const isLoopback = ['127.0.0.1', '::1'].includes(callerAddress)
  const isForwarded = FORWARDING_HEADERS.some((name) => name in headers)
  return isLoopback && !isForwarded && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
}

const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

async function readPage(reference: FastifyInstance, script: StoredText, basePath: string): Promise<StoredText> {
  const { body } = await reference.inject(`${REFERENCE}/`)
  // The package names its script relative to a path with a slash at its end.
  const located = body.replace(/src="[^"]*js\/scalar\.js"/, `src="${addressOf(script)}"`)
  return storeText(linkedBelow(basePath, located.replace('<body>', `<body>${WHILE_LOADING}`)), HTML)
}

/** What a reader sees until the reference has loaded. */
const WHILE_LOADING =
  '<noscript>The reference needs JavaScript; <a href="/openapi.json">openapi.json</a> does not.</noscript>'

/** How a reader gets a token on the page. In a demo, its client is filled in. */
function authenticationOf(client: ReferenceOptions['demoClient']): object {
  const clientCredentials = client && {
    'x-scalar-client-id': client.apiKey,
    clientSecret: client.apiSecret,
    selectedScopes: ['roles'],
    'x-scalar-credentials-location': 'header',
  }
  return {
    preferredSecurityScheme: 'oauth2',
    securitySchemes: clientCredentials ? { oauth2: { flows: { clientCredentials } } } : {},
  }
}

/**
 * The reference as a server of its own that does not listen. Its package has 4 MB of code, so it is
 * loaded for the first reader, not at each start.
 */
async function startReference(basePath: string, demoClient?: ReferenceOptions['demoClient']): Promise<FastifyInstance> {
  const { default: scalarReference } = await import('@scalar/fastify-api-reference')
  const reference = fastify()
  await reference.register(scalarReference, {
    routePrefix: REFERENCE,
    configuration: {
      url: `${basePath}/openapi.json`,
      title: 'Giro',
      favicon: 'data:,',
      withDefaultFonts: false,
      expandAllModelSections: false,
      orderRequiredPropertiesFirst: true,
      authentication: authenticationOf(demoClient),
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
