import type { FastifyInstance, FastifyReply } from 'fastify'
import { atFirstUse } from '../../kernel/at-first-use.ts'
import { refusal } from '../../kernel/refusal.ts'
import { basePathOf, linkedBelow } from '../../kernel/request-target.ts'
import { VERSION } from '../../kernel/version.ts'
import { sendRefusal } from '../replies.ts'
import { type ServeText, type StoredText, storeText } from '../stored-text.ts'
import { buildCollection, type OpenapiDocument } from './collection.ts'
import { fileOf, hasDocuments, pageOf, readDocument, STYLE, startPage } from './pages.ts'

/** The pages run no script, and load nothing from other hosts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Where a machine finds what `/` shows to a person. */
const startOf = (basePath: string) => ({
  name: 'Giro',
  version: VERSION,
  guides: `${basePath}/docs/guides/getting-started`,
  reference: `${basePath}/docs/reference`,
  openapi: `${basePath}/openapi.json`,
  collection: `${basePath}/docs/collection.json`,
  errors: `${basePath}/docs/pages/errors`,
  health: `${basePath}/health/ready`,
})

/**
 * Serves the guides and the pages that they refer to, from the files of docs/, and a page at `/`
 * that says what this service is. Each page is rendered for its first reader.
 */
export function mountGuides(
  server: FastifyInstance,
  serveText: ServeText,
  { document, publicUrl }: { document: () => object; publicUrl: string },
): void {
  const basePath = basePathOf(publicUrl)
  const html = (page: string): [string, string] => ['text/html; charset=utf-8', linkedBelow(basePath, page)]
  const texts = new Map<string, StoredText>()
  const read = (reply: FastifyReply, key: string, make: () => [string, string]): StoredText => {
    let stored = texts.get(key)
    if (stored === undefined) {
      const [type, text] = make()
      stored = storeText(text, type)
      texts.set(key, stored)
    }
    if (stored.type.startsWith('text/html')) reply.header('content-security-policy', POLICY)
    return stored
  }
  const collection = atFirstUse(() =>
    JSON.stringify(buildCollection(document() as OpenapiDocument, publicUrl), null, 2),
  )

  serveText('/docs/collection.json', (_request, reply) =>
    read(reply, 'collection', () => ['application/json; charset=utf-8', collection()]),
  )
  serveText('/', (request, reply) => {
    reply.header('vary', 'accept')
    if (!hasDocuments() || !String(request.headers.accept).includes('text/html'))
      return read(reply, 'start', () => ['application/json; charset=utf-8', JSON.stringify(startOf(basePath))])
    return read(reply, 'page', () => html(startPage()))
  })
  serveText('/docs/guides.css', (_request, reply) => read(reply, 'style', () => ['text/css; charset=utf-8', STYLE]))
  server.get('/docs/guides', (_request, reply) => reply.redirect(`${basePath}/docs/guides/getting-started`))
  server.get('/docs/pages', (_request, reply) => reply.redirect(`${basePath}/#pages`))
  for (const route of ['/docs/guides/:name', '/docs/guides/examples/:name', '/docs/pages/:name'])
    serveText(route, (request, reply) => {
      const path = request.url.split('?', 1)[0]!.replace(/\/$/, '')
      const file = hasDocuments() ? fileOf(path) : undefined
      if (file === undefined) {
        sendRefusal(request, reply, refusal('pathNotFound').refusal)
        return
      }
      return read(reply, path, () =>
        file.endsWith('.md') ? html(pageOf(file)) : ['text/plain; charset=utf-8', readDocument(file)],
      )
    })
}
