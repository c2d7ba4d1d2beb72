import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { fixedClock, systemClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import {
  createPayer,
  requestToken,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const PATH = '/v1/institution/signing-keys'

/**
 * The test moves this clock: a minute passes between the publication of a key and its first
 * signature.
 */
const tokenClock = fixedClock(systemClock.now())
let service: TestService
let nodes: string[]
before(async () => {
  // Each token new to a node counts against the limit of the one address they come from.
  service = await startTestService({ tokenClock })
  nodes = [service.baseUrl, await service.startNode()]
})
after(() => service.stop())

interface Key {
  kid: string
  status: string
  signsFrom: string
}

const list = async (): Promise<Key[]> => dataOf(await service.call('GET', PATH)).keys
const rotate = async (): Promise<Key> => dataOf(await service.call('POST', `${PATH}/rotate`))

async function publishedBy(node: string, tenant = 'bank'): Promise<string[]> {
  const response = await fetch(`${node}/auth/realms/${tenant}/protocol/openid-connect/certs`)
  const { keys } = (await response.json()) as { keys: { kid: string; d?: string }[] }
  for (const { d } of keys) assert.equal(d, undefined)
  return keys.map(({ kid }) => kid)
}

async function issue(node: string, client: TestClient, tenant = 'bank'): Promise<string> {
  const response = await requestToken(node, tenant, client)
  assert.equal(response.status, 200, `${node}: ${await response.clone().text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid!
const read = (token: string, at: string) =>
  service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client: { ...service.tenant.client, token }, at })

test('a rotation publishes a key that signs a minute later, and the list shows the status of each key', async () => {
  const [first] = await list()
  const next = await rotate()
  const signsFrom = tokenClock.now().add({ seconds: 60 })
  assert.deepEqual([next.status, next.signsFrom], ['Pending', signsFrom.toString({ smallestUnit: 'millisecond' })])
  assert.deepEqual(
    (await list()).map(({ kid, status }) => [kid, status]),
    [
      [first!.kid, 'Active'],
      [next.kid, 'Pending'],
    ],
  )
  assert.equal((await rotate()).kid, next.kid, 'a second request within the minute returns the same key')
  tokenClock.advance({ seconds: 60 })
  assert.deepEqual(
    (await list()).map(({ kid, status }) => [kid, status]),
    [
      [next.kid, 'Active'],
      [first!.kid, 'Retired'],
    ],
  )
  const trail = await service.query<{ actor: string; subjectId: string; after: object }>(
    `select actor, subject_id, after from audit_log where tenant_id = $1 and action = 'signing-key.rotated'`,
    [service.tenant.institution.tenantId],
  )
  assert.deepEqual(
    trail.map(({ actor, subjectId }) => [actor, subjectId]),
    [[service.tenant.client.apiKey, next.kid]],
  )
  assert.doesNotMatch(JSON.stringify(trail), /"d"|private/i)
})

test('while keys rotate, no token request and no API request is refused, on two nodes, amid garbage tokens', async () => {
  const { client } = service.tenant
  const stranger = await generateKeyPair('ES256')
  const forged = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'x'.repeat(43) })
    .sign(stranger.privateKey)
  const signedBy = new Set<string>()
  const oldest = await issue(nodes[0]!, client)
  let isOver = false
  const hammer = async (issuer: string, verifier: string) => {
    while (!isOver) {
      const token = await issue(issuer, client)
      signedBy.add(`${issuer} ${kidOf(token)}`)
      for (const at of [verifier, issuer]) dataOf(await read(token, at))
      dataOf(await read(oldest, verifier))
    }
  }
  const disturb = async (node: string) => {
    while (!isOver) {
      assert.equal((await read(forged, node)).status, 401)
      await sleep(5)
    }
  }
  const [one, two] = nodes as [string, string]
  const running = Promise.all([hammer(one, two), hammer(two, one), hammer(one, two), disturb(one), disturb(two)])
  const rotations = async () => {
    for (let times = 0; times < 2; times++) {
      const { kid } = await rotate()
      for (const node of nodes)
        await eventually('the node publishes the key', async () => (await publishedBy(node)).includes(kid))
      for (const node of nodes)
        assert.equal(signedBy.has(`${node} ${kid}`), false, 'no key signs before it is published')
      tokenClock.advance({ seconds: 60 })
      for (const node of nodes)
        await eventually('the node signs with the key', async () => signedBy.has(`${node} ${kid}`))
    }
  }
  try {
    await Promise.race([rotations(), running])
  } finally {
    isOver = true
  }
  await running
  for (const node of nodes) dataOf(await read(oldest, node))
})

test('the first token of a new institution is accepted at once by a node that garbage tokens made read the keys a moment before', async () => {
  const stranger = await generateKeyPair('ES256')
  const forge = (kid: string) =>
    new SignJWT({}).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(stranger.privateKey)
  assert.equal((await read(await forge('a'), nodes[1]!)).status, 401)
  const { client } = await service.createTenant('newcomer')
  const reply = await service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client, at: nodes[1]! })
  dataOf(reply)
})

test('a retired key that cannot be unsealed blocks nothing: tokens are issued, and nodes that opened it verify its tokens', async () => {
  const { client, institution } = await service.createTenant('damaged')
  const [opened, before] = [await issue(nodes[0]!, client, 'damaged'), await issue(nodes[0]!, client, 'damaged')]
  for (const node of nodes) dataOf(await read(opened, node))
  const { kid } = dataOf(await service.call('POST', `${PATH}/rotate`, undefined, { client }))
  tokenClock.advance({ seconds: 60 })
  await service.query(`update signing_keys set sealed_private_jwk = '\\x00' where tenant_id = $1 and kid <> $2`, [
    institution.tenantId,
    kid,
  ])
  for (const node of nodes)
    await eventually('the node signs with the new key', async () => kidOf(await issue(node, client, 'damaged')) === kid)
  for (const node of nodes) dataOf(await read(before, node))
})

test('if the active key cannot be unsealed, a rotation replaces it at once', async () => {
  const { client, institution } = await service.createTenant('broken')
  // A node that has not opened it refuses its tokens: then the command line rotates.
  dataOf(await service.call('GET', PATH, undefined, { client }))
  const ask = () => requestToken(nodes[1]!, 'broken', client)
  await service.query(`update signing_keys set sealed_private_jwk = '\\x00' where tenant_id = $1`, [
    institution.tenantId,
  ])
  assert.equal((await ask()).status, 503)
  assert.deepEqual(await publishedBy(nodes[1]!, 'broken'), [])
  const { kid } = dataOf(await service.call('POST', `${PATH}/rotate`, undefined, { client }))
  await eventually('the node signs again', async () => (await ask()).ok)
  assert.equal(kidOf(await issue(nodes[1]!, client, 'broken')), kid)
})

test('only a client of the institution itself can list and rotate the keys', async () => {
  const { customerUID } = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const [method, path] of [
    ['GET', PATH],
    ['POST', `${PATH}/rotate`],
  ] as const)
    assertRefused(await service.call(method, path, undefined, { client }), { status: 403, code: 'AUTH002' })
})
