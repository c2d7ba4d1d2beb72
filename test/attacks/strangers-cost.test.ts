import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { manualTime } from '../support/manual-time.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// What somebody without a token can make a node do: nothing is made anew for one request, and what
// an address is sent is counted in bytes.

const REFERENCE = '/docs/reference'
/** Nothing that is made for one request is longer. */
const SMALL = 16_384
const MINUTE = 60
const BUDGET = { quota: 10_000_000, seconds: MINUTE }

let service: TestService
let pages: string
const time = manualTime()

before(async () => {
  pages = await mkdtemp(join(tmpdir(), 'giro-pages-'))
  await mkdir(join(pages, 'assets'))
  await writeFile(join(pages, 'index.html'), '<!doctype html><title>Console</title>')
  await writeFile(join(pages, 'assets/app-1.js'), 'console.log(1)\n'.repeat(10_000))
  service = await startTestService({
    consolePages: pages,
    time,
    defences: { rateLimits: { perClient: undefined, perAddress: undefined, bytesPerAddress: BUDGET }, trustProxy: 1 },
  })
})

after(async () => {
  await service?.stop()
  await rm(pages, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

let strangers = 0

/** Asks as another stranger each time, unless one is named; with the headers as they are. */
function ask(path: string, headers: Record<string, string> = {}, { method = 'GET', from = nextStranger() } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(service.baseUrl + path, { method, headers: { 'x-forwarded-for': from, ...headers } })
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.end()
  })
}

function nextStranger(): string {
  strangers++
  return `192.0.${Math.floor(strangers / 250)}.${strangers % 250}`
}

async function scriptAddress(): Promise<string> {
  const { body } = await ask(REFERENCE)
  const [, address] = /<script[^>]* src="(\/[^"]+)"/.exec(body.toString()) ?? []
  return address!
}

const digest = (bytes: Buffer) => hash('sha256', bytes)

test('the large script is one stored text in whatever form its coding is asked for', async () => {
  const address = await scriptAddress()
  const plain = await ask(address)
  assert.ok(plain.body.length > 1_000_000)
  const seen = new Map<unknown, string>()
  for (const form of ['br', '*', 'gzip', 'GZIP', 'gzip; q=1', 'x-gzip', 'deflate', 'zstd', 'gzip;q=0'])
    for (let again = 0; again < 2; again++) {
      const { headers, body } = await ask(address, { 'accept-encoding': form })
      const coding = headers['content-encoding']
      const known = seen.get(coding) ?? digest(body)
      seen.set(coding, known)
      assert.equal(digest(body), known, form)
      const opened = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
      assert.ok(opened.equals(plain.body), form)
    }
  assert.deepEqual([...seen.keys()].sort(), ['br', 'gzip', undefined])
})

test('the address of the script names its content, is kept for ever, and earlier ones lead to it', async () => {
  const address = await scriptAddress()
  assert.match(address, /^\/docs\/reference\/js\/scalar\.[\w-]{22}\.js$/)
  const { headers } = await ask(address, { 'accept-encoding': 'br' })
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  for (const earlier of ['scalar.js', `scalar.${'x'.repeat(22)}.js`]) {
    const led = await ask(`${REFERENCE}/js/${earlier}`)
    assert.deepEqual([led.status, led.headers['location'], led.body.length], [302, address, 0])
  }
  const other = await ask(`${REFERENCE}/js/other.js`)
  assert.equal(other.status, 404)
})

test('queries and unknown names make no new text', async () => {
  const tagOf = async (path: string) => (await ask(path, { 'accept-encoding': 'br' })).headers['etag']
  const tags = ['', '?x=1', '?aliases=TRUE', '?aliases=false', '?aliases=true&aliases=true']
  assert.equal(new Set(await Promise.all(tags.map((query) => tagOf(`/openapi.json${query}`)))).size, 1)
  assert.notEqual(await tagOf('/openapi.json?aliases=true'), await tagOf('/openapi.json'))
  for (const path of [
    '/docs/pages/none',
    '/docs/guides/none',
    '/docs/guides/..%2f..%2fREADME',
    '/console/assets/none.js',
  ])
    assert.equal((await ask(path)).status, 404, path)
})

test('what is made for one request is short, and is not compressed', async () => {
  const paths = [
    '/health/live',
    '/health/ready',
    '/health/work',
    '/console',
    '/console/x/y',
    '/console/institutions',
    '/console/session',
    '/console/sign-in?institution=bank',
    '/console/assets/none.js',
    '/docs/guides',
    '/docs/pages/none',
    '/auth/realms/bank/.well-known/openid-configuration',
    '/auth/realms/bank/protocol/openid-connect/certs',
    '/v1/nowhere',
    '/v2/customers',
    `/v2/customers?filter=${'x'.repeat(4_000)}`,
  ]
  for (const path of paths) {
    const { headers, body } = await ask(path, { 'accept-encoding': 'br, gzip' })
    assert.equal(headers['content-encoding'], undefined, path)
    assert.ok(body.length < SMALL, `${path}: ${body.length}`)
  }
  const asset = await ask('/console/assets/app-1.js', { 'accept-encoding': 'gzip' })
  assert.equal(asset.headers['content-encoding'], 'gzip')
  assert.match(String(asset.headers['cache-control']), /immutable/)
})

test('an address is sent no more than its bytes, and the answer says when it is sent more', async () => {
  const address = await scriptAddress()
  const { length } = (await ask(address)).body
  const [greedy, other] = [nextStranger(), nextStranger()]
  const read = (from: string, method = 'GET', headers = {}) => ask(address, headers, { from, method })
  let sent = 0
  for (; sent < BUDGET.quota; sent += length) assert.equal((await read(greedy)).status, 200)
  const refused = await read(greedy)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers['ratelimit-policy'], `"bytes";q=${BUDGET.quota};qu="content-bytes";w=${MINUTE}`)
  assert.notEqual(refused.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.match(refused.body.toString(), /the rate limit is 10000000 bytes in 60 s per address/)
  const freeInMs = ((sent - BUDGET.quota + 1) / BUDGET.quota) * MINUTE * 1_000
  assert.equal(refused.headers['retry-after'], String(Math.ceil(freeInMs / 1_000)))

  const { etag } = (await read(other)).headers
  assert.equal((await read(greedy, 'HEAD')).status, 200, 'no bytes, no cost')
  assert.equal((await read(greedy, 'GET', { 'if-none-match': `"x", ${etag}` })).status, 304)
  assert.equal((await read(greedy, 'GET', { range: 'bytes=0-1' })).status, 429)
  assert.equal((await ask('/', {}, { from: greedy })).status, 429, 'of all stored texts together')
  assert.equal((await ask('/console/assets/app-1.js', {}, { from: greedy })).status, 429)
  assert.equal((await ask('/v2/customers?page=1&limit=1', {}, { from: greedy })).status, 401, 'operations go on')
  assert.equal((await read(other)).status, 200)

  await time.advance(Math.floor(freeInMs) - 1)
  assert.equal((await read(greedy)).status, 429)
  await time.advance(2)
  assert.equal((await read(greedy)).status, 200)
})
