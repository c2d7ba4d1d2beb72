import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createIdentityProvider, signIn, type TestIdentityProvider } from '../support/identity-provider.ts'
import {
  createPayer,
  creditBody,
  fetchToken,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

// Who creates a user at an address of its own choice can become that user. Before the control came
// on, nobody else had to look at it: then the two are one person until somebody else has.

let service: TestService
let idp: TestIdentityProvider
/** Administrators, none of whom saw the secret of another. The first one is dishonest. */
let mallory: TestClient
let honest: TestClient
/** Through which people of the bank, and those of customers, sign in. */
let portal: TestClient
let otherPortal: TestClient

const USERS = '/api/user-management/v1/customers'
const CLIENTS = '/v1/institution/api-clients'
const QUEUE = '/v1/institution/approvals'
const OWN = { status: 403, code: 'APPROVAL001', says: 'one person' }
const DECIDED = { status: 409, code: 'PAYMENT003', says: 'one person may be behind' }
const OWN_PAYMENT = { status: 403, code: 'PAYMENT003', says: 'activating the user' }

before(async () => {
  service = await startTestService({ clock: systemClock })
  idp = await createIdentityProvider(service)
  mallory = await service.createClient(service.tenant, {})
  honest = await service.createClient(service.tenant, {})
  const registered = { identityProvider: idp.registration }
  // Who registers a provider holds the client.
  const register = async () => {
    const registrar = await service.createClient(service.tenant, {})
    const client = await service.createClient(service.tenant, {})
    dataOf(await call(registrar, 'PUT', `${CLIENTS}/${client.apiKey}`, registered))
    return client
  }
  portal = await register()
  otherPortal = await register()
  await createRole(own())
})
after(() => service.stop())
beforeEach(() => dualControl(false))

const own = () => String(service.tenant.institution.legalEntityId)
const call = (client: TestClient, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { client })
async function dualControl(isOn: boolean): Promise<void> {
  const sql = 'update institutions set dual_control = $2 where tenant_id = $1'
  await service.query(sql, [service.tenant.institution.tenantId, isOn])
}
const approve = async (client: TestClient, uid: string) => {
  const { contentHash } = dataOf(await call(honest, 'GET', `${QUEUE}/${uid}`))
  return call(client, 'PUT', `${QUEUE}/${uid}/approve`, { contentHash })
}
const OF_INSTITUTION = new Set(['Institution', 'Accounts.Choose_Account_Number'])
const createRole = async (customerUID: string) => {
  const held = ENTITLEMENTS.filter(
    (one) => customerUID === own() || !(OF_INSTITUTION.has(one) || OF_INSTITUTION.has(one.split('.')[0]!)),
  )
  const byApplication = Map.groupBy(held, (entitlement) => entitlement.split('.')[0]!)
  const applications = [...byApplication].map(([name, held]) => ({
    name,
    entitlements: held.map((entitlement) => entitlement.slice(name.length + 1)),
  }))
  const role = { externalReferenceId: 'r', name: 'Everything', description: 'r', applications }
  const reply = await call(honest, 'POST', `${USERS}/${customerUID}/roles`, role)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
}

interface Puppet {
  userId: string
  loginId: string
  path: string
}
/** A user with every right, Pending. */
async function create(client: TestClient, customerUID = own()): Promise<Puppet> {
  const loginId = `user-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@evil.example` }
  const body = { externalReferenceId: loginId, loginId, ...names, roleNames: ['Everything'] }
  const reply = await call(client, 'POST', `${USERS}/${customerUID}/users`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { userId } = reply.body
  return { userId, loginId, path: `${USERS}/${customerUID}/users/${userId}` }
}
const activate = (client: TestClient, { path }: Puppet) => call(client, 'PUT', `${path}/activate`)
/** A user that the client created and activated alone. */
async function puppetOf(client: TestClient, customerUID?: string): Promise<Puppet> {
  const puppet = await create(client, customerUID)
  assert.equal((await activate(client, puppet)).status, 204)
  return puppet
}
const as = async ({ loginId }: Puppet, through = portal) => signIn(service, through, await idp.assert(loginId))
async function confirm(client: TestClient, puppet: Puppet): Promise<void> {
  assert.equal((await activate(client, puppet)).status, 204)
}
async function assertNotConfirmedBy(client: TestClient, puppet: Puppet): Promise<void> {
  assertRefused(await activate(client, puppet), { status: 409, code: '', says: 'nothing to do with who set' })
}

let raised = 1_000
/** A change that waits for a second person. */
const propose = async (client: TestClient): Promise<string> => {
  const limits = [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: ++raised }]
  return dataOf(await call(client, 'PUT', '/v1/institution/limits', { limits }), 202).approvalUID
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

test('under dual control, an administrator is one person with the user that it created alone before', async () => {
  const puppet = await puppetOf(mallory)
  await dualControl(true)
  await assertOnePerson(mallory, await as(puppet))
  await assertTwoPeople(honest, await as(puppet))
})

test('two users that one administrator created alone are one person', async () => {
  const [one, other] = [await puppetOf(mallory), await puppetOf(mallory)]
  const honestly = await puppetOf(honest)
  await dualControl(true)
  await assertOnePerson(await as(one), await as(other, otherPortal))
  await assertTwoPeople(await as(one), await as(honestly, otherPortal))
})

test('a user is one person with the client whose secret its creator saw, and with what the user creates', async () => {
  const puppet = await puppetOf(mallory)
  const next = await puppetOf(await as(puppet))
  const shown = dataOf(await call(mallory, 'POST', CLIENTS, { name: 'Own', entitlements: ENTITLEMENTS }), 201)
  const token = await fetchToken(service.baseUrl, service.tenant.institution.code, shown)
  const client: TestClient = { ...shown, token }
  await dualControl(true)
  await assertOnePerson(client, await as(puppet))
  await assertOnePerson(mallory, await as(next))
  await assertNotConfirmedBy(client, puppet)
})

test('somebody independent who activates the user ends it, and no puppet of the creator does', async () => {
  const [puppet, accomplice] = [await puppetOf(mallory), await puppetOf(mallory)]
  // Also before the control is on, when its creator could do everything alone.
  for (const client of [mallory, await as(puppet), await as(accomplice)]) await assertNotConfirmedBy(client, puppet)
  await dualControl(true)
  for (const client of [mallory, await as(puppet), await as(accomplice)]) await assertNotConfirmedBy(client, puppet)
  await confirm(honest, puppet)
  await assertTwoPeople(mallory, await as(puppet))
  assertRefused(await activate(honest, puppet), { status: 409, code: '', says: 'the user is Active' })
  // Whom somebody vouched for can vouch for another.
  await confirm(await as(puppet), await puppetIn(honest))
})
async function puppetIn(client: TestClient): Promise<Puppet> {
  await dualControl(false)
  const puppet = await puppetOf(client)
  await dualControl(true)
  return puppet
}

test('two administrators reach two people from the first user on: one creates, the other one activates', async () => {
  const before = await create(mallory)
  assert.equal((await activate(honest, before)).status, 204)
  await dualControl(true)
  const under = await create(mallory)
  assertRefused(await activate(mallory, under), { status: 409, code: '', says: 'waits for approval' })
  const query = new URLSearchParams({ page: '1', limit: '10', status: 'Pending', subjectUID: under.userId })
  const [{ approvalUID }] = dataOf(await call(honest, 'GET', `${QUEUE}?${query}`))
  dataOf(await approve(honest, approvalUID))
  for (const user of [before, under]) await assertTwoPeople(mallory, await as(user))
})

test('who changes the address of a user whom nobody has activated is that user, too', async () => {
  const user = await create(honest)
  assert.equal((await call(mallory, 'PUT', user.path, { email: 'mallory@evil.example' })).status, 200)
  assert.equal((await activate(honest, user)).status, 204)
  await dualControl(true)
  await assertTwoPeople(mallory, await as(user))
  await dualControl(false)
  const alone = await create(honest)
  assert.equal((await call(mallory, 'PUT', alone.path, { email: 'other@evil.example' })).status, 200)
  assert.equal((await activate(mallory, alone)).status, 204)
  await dualControl(true)
  await assertOnePerson(mallory, await as(alone))
})

test('in a sandbox, who alone was shown the link of an invitation is that user', async () => {
  const user = await create(honest)
  const other = await service.createClient(service.tenant, {})
  assert.equal((await activate(other, user)).status, 204)
  const invited = await call(mallory, 'POST', `${user.path}/invitation`)
  assert.match(invited.body.invitationUrl, /token=/)
  await dualControl(true)
  await assertTwoPeople(honest, await as(user))
  await assertOnePerson(mallory, await as(user))
})

const APPROVED_BY_TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }

