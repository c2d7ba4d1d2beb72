import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { decodeJwt, UnsecuredJWT } from 'jose'
import { fixedClock, systemClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createIdentityProvider,
  exchange,
  JWT_TYPE,
  signIn,
  type TestIdentityProvider,
} from '../support/identity-provider.ts'
import { approvePending } from '../support/second-person.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  type Reply,
  requestToken,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const USERS = '/api/user-management/v1/customers'
const CLIENTS = '/v1/institution/api-clients'

/** Business time moves only when a test says so. Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
/** The time of tokens: the machine's, or later if a test says so. */
let secondsAhead = 0
const tokenClock = { now: () => systemClock.now().add({ seconds: secondsAhead }) }
let service: TestService
let nodes: string[]
/** The identity provider that the institution registered. */
let idp: TestIdentityProvider
before(async () => {
  service = await startTestService({ clock, tokenClock })
  nodes = [service.baseUrl, await service.startNode()]
  idp = await createIdentityProvider(service)
})
after(() => service.stop())

/** A customer whose payments need approvals, with clients that the institution gave it. */
interface Customer extends Payer {
  submitter: TestClient
  /** Trusted by the institution to name persons. */
  portal: TestClient
  /** Not trusted. Its persons sign in at the identity provider. */
  program: TestClient
}

async function openCustomer(settings: object = {}): Promise<Customer> {
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: 3, ...settings }
  const payer = await createPayer(service, { balance: 100_000, customer: { legalEntityAccessSettings } })
  const legalEntityId = BigInt(payer.customerUID)
  const submitter = await service.createClient(service.tenant, { legalEntityId })
  const portal = await service.createClient(service.tenant, { legalEntityId, trustedToNamePersons: true })
  const program = await service.createClient(service.tenant, { legalEntityId })
  await registerProvider(program, idp)
  await createRole(payer, 'Approver', ['Approve_Payments', 'Initiate_Payments', 'View_Payments'])
  return { ...payer, submitter, portal, program }
}

async function registerProvider(client: TestClient, { registration }: TestIdentityProvider) {
  dataOf(await service.call('PUT', `${CLIENTS}/${client.apiKey}`, { identityProvider: registration }))
}

const APPROVER = { name: 'Payments', entitlements: ['Approve_Payments'] }

interface Application {
  name: string
  entitlements: string[]
}

const createRole = (payer: Payer, name: string, entitlements: string[], client?: TestClient) =>
  createRoleIn(payer, name, [{ name: 'Payments', entitlements }], client)

/** If the role waits for a second person, an honest colleague approves it. */
async function createRoleIn({ customerUID }: Payer, name: string, applications: Application[], client?: TestClient) {
  const path = `${USERS}/${customerUID}/roles`
  const body = { externalReferenceId: 'r', name, description: 'r', applications }
  const reply = await service.call('POST', path, body, { client })
  if (reply.status === 201) return String(reply.body.roleId)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  await approvePending(service, customerUID)
  const found = await service.call('GET', `${path}/search?roleName=${name}`)
  return String(found.body.data[0].id)
}

/** Changes a role, user or signatory. It waits, and an honest colleague approves it. */
async function changeAndApprove(
  { customerUID }: Payer,
  method: 'PUT' | 'PATCH',
  path: string,
  body: object,
  client: TestClient,
): Promise<void> {
  const reply = await service.call(method, path, body, { client })
  assert.ok([200, 202].includes(reply.status), JSON.stringify(reply.body))
  assert.ok(reply.body.approvalUID ?? reply.body.data?.approvalUID, JSON.stringify(reply.body))
  await approvePending(service, customerUID)
}

/** Activates a suspended user. It waits, and an honest colleague approves it. */
async function activateAndApprove({ customerUID }: Payer, { userId }: Person, client: TestClient): Promise<void> {
  const reply = await service.call('PUT', `${USERS}/${customerUID}/users/${userId}/activate`, undefined, { client })
  assert.equal(reply.status, 409, JSON.stringify(reply.body))
  await approvePending(service, customerUID)
}

interface Person {
  userId: string
  loginId: string
}

/** If the user waits for a second person, an honest colleague approves it. */
async function createUser(
  { customerUID }: Payer,
  {
    client,
    roleNames = ['Approver'],
    fields = {},
  }: { client?: TestClient; roleNames?: string[]; fields?: object } = {},
): Promise<Person> {
  const loginId = `user-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@sample.example` }
  const body = { externalReferenceId: 'u', loginId, ...names, roleNames, ...fields }
  const reply = await service.call('POST', `${USERS}/${customerUID}/users`, body, { client })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { userId, data } = reply.body
  if (data.approvalUID) {
    await approvePending(service, customerUID)
    return { userId, loginId }
  }
  const activated = await service.call('PUT', `${USERS}/${customerUID}/users/${userId}/activate`, undefined, { client })
  assert.equal(activated.status, 204)
  return { userId, loginId }
}

