import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { dataOf } from '../support/answers.ts'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

/** What RFC 9110, 9112 and 3986 call equal is equal here. */

const TOKEN = '/auth/realms/bank/protocol/openid-connect/token'
let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

/** Sends a request exactly as written, and returns its status and body. */
async function sendRaw(
  head: readonly string[],
  body: Uint8Array | string = '',
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  socket.write(`${[...head, length, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const answer = await text(socket)
  return { status: Number(answer.split(' ', 2)[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

const host = () => new URL(service.baseUrl).host
const basic = () => {
  const { apiKey, apiSecret } = service.tenant.client
  return Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')
}
const askForToken = (target: string, { scheme = 'Basic ', type = 'application/x-www-form-urlencoded' } = {}) =>
  sendRaw(
    [`POST ${target} HTTP/1.1`, `Host: ${host()}`, `Authorization: ${scheme}${basic()}`, `Content-Type: ${type}`],
    'grant_type=client_credentials',
  )

for (const [name, target] of [
  ['a slash at its end', () => `${TOKEN}/`],
  ['a slash and a query', () => `${TOKEN}/?trace=1`],
  ['the absolute form', () => `${service.baseUrl}${TOKEN}`],
  ['the absolute form in capitals', () => `HTTP://${host().toUpperCase()}${TOKEN}`],
  ['the absolute form of another name, with a slash', () => `https://bank.example${TOKEN}/`],
  ['encoded letters', () => TOKEN.replace('/bank/', '/%62ank/').replace('token', 't%6Fken')],
] as const)
  test(`the token endpoint takes a target with ${name}`, async () => {
    const { status, body } = await askForToken(target())
    assert.equal(status, 200, body)
  })

for (const target of [
  `${TOKEN}//`,
  '/auth/realms/bank%2Fprotocol/openid-connect/token',
  '/auth/realms/BANK/protocol/openid-connect/token',
])
  test(`${target} is no form of the token endpoint`, async () => {
    assert.equal((await askForToken(target)).status, 404)
  })

for (const scheme of ['BASIC ', 'basic ', 'Basic  ', 'basic     '])
  test(`the token endpoint takes the scheme "${scheme}"`, async () => {
    const { status, body } = await askForToken(TOKEN, { scheme })
    assert.equal(status, 200, body)
  })

for (const type of [
  'application/x-www-form-urlencoded; charset=UTF-8',
  'Application/X-WWW-Form-URLEncoded',
  'application/x-www-form-urlencoded ;charset="utf-8"',
])
  test(`the token endpoint takes the media type ${type}`, async () => {
    const { status, body } = await askForToken(TOKEN, { type })
    assert.equal(status, 200, body)
  })

test('discovery and keys are found with a slash at the end and in absolute form', async () => {
  for (const path of ['/.well-known/openid-configuration/', '/protocol/openid-connect/certs/'])
    for (const target of [`/auth/realms/bank${path}`, `${service.baseUrl}/auth/realms/bank${path}`]) {
      const { status, body } = await sendRaw([`GET ${target} HTTP/1.1`, `Host: ${host()}`])
      assert.equal(status, 200, `${target}: ${body}`)
    }
})

for (const scheme of ['Bearer  ', 'bearer ', 'BEARER   '])
  test(`an operation takes a token after "${scheme}"`, async () => {
    const headers = { authorization: scheme + service.tenant.client.token }
    const reply = await service.call('GET', '/v1/institution', undefined, { client: null, headers })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  })

test('a token after other white space than spaces, or with words after it, is still refused', async () => {
  for (const authorization of [
    `Bearer\t${service.tenant.client.token}`,
    `Bearer ${service.tenant.client.token} x`,
    `Bearer${service.tenant.client.token}`,
  ])
    assert.equal(
      (await service.call('GET', '/v1/institution', undefined, { client: null, headers: { authorization } })).status,
      401,
    )
})

test('an operation takes a target in absolute form, with a slash and with encoded letters', async () => {
  for (const target of [
    `${service.baseUrl}/v1/institution`,
    '/v1/institution/',
    '/v1/instituti%6Fn',
    `HTTP://other.example/v1/institution/`,
  ]) {
    const { status, body } = await sendRaw([
      `GET ${target} HTTP/1.1`,
      `Host: ${host()}`,
      `Authorization: Bearer ${service.tenant.client.token}`,
    ])
    assert.equal(status, 200, `${target}: ${body}`)
  }
})

