import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { createIdentityProvider, exchange, signIn, type TestIdentityProvider } from '../support/identity-provider.ts'
import { createUser, type People, peopleOf } from '../support/people.ts'
import { startTestService, type TestClient, type TestService } from '../support/test-service.ts'

// The bank no longer trusts the identity provider of a client. Persons whom it signed in before
// still have tokens.

let service: TestService
let otherNode: string
let people: People
before(async () => {
  service = await startTestService({ worker: false })
  otherNode = await service.startNode()
  people = await peopleOf(service, service.tenant)
})
after(() => service.stop())

interface Portal {
  client: TestClient
  idp: TestIdentityProvider
  person: TestClient
  loginId: string
}

/** A client of the customer through which one of its users is signed in. */
async function portal(): Promise<Portal> {
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(people.customerUID) })
  const idp = await createIdentityProvider(service)
  await change(client, { identityProvider: idp.registration })
  const { loginId } = await createUser(people)
  return { client, idp, loginId, person: await signIn(service, client, await idp.assert(loginId)) }
}
const change = async ({ apiKey }: TestClient, body: object) =>
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${apiKey}`, body))
const statusAt = async (client: TestClient, at: string) =>
  (await service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client, at })).status

async function assertEnded({ person }: Portal): Promise<void> {
  for (const at of [service.baseUrl, otherNode])
    await eventually('the token has ended', async () => (await statusAt(person, at)) === 401)
}

test('an identity provider that is removed leaves no token of a person on any node', async () => {
  const one = await portal()
  assert.notEqual(await statusAt(one.person, otherNode), 401)
  await change(one.client, { remove: ['identityProvider'] })
  await assertEnded(one)
  assert.equal((await exchange(service, one.client, await one.idp.assert(one.loginId))).status, 400)
})

test('nor does one whose key is replaced, or one with the same key and another issuer', async () => {
  const [one, two] = [await portal(), await portal()]
  await change(one.client, { identityProvider: (await createIdentityProvider(service)).registration })
  await assertEnded(one)
  const issuer = 'https://other.sample.example'
  await change(two.client, { identityProvider: { ...two.idp.registration, issuer } })
  await assertEnded(two)
})

test('a key that is added ends nothing, and neither does another name of the client', async () => {
  const { client, idp, person } = await portal()
  const { keys } = (await createIdentityProvider(service)).registration
  await change(client, { identityProvider: { ...idp.registration, keys: [...idp.registration.keys, ...keys] } })
  await change(client, { name: 'Portal of the customer' })
  // One that ends later says when the node has read who lost access.
  const other = await portal()
  await change(other.client, { remove: ['identityProvider'] })
  await assertEnded(other)
  assert.notEqual(await statusAt(person, service.baseUrl), 401)
})