/** A customer with a client of its own that manages its users, and two users that it made alone. */
async function customerWithPuppets() {
  const payer = await createPayer(service)
  const { customerUID } = payer
  await createRole(customerUID)
  const [maker, other] = [await clientOf(payer), await clientOf(payer)]
  const puppets = [await puppetOf(maker, customerUID), await puppetOf(maker, customerUID)] as const
  const settings = { legalEntityAccessSettings: APPROVED_BY_TWO }
  dataOf(await call(service.tenant.client, 'PUT', `/v2/customers/${customerUID}`, settings))
  const pay = async (client: TestClient): Promise<string> =>
    dataOf(await call(client, 'POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 10 }))).paymentUID
  const decide = (client: TestClient, uid: string) => call(client, 'PUT', `/payments/${uid}/approve`, {})
  return { payer, maker, other, puppets, pay, decide }
}
const clientOf = ({ customerUID }: Payer) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })

for (const isOn of [false, true])
  test(`a customer's client does not approve its own payments as users that it created (dual control: ${isOn})`, async () => {
    const { maker, other, puppets, pay, decide } = await customerWithPuppets()
    await dualControl(isOn)
    const [one, two] = puppets
    const uid = await pay(maker)
    for (const puppet of puppets) assert.equal((await decide(await as(puppet), uid)).status, 403)
    assert.equal((await decide(await as(two), await pay(await as(one)))).status, 403)
    const honestly = await pay(other)
    assert.equal(dataOf(await decide(await as(one), honestly)).paymentStatus, 'PARTIALLY_APPROVED')
    assertRefused(await decide(await as(two), honestly), DECIDED)
    // The institution, or another client of the customer that nobody else holds, looks at them.
    await confirm(other, one)
    await confirm(honest, two)
    const later = await pay(maker)
    dataOf(await decide(await as(one), later))
    assert.notEqual(dataOf(await decide(await as(two), later)).paymentStatus, 'PARTIALLY_APPROVED')
  })