const newCustomer = () => Buffer.from(JSON.stringify(customerBody()))
for (const [coding, write] of [
  ['GZIP', gzipSync],
  ['Gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['gzip, identity', gzipSync],
  ['identity,GZIP', gzipSync],
  ['gzip ,', gzipSync],
  ['IDENTITY', (body: Buffer) => body],
  ['identity, identity', (body: Buffer) => body],
] as const)
  test(`a body in the coding "${coding}" is read`, async () => {
    const reply = await service.call('POST', '/v2/customers', undefined, {
      headers: { 'content-encoding': coding },
      rawBody: write(newCustomer()),
    })
    dataOf(reply)
  })

for (const coding of ['br', 'gzip, gzip', 'gzip, deflate', 'DEFLATE', 'gzip;q=1'])
  test(`a body in the coding "${coding}" is refused with 415`, async () => {
    const reply = await service.call('POST', '/v2/customers', undefined, {
      headers: { 'content-encoding': coding },
      rawBody: gzipSync(newCustomer()),
    })
    assert.equal(reply.status, 415, JSON.stringify(reply.body))
  })

for (const type of [
  'Application/JSON',
  'application/json;charset=UTF-8',
  'application/json ; charset="utf-8"',
  'APPLICATION/JSON; Charset=utf-8; profile="x"',
])
  test(`a body of the media type ${type} is read`, async () => {
    dataOf(
      await service.call('POST', '/v2/customers', undefined, {
        headers: { 'content-type': type },
        rawBody: newCustomer(),
      }),
    )
  })

test('a repeated request in another form of its headers gets the first answer', async () => {
  const [key, body] = [randomUUID(), newCustomer()]
  const first = await service.call('POST', '/v2/customers', undefined, {
    headers: { 'idempotent-key': key },
    rawBody: body,
  })
  const again = await service.call('POST', '/v2/customers', undefined, {
    headers: {
      'Idempotency-Key': `  ${key} `,
      'content-encoding': 'GZIP',
      authorization: `bearer  ${service.tenant.client.token}`,
    },
    rawBody: gzipSync(body),
  })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
})

for (const [name, write] of [
  ['in capitals', (id: string) => id.toUpperCase()],
  ['as a URN', (id: string) => `urn:uuid:${id}`],
  ['as a URN in capitals', (id: string) => `URN:UUID:${id}`.toUpperCase()],
  ['with an encoded hyphen', (id: string) => id.replace('-', '%2D')],
] as const)
  test(`an id ${name} is the same id`, async () => {
    const { customerUID } = dataOf(await service.call('POST', '/v2/customers', customerBody()))
    const roles = `/api/user-management/v1/customers/${customerUID}/roles`
    const applications = [{ name: 'Payments', entitlements: ['View_Payments'] }]
    const body = { externalReferenceId: 'r', name: 'Clerk', description: 'd', applications }
    const { roleId } = (await service.call('POST', roles, body)).body
    const read = await service.call('GET', `${roles}/${write(roleId)}`)
    assert.equal(read.status, 200, JSON.stringify(read.body))
    const users = `/api/user-management/v1/customers/${customerUID}/users`
    const person = { firstName: 'Ada', lastName: 'Lund', email: 'ada@home.example', roleNames: ['Clerk'] }
    const user = { externalReferenceId: 'u', loginId: `user-${randomUUID()}`, ...person }
    const { userId } = (await service.call('POST', users, user)).body
    const changed = await service.call('PUT', `${users}/${write(userId)}`, { firstName: 'Adele' })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const found = dataOf(
      await service.call('GET', `/v1/institution/outstanding?userUID=${write(userId)}&page=1&limit=10`),
    )
    assert.ok(found)
    const [first, again] = [await change(userId), await change(write(userId))]
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)

    function change(id: string) {
      return service.call('PUT', `${users}/${id}`, { lastName: 'Lund' }, { idempotencyKey: userId })
    }
  })
