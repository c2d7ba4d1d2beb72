import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createGiro, type Giro, type Schema, type Sent } from '../../sdk/src/index.ts'
import { createPayer, type Payer, startTestService, type TestService } from '../support/test-service.ts'

const run = promisify(execFile)
const sdk = new URL('../../sdk/', import.meta.url)

let service: TestService
let payer: Payer
let giro: Giro
before(async () => {
  service = await startTestService()
  payer = await createPayer(service)
  giro = connect(service.baseUrl)
})
after(() => service.stop())

/** The key and the secret of the institution's client. */
function keys() {
  const { apiKey, apiSecret } = service.tenant.client
  return { institution: 'bank', apiKey, apiSecret }
}

const connect = (baseUrl: string) => createGiro({ baseUrl, ...keys() })

const bill = (externalReferenceId: string): Sent<Schema<'PaymentRequest'>> => ({
  externalReferenceId,
  paymentAmount: '12.50',
  paymentCurrency: 'USD',
  speed: 'Economy',
  sender: { accountUID: payer.accountUID },
  receiver: { accountUID: payer.contactUID },
})

const paymentsOf = async (reference: string) =>
  (await service.query<{ id: string }>('select id from payments where external_reference_id = $1', [reference])).length

test('the payout of the README runs as it is printed, and pays once, however often it runs', async () => {
  const home = await mkdtemp(join(tmpdir(), 'giro-sdk-'))
  try {
    const readme = await readFile(new URL('README.md', sdk), 'utf8')
    const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!
    const lines = example
      .trim()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('import'))
    assert.ok(lines.length <= 15, `a payout in ${lines.length} lines`)
    const file = join(home, 'example.ts')
    await writeFile(file, example.replace("'@giro/sdk'", `'${new URL('src/index.ts', sdk)}'`))
    const { apiKey, apiSecret } = service.tenant.client
    const demo = {
      ...{ baseUrl: service.baseUrl, apiKey, apiSecret, customerUID: payer.customerUID },
      tokenUrl: `${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`,
      ...{ fundingAccountNumber: payer.accountNumber, contactAccountNumber: '700100200300' },
    }
    await mkdir(join(home, '.giro'))
    await writeFile(join(home, '.giro/demo.json'), JSON.stringify(demo))
    const shown = /```output\n([\s\S]*?)```/.exec(readme)![1]!
    for (let time = 1; time <= 2; time++)
      assert.equal((await run(process.execPath, [file], { cwd: home })).stdout, shown)
    assert.equal(await paymentsOf('bill-2041'), 1)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

/** A proxy that lets requests through, and breaks the connection instead of the first answers. */
async function openLossyProxy(losses: number): Promise<{ url: string; server: Server; forwarded: () => number }> {
  let forwarded = 0
  const server = createServer(async (request, reply) => {
    const { method = 'GET', url, headers } = request
    const body = method === 'GET' ? undefined : await buffer(request)
    const kept = new Headers()
    for (const name of ['authorization', 'content-type', 'idempotent-key'])
      if (headers[name]) kept.set(name, String(headers[name]))
    const answer = await fetch(service.baseUrl + url, {
      method,
      headers: kept,
      ...(body && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    if (url?.startsWith('/v3/payments') && ++forwarded <= losses) return request.socket.destroy()
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, forwarded: () => forwarded }
}

test('answers that are lost after the service acted make one payment, also without a key of the caller', async () => {
  const proxy = await openLossyProxy(2)
  try {
    const lossy = createGiro({
      baseUrl: proxy.url,
      ...keys(),
      retry: { firstDelayMs: 1 },
    })
    const { data, response, error } = await lossy.POST('/v3/payments/creditrequest', { body: bill('lost-answers') })
    assert.equal(error, undefined)
    assert.equal(proxy.forwarded(), 3, 'the service got the request three times')
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(await paymentsOf('lost-answers'), 1)
    const { data: payment } = await giro.GET('/v3/payments/{paymentUID}', { path: { paymentUID: data.paymentUID } })
    assert.equal(payment?.externalReferenceId, 'lost-answers')
  } finally {
    proxy.server.closeAllConnections()
    proxy.server.close()
  }
})

test('a caller that gives up and comes back with its key finds its payment; another payment with the key is refused', async () => {
  const proxy = await openLossyProxy(1)
  try {
    const impatient = createGiro({
      baseUrl: proxy.url,
      ...keys(),
      retry: { attempts: 1 },
    })
    const key = { idempotencyKey: 'key-of-the-bill' }
    const { error } = await impatient.POST('/v3/payments/creditrequest', { ...key, body: bill('given-up') })
    assert.deepEqual([error?.outcome, error?.reason, error?.idempotencyKey], ['unknown', 'noAnswer', 'key-of-the-bill'])
    const again = await giro.POST('/v3/payments/creditrequest', { ...key, body: bill('given-up') })
    assert.equal(again.response?.headers.get('idempotent-replayed'), 'true')
    assert.equal(await paymentsOf('given-up'), 1)
    const other = await giro.POST('/v3/payments/creditrequest', {
      ...key,
      body: { ...bill('given-up'), paymentAmount: '99.99' },
    })
    assert.deepEqual([other.error?.status, other.error?.reason, other.error?.attempts], [409, 'idempotencyConflict', 1])
    assert.equal(other.error?.outcome, 'refused')
    assert.equal(await paymentsOf('given-up'), 1)
  } finally {
    proxy.server.closeAllConnections()
    proxy.server.close()
  }
})

test('a refusal is a value with its code, its reason and the id of the request, in every form of the API', async () => {
  const { error } = await giro.POST('/v3/payments/creditrequest', {
    body: { ...bill('too-much'), paymentAmount: '5000.00' },
  })
  assert.deepEqual([error?.status, error?.reason, error?.outcome], [402, 'insufficientFunds', 'refused'])
  assert.ok(error?.code && error.message && error.requestId)
  const path = { customerId: payer.customerUID }
  const users = await giro.GET('/api/user-management/v1/customers/{customerId}/roles/search', {
    path,
    query: { page: 0 },
  })
  assert.deepEqual([users.error?.status, users.error?.code], [400, undefined])
  assert.ok(users.error?.reason && users.error.message)
  const stranger = createGiro({
    baseUrl: service.baseUrl,
    institution: 'bank',
    apiKey: service.tenant.client.apiKey,
    apiSecret: 'wrong',
  })
  const refused = await stranger.GET('/v1/events')
  assert.deepEqual([refused.error?.status, refused.error?.reason, refused.error?.attempts], [401, 'invalid_client', 0])
})

test('items yields every record of three pages once, by page, by size and by cursor', async () => {
  const references = ['page-1', 'page-2', 'page-3', 'page-4', 'page-5']
  for (const reference of references) {
    const { error } = await giro.POST('/v3/payments/creditrequest', { body: { ...bill(reference), speed: 'Instant' } })
    assert.equal(error, undefined)
  }
  const query = { page: 1, limit: 2 }
  const byPage: string[] = []
  for await (const { externalReferenceId } of giro.items('GET', '/v3/payments/search', { query }))
    if (externalReferenceId.startsWith('page-')) byPage.push(externalReferenceId)
  assert.deepEqual(byPage.sort(), references)

  const path = { accountUID: payer.accountUID }
  const whole: string[] = []
  for await (const { transactionUID } of giro.items('GET', '/v3/accounts/{accountUID}/transactions', { path }))
    whole.push(transactionUID)
  const sizes: number[] = []
  const byCursor: string[] = []
  for await (const { data = [] } of giro.pages('GET', '/v3/accounts/{accountUID}/transactions', {
    path,
    query: { limit: 2 },
  })) {
    sizes.push(data.length)
    byCursor.push(...data.map(({ transactionUID }) => transactionUID))
  }
  assert.ok(sizes.length >= 3, `pages of ${sizes.join(', ')}`)
  assert.deepEqual(byCursor, whole)
})
