import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { systemClock } from '../../src/kernel/clock.ts'
import { mayBeOnePerson, type Party, rotateApiClientSecret } from '../../src/tokens/api-clients.ts'
import { CONSOLE_CLIENT } from '../../src/tokens/console-client.ts'
import { ENTITLEMENTS, type Entitlement } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { assertion, type ClientKey, newKey } from '../support/client-proofs.ts'
import { createIdentityProvider, signIn, type TestIdentityProvider } from '../support/identity-provider.ts'
import {
  fetchToken,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

// Who was shown a secret of a client, or chose a key of it, is no second person beside it, and
// nothing that one person does changes that.

/** By how much the time of tokens is behind, to hand a client over that much earlier. */
let hoursAgo = 0
const tokenClock = { now: () => systemClock.now().subtract({ seconds: hoursAgo * 3_600 }) }
let service: TestService
let idp: TestIdentityProvider
let bank: TestTenant

before(async () => {
  service = await startTestService({ clock: systemClock, tokenClock })
  bank = service.tenant
  idp = await createIdentityProvider(service)
  dataOf(await service.call('PUT', '/v1/institution', { dualControl: true }))
})
after(() => service.stop())

const CLIENTS = '/v1/institution/api-clients'
const QUEUE = '/v1/institution/approvals'
const OWN = { status: 403, code: 'APPROVAL001', says: 'one person' }

type Key = Pick<TestClient, 'apiKey' | 'apiSecret'>
const clientOf = async (key: Key): Promise<TestClient> => ({
  ...key,
  token: await fetchToken(service.baseUrl, bank.institution.code, key),
})
const administrator = () => service.createClient(bank, {})
const call = (client: TestClient, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { client })
const waits = (reply: Reply): string => dataOf(reply, 202).approvalUID
const approve = async (client: TestClient, uid: string) => {
  const { contentHash } = dataOf(await service.call('GET', `${QUEUE}/${uid}`))
  return call(client, 'PUT', `${QUEUE}/${uid}/approve`, { contentHash })
}

let raised = 1_000
/** A change that waits for a second person. */
const propose = async (client: TestClient) => {
  const limits = [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: ++raised }]
  return waits(await call(client, 'PUT', '/v1/institution/limits', { limits }))
}

/** Neither approves what the other one proposes. */
async function assertOnePerson(one: TestClient, other: TestClient): Promise<void> {
  assertRefused(await approve(other, await propose(one)), OWN)
  assertRefused(await approve(one, await propose(other)), OWN)
}
async function assertTwoPeople(one: TestClient, other: TestClient): Promise<void> {
  dataOf(await approve(other, await propose(one)))
  dataOf(await approve(one, await propose(other)))
}

/** A client whose secret the approver is shown, and nobody else. */
async function createShown(approver: TestClient, fields: object = {}): Promise<TestClient> {
  const body = { name: 'Program', entitlements: ENTITLEMENTS, ...fields }
  const uid = waits(await call(await administrator(), 'POST', CLIENTS, body))
  const { result, shownOnce } = dataOf(await approve(approver, uid))
  return clientOf({ apiKey: result.apiKey, apiSecret: shownOnce.apiSecret })
}

/** The client with a new secret of its own; by default the one before ends at once. */
async function rotateOwn(client: TestClient, overlapSeconds = 0): Promise<TestClient> {
  const path = `${CLIENTS}/${client.apiKey}/rotate`
  const { apiSecret } = dataOf(await call(client, 'POST', path, { overlapSeconds }))
  return clientOf({ apiKey: client.apiKey, apiSecret })
}

const keyed = (...keys: ClientKey[]) => ({
  authenticationMethod: 'private_key_jwt',
  publicKeys: keys.map(({ jwk }) => jwk),
})

