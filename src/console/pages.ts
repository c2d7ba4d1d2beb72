import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ServeText, type StoredText, storeText } from '../http/stored-text.ts'

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

const NOT_BUILT = 'The pages of the console are not built. Build them with "npm run build -w console".\n'

/**
 * Serves the built pages of the console. Their folder is read once, by the first request that finds
 * them built.
 */
export function mountPages(scope: FastifyInstance, serveText: ServeText, folder: string): void {
  let pages: Promise<Pages | undefined> | undefined
  const built = async () => {
    pages ??= readPages(folder)
    try {
      const found = await pages
      if (!found) pages = undefined
      return found
    } catch (error) {
      // They were built again while they were read.
      pages = undefined
      throw error
    }
  }
  serveText('/console/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const asset = (await built())?.assets.get(name)
    if (!asset) reply.code(404).type('text/plain; charset=utf-8').send('There is no such file.\n')
    return asset
  })
  const sendIndex = async (_request: FastifyRequest, reply: FastifyReply) => {
    const found = await built()
    if (!found) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    reply.headers({ 'content-security-policy': policyOf(nonce) }).type('text/html; charset=utf-8')
    return reply.send(found.index.replaceAll(NONCE, nonce))
  }
  scope.get('/console', sendIndex)
  scope.get('/console/*', sendIndex)
}

interface Pages {
  index: string
  /** By the name of the file, which changes with its content. */
  assets: ReadonlyMap<string, StoredText>
}

/** Undefined if they are not built. */
async function readPages(folder: string): Promise<Pages | undefined> {
  const index = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (index === undefined) return undefined
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  const assets = names.map(async (name): Promise<[string, StoredText][]> => {
    const type = TYPES[extname(name)]
    return type ? [[name, await readAsset(join(folder, 'assets', name), type)]] : []
  })
  return { index, assets: new Map((await Promise.all(assets)).flat()) }
}

/** Its compressed forms lie beside it; what lacks one is compressed here. */
async function readAsset(path: string, type: string): Promise<StoredText> {
  const read = (ending: string) => readFile(path + ending).catch(() => undefined)
  const [plain, br, gzip] = await Promise.all([readFile(path), read('.br'), read('.gz')])
  return storeText(plain, type, { isImmutable: true, ...(br && { br }), ...(gzip && { gzip }) })
}