test('the refusal of a payment says what to do', async () => {
  const { maker, puppets, pay, decide } = await customerWithPuppets()
  assertRefused(await decide(await as(puppets[0]), await pay(maker)), OWN_PAYMENT)
})

test('a person of a customer who created a colleague alone is one person with that colleague', async () => {
  const { payer, other, puppets, pay, decide } = await customerWithPuppets()
  await confirm(other, puppets[0])
  const { customerUID } = payer
  const settings = { legalEntityAccessSettings: { paymentDualApproval: false, paymentNumberOfApprovers: 0 } }
  const loosened = await call(service.tenant.client, 'PUT', `/v2/customers/${customerUID}`, settings)
  const { approvalUID } = dataOf(loosened)
  dataOf(await approve(honest, approvalUID))
  const colleague = await puppetOf(await as(puppets[0]), customerUID)
  const tightened = { legalEntityAccessSettings: { ...APPROVED_BY_TWO, paymentNumberOfApprovers: 1 } }
  dataOf(await call(service.tenant.client, 'PUT', `/v2/customers/${customerUID}`, tightened))
  assertRefused(await decide(await as(colleague), await pay(await as(puppets[0]))), OWN_PAYMENT)
  dataOf(await decide(await as(colleague), await pay(other)))
})

test('for users of before, the upgrade finds who created them, unless another person has looked at them', async () => {
  const next = await createNext()
  const setters = () =>
    service.query<{ userId: string; holder: string }>(
      'select user_id, holder, of_institution from user_setters where ends_at is null and user_id = any($1::uuid[]) order by 1',
      [next.all],
    )
  const kept = await setters()
  assert.deepEqual(new Set(kept.map(({ userId }) => userId)), new Set(next.unconfirmed))
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query('set search_path = giro')
  await owner.query('set session_replication_role = replica')
  await owner.query('delete from user_setters')
  await owner.query('set session_replication_role = origin')
  const migration = await readFile(new URL('../../migrations/0710_setters_of_users.sql', import.meta.url), 'utf8')
  await owner.query(migration.slice(migration.lastIndexOf('insert into user_setters')))
  await owner.end()
  assert.deepEqual(await setters(), kept)
})

/** Users that were created alone, and users at whom somebody else has looked. */
async function createNext() {
  const alone = await puppetOf(mallory)
  const byPerson = await puppetOf(await as(alone))
  const { puppets } = await customerWithPuppets()
  const activated = await create(mallory)
  assert.equal((await activate(honest, activated)).status, 204)
  const shown = dataOf(await call(mallory, 'POST', CLIENTS, { name: 'Own', entitlements: ENTITLEMENTS }), 201)
  const token = await fetchToken(service.baseUrl, service.tenant.institution.code, shown)
  const byOwn = await create(mallory)
  assert.equal((await activate({ ...shown, token }, byOwn)).status, 204)
  const unconfirmed = [alone, byPerson, ...puppets, byOwn].map(({ userId }) => userId)
  return { unconfirmed, all: [...unconfirmed, activated.userId] }
}