/** The client with a token that its key proves. */
async function withKey({ apiKey }: Key, key: ClientKey): Promise<TestClient> {
  const audience = `${service.baseUrl}/auth/realms/${bank.institution.code}`
  const nowSeconds = Math.floor(systemClock.now().epochMilliseconds / 1_000)
  const response = await fetch(`${audience}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion(key, { clientId: apiKey, audience, nowSeconds }),
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  assert.equal(response.status, 200)
  return { apiKey, apiSecret: '', token }
}

/** Gives the client these keys alone. By default, what it ends has ended now. */
async function changeKeys(
  client: Key,
  keys: ClientKey | ClientKey[],
  by: { proposer: TestClient; approver: TestClient; ago?: number },
) {
  const uid = waits(await call(by.proposer, 'PUT', `${CLIENTS}/${client.apiKey}`, keyed(...[keys].flat())))
  hoursAgo = by.ago ?? 4
  const reply = await approve(by.approver, uid)
  hoursAgo = 0
  dataOf(reply)
}

test('a new secret of its own does not make a client independent of who was shown the one before', async () => {
  const thief = await administrator()
  const puppet = await rotateOwn(await createShown(thief))
  await assertOnePerson(thief, puppet)
  await assertOnePerson(thief, await rotateOwn(await rotateOwn(puppet)))
  assert.deepEqual(
    dataOf(await call(thief, 'GET', `${CLIENTS}/${puppet.apiKey}`)).holders.map(({ id }: { id: string }) => id),
    [puppet.apiKey, thief.apiKey].sort(),
  )
})

test('the end of the overlap does not make it independent either', async () => {
  const thief = await administrator()
  const puppet = await rotateOwn(await createShown(thief), 60)
  await service.app.db.transaction((tx) =>
    tx.query('delete from api_client_secrets where tenant_id = $1 and client_id = $2 and expires_at is not null', [
      bank.institution.tenantId,
      puppet.apiKey,
    ]),
  )
  await assertOnePerson(thief, puppet)
})

test('a rotation by the operator shows nobody the secret and ends nothing', async () => {
  const thief = await administrator()
  const puppet = await createShown(thief)
  const { tenantId } = bank.institution
  const asked = { tenantId, clientId: puppet.apiKey, overlapSeconds: 0, now: tokenClock.now() }
  const { apiSecret } = await service.app.db.transaction((tx) => rotateApiClientSecret(tx, asked))
  await assertOnePerson(thief, await clientOf({ ...puppet, apiSecret }))
})

test('keys that the client itself proposes, or one of its holders approves, end nothing', async () => {
  const [thief, honest] = [await administrator(), await administrator()]
  const puppet = await createShown(thief)
  const [first, second, third] = [await newKey('ES256', '1'), await newKey('ES256', '2'), await newKey('ES256', '3')]
  await changeKeys(puppet, first, { proposer: puppet, approver: honest })
  const renewed = await withKey(puppet, first)
  await assertOnePerson(thief, renewed)
  await changeKeys(renewed, second, { proposer: honest, approver: thief })
  await assertOnePerson(thief, await withKey(puppet, second))
  await changeKeys(renewed, third, { proposer: thief, approver: honest })
  await assertOnePerson(thief, await withKey(puppet, third))
})

test('a client shown by a client in between belongs to who was shown that one, in any order', async () => {
  const thief = await administrator()
  const between = await createShown(thief)
  await assertOnePerson(thief, await rotateOwn(await createShown(between)))

  const later = await administrator()
  const earlier = await createShown(later)
  const uid = waits(await call(await administrator(), 'POST', `${CLIENTS}/${later.apiKey}/rotate`, {}))
  dataOf(await approve(thief, uid))
  await assertOnePerson(thief, earlier)
})

test('two clients whose secrets one person once saw stay one person after both have new ones', async () => {
  const thief = await administrator()
  const [one, other] = [await createShown(thief), await createShown(thief)]
  await assertOnePerson(await rotateOwn(one), await rotateOwn(other))
})

const USERS = '/api/user-management/v1/customers'

/** A person of the bank who can do everything, and two portals in which the person can sign in. */
async function personOfPortals() {
  const own = String(bank.institution.legalEntityId)
  const [maker, checker] = [await administrator(), await administrator()]
  const agreed = async (method: string, path: string, body: object) => {
    const { body: answer } = await call(maker, method, path, body)
    return dataOf(await approve(checker, answer.approvalUID ?? answer.data.approvalUID)).result
  }
  const name = `Everything ${randomUUID().slice(0, 8)}`
  const byApplication = Map.groupBy(ENTITLEMENTS, (entitlement) => entitlement.split('.')[0]!)
  const applications = [...byApplication].map(([application, held]: [string, Entitlement[]]) => ({
    name: application,
    entitlements: held.map((entitlement) => entitlement.slice(application.length + 1)),
  }))
  await agreed('POST', `${USERS}/${own}/roles`, { externalReferenceId: name, name, description: name, applications })
  const loginId = `user-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@sample.example` }
  const user = { externalReferenceId: loginId, loginId, ...names, roleNames: [name] }
  const { userId, data } = (await call(maker, 'POST', `${USERS}/${own}/users`, user)).body
  dataOf(await approve(checker, data.approvalUID))
  const portal = async () => {
    const client = await administrator()
    await agreed('PUT', `${CLIENTS}/${client.apiKey}`, { identityProvider: idp.registration })
    return client
  }
  const portals = [await portal(), await portal()] as const
  const through = async (client: TestClient) => signIn(service, client, await idp.assert(loginId))
  return { userId: String(userId), portals, through }
}

test('a person who was shown the secret through one portal is no second person through another', async () => {
  const { portals, through, userId } = await personOfPortals()
  const puppet = await rotateOwn(await createShown(await through(portals[0])))
  await assertOnePerson(await through(portals[1]), puppet)
  const { holders } = dataOf(await call(puppet, 'GET', `${CLIENTS}/${puppet.apiKey}`))
  assert.ok(holders.some(({ id }: { id: string }) => id === userId))

  const another = await createShown(await administrator())
  const key = await newKey()
  await changeKeys(another, key, { proposer: await through(portals[0]), approver: await administrator() })
  await assertOnePerson(await through(portals[1]), await withKey(another, key))
})

test('in the console, the person who was shown a secret holds it, and not their colleagues', async () => {
  const [ada, bea] = [await personOfPortals(), await personOfPortals()].map(({ userId }) => userId) as [string, string]
  const { tenantId, legalEntityId: ownEntityId } = bank.institution
  const inConsole = (userId: string): Party => ({ clientId: CONSOLE_CLIENT, userId })
  /** A client with a secret that the console showed to the person. */
  const shownTo = async (userId: string): Promise<Party> => {
    const { apiKey: clientId } = await administrator()
    const asked = { tenantId, clientId, overlapSeconds: 0, shownTo: inConsole(userId), now: tokenClock.now() }
    await service.app.db.transaction((tx) => rotateApiClientSecret(tx, asked))
    return { clientId, userId: null }
  }
  const isOne = (one: Party, other: Party) =>
    service.app.db.read((db) => mayBeOnePerson(db, { tenantId, one, other, ownEntityId }, tokenClock.now()))
  const [first, second, third] = [await shownTo(ada), await shownTo(ada), await shownTo(bea)]
  assert.deepEqual([await isOne(inConsole(ada), first), await isOne(inConsole(bea), first)], [true, false])
  assert.deepEqual([await isOne(first, second), await isOne(first, third)], [true, false])
  assert.deepEqual(
    [await isOne(inConsole(ada), inConsole(bea)), await isOne(inConsole(ada), inConsole(ada))],
    [false, true],
  )
})

test('from a secret to a key and back to a secret, nothing is forgotten', async () => {
  const [thief, honest] = [await administrator(), await administrator()]
  const puppet = await createShown(thief)
  const key = await newKey()
  await changeKeys(puppet, key, { proposer: puppet, approver: honest })
  const back = { authenticationMethod: 'client_secret', publicKeys: [] }
  const asKey = await withKey(puppet, key)
  dataOf(await approve(honest, waits(await call(asKey, 'PUT', `${CLIENTS}/${puppet.apiKey}`, back))))
  const uid = waits(await call(await administrator(), 'POST', `${CLIENTS}/${puppet.apiKey}/rotate`, {}))
  const { apiSecret } = dataOf(await approve(honest, uid)).shownOnce
  await assertOnePerson(thief, await clientOf({ ...puppet, apiSecret }))
})

test('a client of the same name in place of a revoked one belongs to who was shown its secret or chose its key', async () => {
  const [thief, honest] = [await administrator(), await administrator()]
  const { apiKey } = await createShown(thief, { name: 'Treasury' })
  dataOf(await call(thief, 'POST', `${CLIENTS}/${apiKey}/revoke`))
  await assertOnePerson(thief, await createShown(thief, { name: 'Treasury' }))

  const key = await newKey()
  const body = { name: 'Treasury', entitlements: ENTITLEMENTS, ...keyed(key) }
  const again = dataOf(await approve(honest, waits(await call(thief, 'POST', CLIENTS, body)))).result
  await assertOnePerson(thief, await withKey(again, key))
  await assertTwoPeople(honest, await withKey(again, key))
})

test('a proposal from before a new secret or a hand-over is not approved through the client', async () => {
  const [thief, honest, other] = [await administrator(), await administrator(), await administrator()]
  const before = await propose(thief)
  const puppet = await createShown(thief)
  assertRefused(await approve(await rotateOwn(puppet), before), OWN)

  const handed = await createShown(thief)
  const [own, through] = [await propose(thief), waits(await call(handed, 'PUT', '/v1/institution', { name: 'Bank' }))]
  const key = await newKey()
  await changeKeys(handed, key, { proposer: honest, approver: other })
  assertRefused(await approve(await withKey(handed, key), own), OWN)
  assertRefused(await approve(thief, through), OWN)
})

test('an earned administrator does not count among the two that must remain', async () => {
  const code = 'earned'
  const tenant = await service.createTenant(code, { dualControl: true })
  const [first, second] = [tenant.client, await service.createClient(tenant, {})]
  const approveIn = async (uid: string, client: TestClient) => {
    const { contentHash } = dataOf(await call(first, 'GET', `${QUEUE}/${uid}`))
    return dataOf(await call(client, 'PUT', `${QUEUE}/${uid}/approve`, { contentHash }))
  }
  const uid = waits(await call(second, 'POST', CLIENTS, { name: 'Puppet', entitlements: ENTITLEMENTS }))
  const { result, shownOnce } = await approveIn(uid, first)
  const key = { apiKey: result.apiKey, apiSecret: shownOnce.apiSecret }
  const puppet = { ...key, token: await fetchToken(service.baseUrl, code, key) }
  dataOf(await call(puppet, 'POST', `${CLIENTS}/${key.apiKey}/rotate`, { overlapSeconds: 0 }))
  waits(await call(first, 'POST', `${CLIENTS}/${second.apiKey}/revoke`))
})

test('keys that two others agreed on end what was held, and their proposer holds the client', async () => {
  const [earlier, proposer, approver] = [await administrator(), await administrator(), await administrator()]
  const handed = await createShown(earlier)
  const seen = await createShown(handed)
  const key = await newKey()
  await changeKeys(handed, key, { proposer, approver })
  const client = await withKey(handed, key)
  await assertTwoPeople(earlier, client)
  await assertTwoPeople(approver, client)
  await assertOnePerson(proposer, client)
  const { holders } = dataOf(await call(earlier, 'GET', `${CLIENTS}/${handed.apiKey}`))
  const lasting = holders.filter(({ endsAt }: { endsAt?: string }) => !endsAt)
  assert.deepEqual([holders.length, lasting], [2, [{ id: proposer.apiKey }]])
  // What the earlier holder saw as the client, it still knows.
  await assertOnePerson(earlier, seen)
})

test('a hold ends when the last token of the old keys has ended, for what is proposed from then on', async () => {
  const [earlier, proposer, approver] = [await administrator(), await administrator(), await administrator()]
  const handed = await createShown(earlier)
  const key = await newKey()
  await changeKeys(handed, key, { proposer, approver, ago: 3 })
  await assertOnePerson(earlier, await withKey(handed, key))
  const { holders } = dataOf(await call(earlier, 'GET', `${CLIENTS}/${handed.apiKey}`))
  const ends = Temporal.Instant.from(holders.find(({ id }: { id: string }) => id === earlier.apiKey).endsAt)
  const { tenantId, legalEntityId: ownEntityId } = bank.institution
  const [one, other] = [earlier, handed].map(({ apiKey }) => ({ clientId: apiKey, userId: null })) as [Party, Party]
  const isOne = (asOf: Temporal.Instant) =>
    service.app.db.read((db) => mayBeOnePerson(db, { tenantId, one, other, ownEntityId }, asOf))
  assert.deepEqual(
    [await isOne(ends.subtract({ milliseconds: 1 })), await isOne(ends.add({ milliseconds: 1 }))],
    [true, false],
  )
})

test('a key under another name, or beside one of before, hands nothing over', async () => {
  const [thief, proposer, approver] = [await administrator(), await administrator(), await administrator()]
  const [mine, other] = [await newKey('ES256', 'mine'), await newKey('ES256', 'other')]
  const create = async () => {
    const body = { name: 'Keyed', entitlements: ENTITLEMENTS, ...keyed(mine) }
    return dataOf(await approve(proposer, waits(await call(thief, 'POST', CLIENTS, body)))).result
  }
  const renamed = { ...mine, jwk: { ...mine.jwk, kid: 'renamed' } }
  const puppet = await create()
  await changeKeys(puppet, renamed, { proposer, approver })
  await assertOnePerson(thief, await withKey(puppet, renamed))
  const doubled = await create()
  await changeKeys(doubled, [other, mine], { proposer, approver })
  await assertOnePerson(thief, await withKey(doubled, mine))
})

test('who was shown a secret by a node of the release before holds the client, also after a new one', async () => {
  const thief = await administrator()
  const [shown, keyed] = [await administrator(), await administrator()]
  await service.query('update api_client_secrets set shown_to = $2 where client_id = $1', [shown.apiKey, thief.apiKey])
  await service.query('update api_clients set keys_from = $2 where client_id = $1', [keyed.apiKey, [thief.apiKey]])
  await assertOnePerson(thief, shown)
  await assertOnePerson(thief, keyed)
  await assertOnePerson(thief, await rotateOwn(await rotateOwn(shown)))
  const key = await newKey()
  await changeKeys(keyed, key, { proposer: keyed, approver: await administrator() })
  await assertOnePerson(thief, await withKey(keyed, key))
})

test('a hold cannot be ended by SQL with a change that a holder decided, or that is not of the client', async () => {
  const [thief, honest] = [await administrator(), await administrator()]
  const puppet = await createShown(thief)
  const own = waits(await call(thief, 'PUT', `${CLIENTS}/${puppet.apiKey}`, { allowedNetworks: ['127.0.0.1'] }))
  dataOf(await approve(honest, own))
  const foreign = await propose(honest)
  dataOf(await approve(await administrator(), foreign))
  for (const approval of [own, foreign])
    await assert.rejects(
      service.query(
        `update client_holders set ends_at = '2020-01-01', ended_by = $2 where client_id = $1 and holder = $3`,
        [puppet.apiKey, approval, thief.apiKey],
      ),
      /two other people agreed/,
    )
  await assert.rejects(
    service.query('delete from client_holders where client_id = $1', [puppet.apiKey]),
    /permission denied/,
  )
})

test('who proposes a key of an identity provider holds the client, and who proposes another issuer or fewer keys not', async () => {
  const [thief, honest, other] = [await administrator(), await administrator(), await administrator()]
  const portal = await administrator()
  const path = `${CLIENTS}/${portal.apiKey}`
  const register = async (proposer: TestClient, identityProvider: object) =>
    dataOf(await approve(other, waits(await call(proposer, 'PUT', path, { identityProvider }))))
  await register(thief, idp.registration)
  await assertOnePerson(thief, portal)
  await assertTwoPeople(honest, portal)
  const second = await createIdentityProvider(service)
  const { issuer, keys } = idp.registration
  await register(honest, { issuer, keys: [...keys, ...second.registration.keys] })
  await assertOnePerson(honest, portal)
  const third = await administrator()
  await register(third, { issuer, keys: second.registration.keys })
  // The removal of a key ended the tokens of the client.
  const renewed = await clientOf(portal)
  await assertTwoPeople(third, renewed)
  await assertTwoPeople(other, renewed)
  const { holders } = dataOf(await call(other, 'GET', path))
  const ids = holders.map(({ id }: { id: string }) => id)
  assert.deepEqual(ids.sort(), [honest.apiKey, thief.apiKey].sort())
})

test('the same key under another kid is no new key, and one that comes with a new client is', async () => {
  const [thief, honest] = [await administrator(), await administrator()]
  const { issuer, keys } = idp.registration
  const body = { name: 'Portal', entitlements: ENTITLEMENTS, ...keyed(await newKey()) }
  const withProvider = { ...body, identityProvider: idp.registration }
  const { result } = dataOf(await approve(honest, waits(await call(thief, 'POST', CLIENTS, withProvider))))
  const path = `${CLIENTS}/${result.apiKey}`
  const renamed = keys.map((key) => ({ ...key, kid: 'renamed' }))
  const uid = waits(await call(honest, 'PUT', path, { identityProvider: { issuer, keys: renamed } }))
  dataOf(await approve(thief, uid))
  const { holders } = dataOf(await call(thief, 'GET', path))
  assert.deepEqual(
    holders.map(({ id }: { id: string }) => id),
    [thief.apiKey],
  )
})
