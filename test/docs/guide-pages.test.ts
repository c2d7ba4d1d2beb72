import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { errorCatalogue } from '../../src/http/errors.ts'
import { EXAMPLES, GUIDES, REFERENCE_PAGES } from '../../src/http/guides/pages.ts'
import { operations } from '../../src/main/operations.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const guides = new URL('../../docs/guides/', import.meta.url)
const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(service.baseUrl + path, { headers })

const PAGES = [
  '/',
  ...GUIDES.map((name) => `/docs/guides/${name}`),
  ...REFERENCE_PAGES.map((name) => `/docs/pages/${name}`),
]

test('every guide of the repository is served, and every guide that is served exists', async () => {
  const files = (await readdir(guides)).filter((name) => name.endsWith('.md'))
  assert.deepEqual(files.map((name) => name.replace('.md', '')).sort(), [...GUIDES].sort())
  assert.deepEqual((await readdir(new URL('examples/', guides))).sort(), [...EXAMPLES].sort())
  for (const name of EXAMPLES) {
    const reply = await get(`/docs/guides/examples/${name}`)
    assert.equal(reply.status, 200, name)
    assert.match(reply.headers.get('content-type')!, /^text\/plain/)
  }
})

test('every page has a title, no script, a strict policy, and an ETag that answers 304', async () => {
  for (const path of PAGES) {
    const reply = await get(path)
    const text = await reply.text()
    assert.equal(reply.status, 200, path)
    assert.match(reply.headers.get('content-type')!, /^text\/html/, path)
    assert.match(text, /<title>[^<]+<\/title>/, path)
    assert.doesNotMatch(text, /<script|<iframe|\son\w+=/, path)
    const policy = reply.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; style-src 'self';.*frame-ancestors 'none'/, path)
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    const etag = reply.headers.get('etag')!
    assert.equal((await get(path, { accept: 'text/html', 'if-none-match': etag })).status, 304, path)
  }
})

test('every link of every page leads to a page of this service, and to a heading in it', async () => {
  const texts = new Map(await Promise.all(PAGES.map(async (path) => [path, await (await get(path)).text()] as const)))
  const broken: string[] = []
  for (const [page, text] of texts)
    for (const [, href] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(https?|mailto|data):/.test(href!)) continue
      const { pathname, hash } = new URL(href!, `http://giro${page}`)
      if (!texts.has(pathname)) {
        const { status } = await get(pathname)
        if (status !== 200) broken.push(`${page}: ${href} is ${status}`)
      } else if (hash !== '' && !texts.get(pathname)!.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${page}: ${href} has no such heading`)
    }
  assert.deepEqual(broken, [])
})

test('every page that a message or a description of the API names exists', async () => {
  const texts = [
    ...Object.values(errorCatalogue).map(({ title, resolve }) => `${title} ${resolve}`),
    ...operations.map((operation) => JSON.stringify(operation)),
  ]
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/\/docs\/[\w/-]+/g)].map(([path]) => path)))
  assert.ok(named.size >= 4, 'the messages name the guides')
  for (const path of named) assert.equal((await get(path)).status, 200, path)
})

test('/ tells a person where to go, and a machine in JSON', async () => {
  const page = await get('/')
  assert.match(await page.text(), /href="\/docs\/guides\/getting-started"/)
  assert.match(page.headers.get('vary')!, /\baccept\b(?!-)/)
  const reply = await get('/', {})
  assert.match(reply.headers.get('content-type')!, /^application\/json/)
  const { name, ...places } = (await reply.json()) as Record<string, string>
  assert.equal(name, 'Giro')
  for (const path of Object.values(places).filter((one) => one.startsWith('/')))
    assert.equal((await get(path)).status, 200, path)
})

test('an unknown page, and a path out of the documents, are 404 in the envelope', async () => {
  for (const path of [
    '/docs/guides/none',
    '/docs/guides/..%2Fintegration',
    '/docs/pages/operations',
    '/docs/pages/threat-model',
    '/docs/guides/examples/..%2F..%2F..%2Fpackage.json',
  ]) {
    const reply = await get(path)
    assert.equal(reply.status, 404, path)
    assert.equal(((await reply.json()) as { reason: string }).reason, 'pathNotFound')
  }
})

interface Item {
  name: string
  item?: Item[]
  request?: { method: string; url: { raw: string } | string; body?: { raw?: string } }
}

test('the collection has every operation once, with a body that is JSON, and signs in first', async () => {
  const collection = (await (await get('/docs/collection.json')).json()) as { info: { schema: string }; item: Item[] }
  assert.match(collection.info.schema, /v2\.1\.0/)
  const [token, ...folders] = collection.item
  assert.equal(token!.request!.method, 'POST')
  const requests = folders.flatMap(({ item }) => item!.map(({ request }) => request!))
  const places = requests.map(({ method, url }) => `${method} ${(url as { raw: string }).raw}`)
  for (const { method, paths } of operations) {
    const path = paths[0].replaceAll(/\{(\w+)\}/g, ':$1')
    assert.ok(places.includes(`${method} {{baseUrl}}${path}`), `${method} ${path}`)
  }
  assert.equal(new Set(places).size, places.length)
  for (const { body } of requests) if (body?.raw) JSON.parse(body.raw)
})
