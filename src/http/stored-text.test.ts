import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { fastify } from 'fastify'
import { nameCallers } from './caller-address.ts'
import { acceptEncodings } from './encodings.ts'
import { createRateLimits } from './rate-limits.ts'
import { storeText, textServer } from './stored-text.ts'

const unlimited = createRateLimits({ perClient: undefined, perAddress: undefined, bytesPerAddress: undefined })

/** The forms in which clients ask for a coding, and the coding that they get. */
const FORMS = {
  br: 'br',
  gzip: 'gzip',
  '*': 'br',
  'gzip; q=1': 'gzip',
  'gzip;q=0.5, br;q=0.1': 'gzip',
  'gzip;q=0': undefined,
  GZIP: 'gzip',
  'x-gzip': 'gzip',
  'deflate, zstd': undefined,
  identity: undefined,
  '': undefined,
  '\t,,;q=': undefined,
} as const

test('a text is compressed once, in whatever form its readers ask for a coding', async () => {
  const server = fastify()
  let compressedAgain = 0
  const counting = new Proxy(zlib, {
    get(target, name) {
      if (String(name).includes('ompress') || String(name).startsWith('createGzip')) compressedAgain++
      return Reflect.get(target, name)
    },
  })
  nameCallers(server, false)
  await acceptEncodings(server, counting)
  const stored = storeText('a guide for readers, '.repeat(1_000), 'text/plain; charset=utf-8')
  textServer(server, unlimited)('/guide', () => stored)
  server.get('/plain', () => stored.plain.toString())
  await server.ready()
  const byRegistering = compressedAgain

  const ask = (coding: string) => server.inject({ url: '/guide', headers: { 'accept-encoding': coding } })
  for (const [form, coding] of Object.entries(FORMS)) {
    const reply = await ask(form)
    assert.equal(reply.headers['content-encoding'], coding, form)
    assert.deepEqual(reply.rawPayload, coding ? await stored.compressed[coding]() : stored.plain, form)
    assert.match(String(reply.headers['vary']), /accept-encoding/)
  }
  const plain = await server.inject({ url: '/plain', headers: { 'accept-encoding': 'br' } })
  assert.equal(plain.headers['content-encoding'], undefined, 'no other answer to strangers is compressed')
  assert.equal(compressedAgain, byRegistering)
  assert.equal(stored.compressed.br(), stored.compressed.br())
  assert.equal(stored.compressed.gzip(), stored.compressed.gzip())
})

test('HEAD and a reader that has the text get no body', async () => {
  const server = fastify()
  const stored = storeText('a guide', 'text/plain; charset=utf-8')
  textServer(server, unlimited)('/guide', () => stored)
  const head = await server.inject({ method: 'HEAD', url: '/guide' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  const again = await server.inject({ url: '/guide', headers: { 'if-none-match': `"other", ${stored.etag}` } })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})