/** If the signatory waits for a second person, an honest colleague approves it. */
async function createSignatory({ customerUID }: Payer, client?: TestClient, fields: object = {}): Promise<string> {
  const contact = { emailAddress: `${randomUUID()}@sample.example`, phoneNumber: '+1 207 555 0100' }
  const body = { fullName: 'Ada Lund', ...contact, ...fields }
  const reply = await service.call('POST', `/v1/customers/${customerUID}/signatories`, body, { client })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  if (reply.body.status === 'Pending') await approvePending(service, customerUID)
  return reply.body.id
}

/** Makes a payment, long enough after everything before it that no two clocks could differ. */
async function pay(payer: Customer, client = payer.submitter, fields: object = {}): Promise<string> {
  clock.advance({ seconds: 6 })
  const body = creditBody(payer, { paymentAmount: 10, ...fields })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', body, { client }))
  clock.advance({ seconds: 1 })
  return paymentUID
}

const approve = (uid: string, client: TestClient, body: object = {}, at?: string) =>
  service.call('PUT', `/payments/${uid}/approve`, body, { client, at })
const statusOf = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`)).status
const signInAs = async ({ loginId }: Person, client: TestClient) => signIn(service, client, await idp.assert(loginId))

const refused = (says: string | RegExp, status = 403) => ({ status, code: 'PAYMENT003', says })
const NOT_TRUSTED = refused('not trusted to name the person')
const MADE_AFTERWARDS = refused("changed the person's authority afterwards")
const OWN = refused('you submitted this payment')
const ONCE = refused('each approver decides once', 409)

/** By their present authority, or by the token, if this node has already read that it ended. */
function assertRefusedAtOnce(reply: Reply, says: string, code = 'PAYMENT003'): void {
  assertRefused(reply, reply.status === 401 ? { status: 401, code: 'AUTH001' } : { ...refused(says), code })
}

async function assertNoToken(customer: Customer, assertion: string, says: string, client = customer.program) {
  const { status, body } = await exchange(service, client, assertion)
  assert.deepEqual([status, body.error], [400, 'invalid_request'], JSON.stringify(body))
  assert.ok(body.error_description.includes(says), body.error_description)
}

// Naming persons

test('a client that creates three signatories and names them in turn approves nothing', async () => {
  const customer = await openCustomer()
  const uid = await pay(customer)
  for (const [client, refusal] of [
    [customer.program, NOT_TRUSTED],
    [customer.portal, MADE_AFTERWARDS],
  ] as const)
    for (const _ of [1, 2, 3]) {
      const signatoryId = await createSignatory(customer, client)
      assertRefused(await approve(uid, client, { signatoryId }), refusal)
    }
  assert.equal(await statusOf(uid), 'PENDING_APPROVAL')
})

test('a client without the trust of the institution can name nobody, neither to approve nor to reject', async () => {
  const customer = await openCustomer()
  const { userId, loginId } = await createUser(customer)
  const signatoryId = await createSignatory(customer)
  const uid = await pay(customer)
  for (const action of ['approve', 'reject'])
    for (const person of [{ userId }, { loginId }, { signatoryId }])
      assertRefused(
        await service.call('PUT', `/payments/${uid}/${action}`, person, { client: customer.program }),
        NOT_TRUSTED,
      )
})

test("a customer's client cannot give itself the trust, or an identity provider of its own", async () => {
  const { program } = await openCustomer()
  for (const fields of [{ trustedToNamePersons: true }, { identityProvider: idp.registration }]) {
    const changed = await service.call('PUT', `${CLIENTS}/${program.apiKey}`, fields, { client: program })
    assertRefused(changed, { status: 403, code: 'AUTH002', says: 'only a client of the institution' })
    const created = await service.call('POST', CLIENTS, { name: 'Mine', ...fields }, { client: program })
    assertRefused(created, { status: 403, code: 'AUTH002' })
  }
})

test('a trusted client cannot name a user whom it created, activated or gave a role after the payment was made', async () => {
  const customer = await openCustomer()
  const { customerUID, portal, program } = customer
  await createRole(customer, 'Viewer', ['View_Payments'])
  const [suspended, poor] = [await createUser(customer), await createUser(customer, { roleNames: ['Viewer'] })]
  const path = ({ userId }: Person) => `${USERS}/${customerUID}/users/${userId}`
  const { status } = await service.call('PUT', `${path(suspended)}/suspend`, undefined, { client: program })
  assert.equal(status, 204)
  const uid = await pay(customer)
  const created = await createUser(customer, { client: portal })
  await activateAndApprove(customer, suspended, portal)
  await changeAndApprove(customer, 'PUT', path(poor), { roleNames: ['Approver'] }, portal)
  for (const { userId } of [created, suspended, poor])
    assertRefused(await approve(uid, portal, { userId }), MADE_AFTERWARDS)
})

test('a trusted client cannot raise the limit of a person for a payment, and then name the person', async () => {
  const customer = await openCustomer()
  const { customerUID, portal } = customer
  const limited = (value: number) => [{ name: 'Payments', limits: [{ name: 'Approval limit', value }] }]
  const { userId } = await createUser(customer, { fields: { applicationLimits: limited(1) } })
  const signatoryId = await createSignatory(customer, undefined, { approvalLimit: 1 })
  const uid = await pay(customer)
  for (const person of [{ userId }, { signatoryId }])
    assertRefused(await approve(uid, portal, person), { status: 402, code: 'PAYMENT003' })
  const raised = { applicationLimits: limited(100) }
  await changeAndApprove(customer, 'PUT', `${USERS}/${customerUID}/users/${userId}`, raised, portal)
  const path = `/v1/customers/${customerUID}/signatories/${signatoryId}`
  await changeAndApprove(customer, 'PATCH', path, { approvalLimit: 100 }, portal)
  for (const person of [{ userId }, { signatoryId }]) assertRefused(await approve(uid, portal, person), MADE_AFTERWARDS)
})

test('a later change by someone else does not hide the change of the client that names the person', async () => {
  const customer = await openCustomer()
  const { customerUID, portal } = customer
  const uid = await pay(customer)
  const signatoryId = await createSignatory(customer, portal)
  const path = `/v1/customers/${customerUID}/signatories/${signatoryId}`
  await changeAndApprove(customer, 'PATCH', path, { title: 'CFO' }, service.tenant.client)
  assertRefused(await approve(uid, portal, { signatoryId }), MADE_AFTERWARDS)
})

test('a trusted client cannot approve a change of a person, and then name the person', async () => {
  const customer = await openCustomer()
  const { customerUID, portal } = customer
  const roleId = await createRole(customer, 'Clerk', ['View_Payments'])
  const { userId } = await createUser(customer, { roleNames: ['Clerk'] })
  const limited = await createSignatory(customer, undefined, { approvalLimit: 1 })
  const uid = await pay(customer)
  const signatory = `/v1/customers/${customerUID}/signatories/${limited}`
  for (const [method, path, kind, body] of [
    ['PUT', `${USERS}/${customerUID}/roles/${roleId}`, 'role', { applications: [APPROVER] }],
    ['PATCH', signatory, 'signatory', { approvalLimit: 100 }],
  ] as const) {
    const { body: waiting } = await service.call(method, path, body)
    dataOf(await decide(customerUID, kind, waiting.approvalUID, portal))
  }
  for (const person of [{ userId }, { signatoryId: limited }])
    assertRefused(await approve(uid, portal, person), MADE_AFTERWARDS)
})

test('a trusted client cannot widen a role for a payment, and then name its holder', async () => {
  const customer = await openCustomer()
  const { customerUID, portal } = customer
  const roleId = await createRole(customer, 'Clerk', ['View_Payments'])
  const { userId } = await createUser(customer, { roleNames: ['Clerk'] })
  const uid = await pay(customer)
  const path = `${USERS}/${customerUID}/roles/${roleId}`
  await changeAndApprove(customer, 'PUT', path, { applications: [APPROVER] }, portal)
  assertRefused(await approve(uid, portal, { userId }), MADE_AFTERWARDS)
})

test('the client that submitted a payment cannot create a person for a trusted client to name', async () => {
  const customer = await openCustomer()
  const uid = await pay(customer)
  const signatoryId = await createSignatory(customer, customer.submitter)
  assertRefused(await approve(uid, customer.portal, { signatoryId }), MADE_AFTERWARDS)
})

test('a client cannot use the different clocks of two nodes: a change 5 seconds before the payment counts as after it', async () => {
  const customer = await openCustomer()
  const submit = async () => {
    const body = creditBody(customer, { paymentAmount: 10 })
    const reply = await service.call('POST', '/payments/creditrequest', body, { client: customer.submitter })
    return dataOf(reply).paymentUID
  }
  const signatoryId = await createSignatory(customer, customer.portal)
  clock.advance({ seconds: 5 })
  const early = await submit()
  clock.advance({ milliseconds: 1 })
  const late = await submit()
  assertRefused(await approve(early, customer.portal, { signatoryId }), MADE_AFTERWARDS)
  dataOf(await approve(late, customer.portal, { signatoryId }))
})

test('a person created between two payments of a series cannot be named for the second', async () => {
  const customer = await openCustomer()
  const recurrence = { frequency: 'Daily', payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  const first = await pay(customer, customer.submitter, { recurrence })
  const signatoryId = await createSignatory(customer, customer.portal)
  clock.advance({ seconds: 1 })
  // The second payment of the series, as the worker makes it: later than the signatory.
  const second = await pay(customer)
  await service.app.db.transaction((tx) =>
    tx.query(
      `insert into payment_occurrences (tenant_id, recurrence_id, number, payment_id)
       select tenant_id, recurrence_id, 2, $2 from payment_occurrences where payment_id = $1`,
      [first, second],
    ),
  )
  assertRefused(await approve(second, customer.portal, { signatoryId }), MADE_AFTERWARDS)
})

test('one human with a user and a signatory counts once', async () => {
  const customer = await openCustomer()
  const email = `${randomUUID()}@sample.example`
  const { userId } = await createUser(customer, { fields: { email } })
  const signatoryId = await createSignatory(customer, undefined, { emailAddress: email.toUpperCase() })
  const uid = await pay(customer)
  dataOf(await approve(uid, customer.portal, { userId }))
  assertRefused(await approve(uid, customer.portal, { signatoryId }), ONCE)
})

test('persons that a client named stop counting when the institution withdraws its trust', async () => {
  const customer = await openCustomer()
  const signatories = [await createSignatory(customer), await createSignatory(customer)]
  const uid = await pay(customer)
  for (const signatoryId of signatories) dataOf(await approve(uid, customer.portal, { signatoryId }))
  const withdrawn = { trustedToNamePersons: false }
  const changed = dataOf(await service.call('PUT', `${CLIENTS}/${customer.portal.apiKey}`, withdrawn))
  assert.equal(changed.trustedToNamePersons, false)
  assertRefused(await approve(uid, customer.portal, { signatoryId: signatories[0] }), NOT_TRUSTED)
  // Of three approvals, the first two count once.
  assert.equal(dataOf(await approve(uid, customer.program)).paymentStatus, 'PARTIALLY_APPROVED')
  assert.equal(dataOf(await approve(uid, await service.createClient(service.tenant, {}))).paymentStatus, 'VALIDATED')
})

test('persons that a client named stop counting when the institution revokes the client', async () => {
  const customer = await openCustomer()
  const uid = await pay(customer)
  for (const signatoryId of [await createSignatory(customer), await createSignatory(customer)])
    dataOf(await approve(uid, customer.portal, { signatoryId }))
  dataOf(await service.call('POST', `${CLIENTS}/${customer.portal.apiKey}/revoke`))
  const third = await service.createClient(service.tenant, { legalEntityId: BigInt(customer.customerUID) })
  for (const client of [customer.program, third])
    assert.equal(dataOf(await approve(uid, client)).paymentStatus, 'PARTIALLY_APPROVED')
  assert.equal(dataOf(await approve(uid, await service.createClient(service.tenant, {}))).paymentStatus, 'VALIDATED')
})

test('a client decides in its own name once, and not also for a person', async () => {
  const customer = await openCustomer()
  const [ada, grace] = [await createUser(customer), await createUser(customer)]
  const uid = await pay(customer)
  dataOf(await approve(uid, customer.portal))
  assertRefused(await approve(uid, customer.portal), ONCE)
  assertRefused(await approve(uid, customer.portal, { userId: ada.userId }), ONCE)
  dataOf(await approve(uid, await signInAs(ada, customer.program)))
  assertRefused(await approve(uid, customer.program), ONCE)
  assertRefused(await approve(uid, customer.portal, { userId: ada.userId }), ONCE)
  // Two tokens are two persons, even through one client.
  assert.equal(dataOf(await approve(uid, await signInAs(grace, customer.program))).paymentStatus, 'VALIDATED')
})

// Tokens of persons

test("a person's token names the person in the payment, its timeline, its event and the audit log", async () => {
  const customer = await openCustomer({ paymentNumberOfApprovers: 1 })
  const ada = await createUser(customer)
  const uid = await pay(customer)
  const asAda = await signInAs(ada, customer.program)
  const { sub, act, exp, iat, entitlements, legal_entity } = decodeJwt(asAda.token)
  assert.deepEqual(
    { sub, act, legal_entity },
    { sub: ada.userId, act: { sub: asAda.apiKey }, legal_entity: customer.customerUID },
  )
  assert.equal(exp! - iat!, 900)
  const expected = ['Payments.Approve_Payments', 'Payments.Initiate_Payments', 'Payments.View_Payments']
  assert.deepEqual((entitlements as string[]).toSorted(), expected)
  dataOf(await approve(uid, asAda, { notes: 'seen' }))
  const { audit } = dataOf(await service.call('GET', `/payments/${uid}`))
  assert.deepEqual(
    audit.approvers.map(({ approverId }: { approverId: string }) => approverId),
    [ada.userId],
  )
  const { entries } = dataOf(await service.call('GET', `/payments/${uid}/timeline`))
  const { by, userId, loginId, identifiedBy } = entries.find(({ kind }: { kind: string }) => kind === 'approval')
  assert.deepEqual({ by, userId, loginId, identifiedBy }, { by: asAda.apiKey, ...ada, identifiedBy: 'Token' })
  const log = `/v1/institution/audit?page=1&limit=5&userId=${ada.userId}`
  const [record] = dataOf(await service.call('GET', log))
  assert.deepEqual([record.action, record.actor, record.userId], ['payment.approved', asAda.apiKey, ada.userId])
  const [event] = await service.query<{ data: { by: string; userId: string } }>(
    `select data from events where type = 'payment.approved' and subject_id = $1`,
    [uid],
  )
  assert.deepEqual([event?.data.by, event?.data.userId], [asAda.apiKey, ada.userId])
})

test('a person does not approve a payment that the same person submitted, through any client', async () => {
  const customer = await openCustomer({ paymentNumberOfApprovers: 2 })
  const [ada, grace] = [await createUser(customer), await createUser(customer)]
  const other = await service.createClient(service.tenant, { legalEntityId: BigInt(customer.customerUID) })
  await registerProvider(other, idp)
  const uid = await pay(customer, await signInAs(ada, customer.program))
  const { audit } = dataOf(await service.call('GET', `/payments/${uid}`))
  assert.deepEqual([audit.submitterId, audit.submitterUserId], [customer.program.apiKey, ada.userId])
  assertRefused(await approve(uid, await signInAs(ada, customer.program)), OWN)
  assertRefused(await approve(uid, await signInAs(ada, other)), OWN)
  const named = await approve(uid, customer.portal, { userId: ada.userId })
  assertRefused(named, refused('the person submitted this payment'))
  assertRefused(await approve(uid, customer.program), OWN)
  dataOf(await approve(uid, await signInAs(grace, customer.program)))
})

test('the submitter of a payment cannot be named as a signatory with the same e-mail address', async () => {
  const customer = await openCustomer()
  const email = `${randomUUID()}@sample.example`
  const ada = await createUser(customer, { fields: { email } })
  const signatoryId = await createSignatory(customer, undefined, { emailAddress: email })
  const uid = await pay(customer, await signInAs(ada, customer.program))
  assertRefused(await approve(uid, customer.portal, { signatoryId }), refused('the person submitted this payment'))
})

test("the submitter's token cannot raise the limit of a person, or widen a role, for a trusted client to name", async () => {
  const customer = await openCustomer()
  const { customerUID, program, portal } = customer
  const applications = [
    { name: 'Payments', entitlements: ['Initiate_Payments'] },
    { name: 'Customers', entitlements: ['Manage_Signatories'] },
    { name: 'User_Admin', entitlements: ['Manage_Roles'] },
  ]
  await createRoleIn(customer, 'Maker', applications)
  const maker = await createUser(customer, { roleNames: ['Maker'] })
  const roleId = await createRole(customer, 'Clerk', ['View_Payments'])
  const { userId } = await createUser(customer, { roleNames: ['Clerk'] })
  const signatoryId = await createSignatory(customer, undefined, { approvalLimit: 1 })
  const other = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  await registerProvider(other, idp)
  const uid = await pay(customer, await signInAs(maker, program))
  const path = `/v1/customers/${customerUID}/signatories/${signatoryId}`
  const asMaker = await signInAs(maker, other)
  await changeAndApprove(customer, 'PATCH', path, { approvalLimit: 100 }, asMaker)
  const role = `${USERS}/${customerUID}/roles/${roleId}`
  await changeAndApprove(customer, 'PUT', role, { applications: [APPROVER] }, asMaker)
  for (const person of [{ userId }, { signatoryId }]) assertRefused(await approve(uid, portal, person), MADE_AFTERWARDS)
})

test('a person cannot approve a payment that the same client submitted in its own name', async () => {
  const customer = await openCustomer()
  const ada = await createUser(customer)
  const uid = await pay(customer, customer.program)
  assertRefused(await approve(uid, await signInAs(ada, customer.program)), OWN)
})

test("a person's token cannot name another person", async () => {
  const customer = await openCustomer()
  const [ada, grace] = [await createUser(customer), await createUser(customer)]
  await registerProvider(customer.portal, idp)
  const uid = await pay(customer)
  const asAda = await signInAs(ada, customer.portal)
  for (const person of [{ userId: grace.userId }, { loginId: ada.loginId }])
    assertRefused(await approve(uid, asAda, person), refused('the token names the person', 400))
})

test("a person's token has no entitlement that the client or the person's roles lack, and no reach above the person's customer", async () => {
  const customer = await openCustomer()
  const ada = await createUser(customer)
  const narrow = await service.createClient(service.tenant, {
    legalEntityId: BigInt(customer.customerUID),
    entitlements: ['Payments.View_Payments', 'Customers.View_Customers'],
  })
  await registerProvider(narrow, idp)
  const entitlementsOf = ({ token }: TestClient) => decodeJwt(token)['entitlements']
  assert.deepEqual(entitlementsOf(await signInAs(ada, narrow)), ['Payments.View_Payments'])
  // A client of the institution, which is above all customers.
  const wide = await service.createClient(service.tenant, {})
  await registerProvider(wide, idp)
  const uid = await pay(await openCustomer())
  assertRefused(await approve(uid, await signInAs(ada, wide)), { status: 404, code: 'PAYMENT001' })
})

test('an assertion is exchanged once, also on two nodes at the same time', async () => {
  const customer = await openCustomer()
  const ada = await createUser(customer)
  const assertion = await idp.assert(ada.loginId)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => exchange({ baseUrl: nodes[n % 2]! }, customer.program, assertion)),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(400)])
  await assertNoToken(customer, assertion, 'it was used before')
})

test('an assertion that is expired, long-lived, of the future or for another audience gets no token', async () => {
  const customer = await openCustomer()
  const { loginId } = await createUser(customer)
  const now = Math.floor(tokenClock.now().epochMilliseconds / 1_000)
  for (const [claims, says] of [
    [{ iat: now - 299, exp: now }, 'it has expired'],
    [{ exp: now + 301 }, 'at most 300 seconds'],
    [{ iat: now + 60, exp: now + 120 }, 'not valid yet'],
    [{ aud: 'urn:giro:api' }, 'its aud'],
    [{ aud: `${service.baseUrl}/auth/realms/other/protocol/openid-connect/token` }, 'its aud'],
    [{ iss: 'https://other.example' }, 'its iss'],
    [{ jti: undefined }, 'needs a jti'],
    [{ sub: undefined }, 'its sub must be'],
  ] as const)
    await assertNoToken(customer, await idp.assert(loginId, claims), says)
})

test('an assertion that nobody signed, or that the client signed itself, gets no token', async () => {
  const customer = await openCustomer()
  const { loginId } = await createUser(customer)
  const mine = await createIdentityProvider(service)
  await assertNoToken(customer, await mine.assert(loginId), 'its key is not registered')
  const [{ kid }] = idp.registration.keys as [{ kid: string }]
  await assertNoToken(customer, await mine.assert(loginId, {}, { kid }), 'its signature is invalid')
  const unsigned = new UnsecuredJWT(decodeJwt(await idp.assert(loginId))).encode()
  await assertNoToken(customer, unsigned, 'its algorithm is not accepted')
  // A token of ours is no assertion, whatever it says.
  await assertNoToken(customer, customer.program.token, 'the subject_token was refused')
})

test('a client without a registered identity provider gets no token of a person', async () => {
  const customer = await openCustomer()
  const { loginId } = await createUser(customer)
  const says = 'has not registered an identity provider'
  await assertNoToken(customer, await idp.assert(loginId), says, customer.submitter)
  dataOf(await service.call('PUT', `${CLIENTS}/${customer.program.apiKey}`, { remove: ['identityProvider'] }))
  await assertNoToken(customer, await idp.assert(loginId), says)
})

test('an assertion for a user of another institution, another customer or the institution gets no token', async () => {
  const customer = await openCustomer()
  const stranger = await createUser(await openCustomer())
  const own = { customerUID: String(service.tenant.institution.legalEntityId) } as Payer
  await createRole(own, 'Approver', ['Approve_Payments'])
  const officer = await createUser(own)
  const tenant = await service.createTenant('other')
  const payer = await createPayer(service, { client: tenant.client })
  await createRole(payer, 'Approver', ['Approve_Payments'], tenant.client)
  const foreign = await createUser(payer, { client: tenant.client })
  for (const { loginId } of [stranger, officer, foreign, { loginId: 'nobody' }])
    await assertNoToken(customer, await idp.assert(loginId), "Active user of the client's legal entity")
  // The registration of one institution means nothing at another.
  const { body } = await exchange(service, customer.program, await idp.assert(foreign.loginId), {}, 'other')
  assert.equal(body.error, 'invalid_client')
})

test('a suspended user gets no token, and loses the one they have', async () => {
  const customer = await openCustomer()
  const ada = await createUser(customer)
  const uid = await pay(customer)
  const asAda = await signInAs(ada, customer.program)
  await service.call('PUT', `${USERS}/${customer.customerUID}/users/${ada.userId}/suspend`)
  assertRefusedAtOnce(await approve(uid, asAda), `the user ${ada.userId} is not active`, 'AUTH003')
  await assertNoToken(customer, await idp.assert(ada.loginId), 'Active user')
  await service.app.tokens.refresh()
  assertRefused(await approve(uid, asAda), { status: 401, code: 'AUTH001', says: 'its user was changed' })
  const introspected = await introspect(customer.program, asAda.token)
  assert.deepEqual(introspected, { active: false })
})

test('a role that loses an entitlement takes it from the tokens of its holders at once', async () => {
  const customer = await openCustomer()
  const roleId = await createRole(customer, 'Temporary', ['Approve_Payments', 'View_Payments'])
  const ada = await createUser(customer, { roleNames: ['Temporary'] })
  const uid = await pay(customer)
  const asAda = await signInAs(ada, customer.program)
  assert.equal((await introspect(customer.program, asAda.token)).active, true)
  const applications = [{ name: 'Payments', entitlements: ['View_Payments'] }]
  await service.call('PUT', `${USERS}/${customer.customerUID}/roles/${roleId}`, { applications })
  assertRefusedAtOnce(await approve(uid, asAda), "none of the user's roles")
  await service.app.tokens.refresh()
  assertRefused(await approve(uid, asAda), { status: 401, code: 'AUTH001' })
  assertRefused(await approve(uid, await signInAs(ada, customer.program)), { status: 403, code: 'AUTH002' })
})

test("a person's token ends after a quarter of an hour and cannot be refreshed", async () => {
  const customer = await openCustomer()
  const ada = await createUser(customer)
  const uid = await pay(customer)
  const { status, body } = await exchange(service, customer.program, await idp.assert(ada.loginId))
  const { access_token, ...rest } = body
  const issued_token_type = 'urn:ietf:params:oauth:token-type:access_token'
  assert.deepEqual([status, rest], [200, { issued_token_type, token_type: 'Bearer', expires_in: 900 }])
  const refresh = { grant_type: 'refresh_token', refresh_token: access_token }
  assert.equal((await requestToken(service.baseUrl, 'bank', customer.program, refresh)).status, 400)
  secondsAhead = 900
  const late = await approve(uid, { ...customer.program, token: access_token })
  assertRefused(late, { status: 401, code: 'AUTH001', says: 'it has expired' })
  secondsAhead = 0
})

test('a token exchange with a wrong secret, another kind of subject or an actor of its own is refused', async () => {
  const customer = await openCustomer()
  const { loginId } = await createUser(customer)
  const wrong = { ...customer.program, apiSecret: customer.portal.apiSecret }
  assert.equal((await exchange(service, wrong, await idp.assert(loginId))).status, 401)
  for (const form of [
    { subject_token_type: 'urn:ietf:params:oauth:token-type:access_token' },
    { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
    { actor_token: await idp.assert(loginId), actor_token_type: JWT_TYPE },
    { scope: 'admin' },
    { resource: 'urn:other' },
    { audience: 'urn:other' },
  ] as Record<string, string>[]) {
    const { status } = await exchange(service, customer.program, await idp.assert(loginId), form)
    assert.equal(status, 400, JSON.stringify(form))
  }
})

test('of twenty approvals by one person on two nodes, through tokens and by name, one counts', async () => {
  const customer = await openCustomer()
  const ada = await createUser(customer)
  const uid = await pay(customer)
  const asAda = await signInAs(ada, customer.program)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 4 < 2
        ? approve(uid, asAda, {}, nodes[n % 2])
        : approve(uid, customer.portal, { userId: ada.userId }, nodes[n % 2]),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, ...Array(19).fill(409)])
  assert.equal(await statusOf(uid), 'PARTIALLY_APPROVED')
})

test("one person cannot read the reply to another person's request with the same idempotency key", async () => {
  const customer = await openCustomer()
  const [ada, grace] = [await createUser(customer), await createUser(customer)]
  const body = creditBody(customer, { paymentAmount: 10 })
  const send = async (person: Person) => {
    const options = { client: await signInAs(person, customer.program), idempotencyKey: 'shared' }
    return dataOf(await service.call('POST', '/payments/creditrequest', body, options)).paymentUID
  }
  const [first, second] = [await send(ada), await send(grace)]
  assert.notEqual(first, second)
  assert.equal(await send(ada), first)
})

test("every audit record of a change names the person whose token made it, and nobody else's", async () => {
  const customer = await openCustomer()
  const { customerUID, program } = customer
  const applications = [{ name: 'Contacts', entitlements: ['Manage_Contacts'] }]
  await createRoleIn(customer, 'Clerk', applications)
  const clerk = await createUser(customer, { roleNames: ['Clerk'] })
  const create = async (client: TestClient) =>
    dataOf(await service.call('POST', `/customers/${customerUID}/contacts`, contactBody(), { client }))
  const byPerson = await create(await signInAs(clerk, program))
  const byClient = await create(program)
  const recordOf = async (id: string) => {
    const query = `page=1&limit=1&subjectKind=contact&subjectId=${id}`
    const [record] = dataOf(await service.call('GET', `/v1/institution/audit?${query}`))
    return [record.actor, record.userId]
  }
  assert.deepEqual(await recordOf(byPerson.customerContactUID), [program.apiKey, clerk.userId])
  assert.deepEqual(await recordOf(byClient.customerContactUID), [program.apiKey, undefined])
})

test('one person cannot propose a change through one client and approve it through another', async () => {
  const customer = await openCustomer({ userDualApproval: true })
  const { customerUID, program } = customer
  const applications = [{ name: 'User_Admin', entitlements: ['Manage_Users'] }]
  await createRoleIn(customer, 'Administrator', applications)
  const other = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  await registerProvider(other, idp)
  const boss = await service.createClient(service.tenant, {})
  const administrator = async () => {
    const loginId = `user-${randomUUID()}`
    const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@x.example`, roleNames: ['Administrator'] }
    const body = { externalReferenceId: 'u', loginId, ...names }
    const { approvalUID } = (await service.call('POST', `${USERS}/${customerUID}/users`, body)).body.data
    dataOf(await decide(customerUID, 'user', approvalUID, boss))
    return body
  }
  const [ada, grace] = [await administrator(), await administrator()]
  const asAda = async (client: TestClient) => signIn(service, client, await idp.assert(ada.loginId))
  const mallory = { ...ada, loginId: `user-${randomUUID()}` }
  const proposed = await service.call('POST', `${USERS}/${customerUID}/users`, mallory, {
    client: await asAda(program),
  })
  const { approvalUID } = proposed.body.data
  const own = await decide(customerUID, 'user', approvalUID, await asAda(other))
  assert.equal(own.status, 403, JSON.stringify(own.body))
  dataOf(await decide(customerUID, 'user', approvalUID, await signIn(service, other, await idp.assert(grace.loginId))))
})

