import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Nothing from elsewhere and nothing inline; no frame may show the page. Style elements that the
 * pages make themselves carry the nonce of the answer.
 */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Where the page takes its nonce from. */
const NONCE = '__CSP_NONCE__'
const NONCE_BYTES = 18

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The name of a built file. It leads nowhere else: it has no slash and begins with no dot. */
const ASSET = /^[\w-][\w.-]{0,127}$/
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const NOT_BUILT = 'The pages of the console are not built. Build them with "npm run build -w console".\n'

/** Serves the built pages of the console from their folder. */
export function mountPages(scope: FastifyInstance, folder: string): void {
  scope.get<{ Params: { name: string } }>('/console/assets/:name', { compress: false }, (request, reply) =>
    sendAsset(request, reply, join(folder, 'assets')),
  )
  const sendIndex = async (_request: FastifyRequest, reply: FastifyReply) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    reply.headers({ 'content-security-policy': policyOf(nonce) }).type('text/html; charset=utf-8')
    return reply.send(page.replaceAll(NONCE, nonce))
  }
  scope.get('/console', sendIndex)
  scope.get('/console/*', sendIndex)
}

async function sendAsset(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  folder: string,
): Promise<FastifyReply> {
  const { name } = request.params
  const type = TYPES[extname(name)]
  if (!ASSET.test(name) || !type || !(await isFile(join(folder, name))))
    return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file.\n')
  // The name of a built file changes with its content.
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(type)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  for (const [coding, ending] of CODINGS) {
    if (!accepted.includes(coding) || !(await isFile(join(folder, name + ending)))) continue
    return reply.header('content-encoding', coding).send(createReadStream(join(folder, name + ending)))
  }
  return reply.send(createReadStream(join(folder, name)))
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