/** Approves the proposal exactly as shown. */
async function decide(customerUID: string, kind: string, approvalUID: string, client: TestClient) {
  const path = `/v1/customers/${customerUID}/approvals/${kind}/${approvalUID}`
  const { contentHash } = dataOf(await service.call('GET', path))
  return service.call('PUT', `${path}/approve`, { contentHash }, { client })
}

test('an identity provider cannot be registered with a private key, a shared secret or a weak key', async () => {
  const { program } = await openCustomer()
  const path = `${CLIENTS}/${program.apiKey}`
  const [key] = idp.registration.keys as [Record<string, string>]
  const register = (...keys: object[]) =>
    service.call('PUT', path, { identityProvider: { issuer: 'https://idp.example', keys } })
  const invalid = { status: 400, code: 'CLIENT001' }
  assertRefused(await register({ ...key, d: key['x'] }), { ...invalid, says: 'identityProvider.keys' })
  assertRefused(await register({ kty: 'oct', kid: 'a', k: 'c2VjcmV0' }), invalid)
  assertRefused(await register(key, key), { ...invalid, says: 'another key has the same kid' })
  assertRefused(await register({ ...key, use: 'enc' }), { ...invalid, says: 'its use must be sig' })
  const n = Buffer.alloc(128, 0xff).toString('base64url')
  assertRefused(await register({ kty: 'RSA', kid: 'a', n, e: 'AQAB' }), { ...invalid, says: 'fewer than 2048 bits' })
  assertRefused(await register({ kty: 'RSA', kid: 'a', n: 'AQAB' }), { ...invalid, says: 'not a public key' })
  const read = dataOf(await service.call('GET', path))
  assert.deepEqual(read.identityProvider, idp.registration)
})

async function introspect({ apiKey, apiSecret }: TestClient, token: string) {
  const url = `${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token/introspect`
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const reply = await fetch(url, { method: 'POST', headers: { authorization }, body: new URLSearchParams({ token }) })
  return (await reply.json()) as { active: boolean }
}
