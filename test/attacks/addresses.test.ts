import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Mail } from '../../src/notifications/mailer.ts'
import { sendAddressNotices } from '../../src/sign-in/send-address-notices.ts'
import { mayBeOnePerson } from '../../src/tokens/api-clients.ts'
import { CONSOLE_CLIENT } from '../../src/tokens/console-client.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createIdentityProvider, signIn } from '../support/identity-provider.ts'
import { createUser, type NamedUser, type People, peopleOf } from '../support/people.ts'
import { approvePending } from '../support/second-person.ts'
import {
  createPayer,
  creditBody,
  customerBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

// Credentials go to the address of a user. Who set the address could get them, and be two people.

let service: TestService
let bank: TestTenant
let people: People
/** Administrators of a live bank under dual control. The first one is dishonest. */
let dishonest: TestClient
let honest: TestClient
let third: TestClient

before(async () => {
  service = await startTestService({ clock: systemClock })
  bank = await service.createTenant('live', { sandbox: false })
  people = await peopleOf(service, bank)
  dishonest = await service.createClient(bank, {})
  honest = await service.createClient(bank, {})
  third = await service.createClient(bank, {})
  await service.query('update institutions set dual_control = true where tenant_id = $1', [bank.institution.tenantId])
})
after(() => service.stop())

const USERS = '/api/user-management/v1/customers'
const QUEUE = '/v1/institution/approvals'
const OWN_ADDRESS = { status: 403, code: 'APPROVAL001', says: 'who set the address' }

const call = (client: TestClient, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { client })
const pathOf = ({ userId }: { userId: string }, customerUID = people.customerUID) =>
  `${USERS}/${customerUID}/users/${userId}`
const readApproval = async (uid: string) => dataOf(await call(third, 'GET', `${QUEUE}/${uid}`))
const approve = async (client: TestClient, uid: string) => {
  const { contentHash } = await readApproval(uid)
  return call(client, 'PUT', `${QUEUE}/${uid}/approve`, { contentHash })
}

/** An Active user, whom the bank's first client created, and the third one approved. */
async function colleague(): Promise<NamedUser> {
  const { userId, loginId, email } = await createUser(people, { isActive: false })
  const reply = await call(people.tenant.client, 'PUT', `${pathOf({ userId })}/activate`)
  assert.equal(reply.status, 409, JSON.stringify(reply.body))
  const query = new URLSearchParams({ page: '1', limit: '10', status: 'Pending', subjectUID: userId })
  const [waiting] = dataOf(await call(third, 'GET', `${QUEUE}?${query}`))
  dataOf(await approve(third, waiting.approvalUID))
  return { userId, loginId, email }
}

const mallory = 'mallory@evil.example'
const emailOf = async (user: NamedUser) => (await call(third, 'GET', pathOf(user))).body.email
/** Changes the address; returns the approval that it waits for. */
async function move(user: NamedUser, by = dishonest, email = mallory): Promise<string> {
  const reply = await call(by, 'PUT', pathOf(user), { email })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data.approvalUID
}
/** The approval that the request waits for. */
function waits({ status, body }: Reply): string {
  assert.equal(status, 202, JSON.stringify(body))
  return body.approvalUID
}
const reset = async (user: NamedUser, by: TestClient): Promise<string> =>
  waits(await call(by, 'POST', `${pathOf(user)}/credentials/reset`))
const invite = async (user: NamedUser, by: TestClient): Promise<string> =>
  waits(await call(by, 'POST', `${pathOf(user)}/invitation`))

/** Whether the client and the user, in the console, count as one person. */
const isOne = (client: TestClient, user: NamedUser) =>
  service.app.db.read((db) =>
    mayBeOnePerson(
      db,
      {
        tenantId: bank.institution.tenantId,
        one: { clientId: client.apiKey, userId: null },
        other: { clientId: CONSOLE_CLIENT, userId: user.userId },
        ownEntityId: bank.institution.legalEntityId,
      },
      systemClock.now(),
    ),
  )

test('one administrator cannot change the address of a colleague: a second person sees both', async () => {
  const bob = await colleague()
  const uid = await move(bob)
  assert.ok(uid, 'the change waits')
  assert.equal(await emailOf(bob), bob.email)
  const { current, proposed } = await readApproval(uid)
  assert.deepEqual([current.email, proposed.email], [bob.email, mallory])
  assertRefused(await approve(dishonest, uid), { status: 403, code: 'APPROVAL001' })
  dataOf(await approve(honest, uid))
  assert.equal(await emailOf(bob), mallory)
})

test('the telephone number by which a change would be checked waits, too, and so does v2', async () => {
  const bob = await colleague()
  const phone = await call(dishonest, 'PUT', pathOf(bob), { phoneNumber: '+12075550100' })
  assert.ok(phone.body.data.approvalUID, JSON.stringify(phone.body))
  const v2 = await call(dishonest, 'PUT', `/v2/users?customerUID=${people.customerUID}`, {
    userUUID: bob.userId,
    customerUID: people.customerUID,
    email: mallory,
  })
  assert.ok(v2.body.data?.approvalUID, JSON.stringify(v2.body))
  assert.equal(await emailOf(bob), bob.email)
})

for (const [what, propose] of [
  ['reset', reset],
  ['invitation', invite],
] as const)
  test(`who changed the address approves no ${what} that goes there`, async () => {
    const bob = await colleague()
    dataOf(await approve(honest, await move(bob)))
    const uid = await propose(bob, honest)
    const { address } = (await readApproval(uid)).current
    assert.equal(address.setBy, dishonest.apiKey)
    assert.equal(address.earlier, bob.email)
    assertRefused(await approve(dishonest, uid), OWN_ADDRESS)
    dataOf(await approve(third, uid))
  })

test('who created a user approves no invitation to the address that they chose', async () => {
  const created = await call(dishonest, 'POST', `${USERS}/${people.customerUID}/users`, {
    ...{ externalReferenceId: 'new', loginId: 'new.colleague', firstName: 'Ada', lastName: 'Lund' },
    ...{ email: mallory, roleNames: ['Staff'] },
  })
  dataOf(await approve(honest, created.body.data.approvalUID))
  const user = { userId: created.body.userId, loginId: 'new.colleague', email: mallory }
  assertRefused(await approve(dishonest, await invite(user, honest)), OWN_ADDRESS)
})

test('whose address change led to a reset is no second person beside the user, until others reset it', async () => {
  const bob = await colleague()
  assert.equal(await isOne(dishonest, bob), false)
  dataOf(await approve(honest, await move(bob)))
  dataOf(await approve(third, await reset(bob, honest)))
  assert.equal(await isOne(dishonest, bob), true)
  assert.equal(await isOne(honest, bob), false)
  // The one who lost it proposes the address of another: that ends nothing.
  dataOf(await approve(honest, await move(bob, dishonest, bob.email)))
  dataOf(await approve(third, await reset(bob, honest)))
  assert.equal(await isOne(dishonest, bob), true)
  // Nor does a reset that the holder asks for.
  dataOf(await approve(honest, await move(bob, third, 'bob@bank.example')))
  dataOf(await approve(honest, await reset(bob, dishonest)))
  assert.equal(await isOne(dishonest, bob), true)
  dataOf(await approve(honest, await reset(bob, third)))
  assert.equal(await isOne(dishonest, bob), false)
  assert.equal(await isOne(third, bob), true, 'who proposed the address of now')
})

test('who changed the address of an approver, and had it reset, makes no payment that the approver approves', async () => {
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: 1 }
  const payer = await createPayer(service, { customer: { legalEntityAccessSettings } })
  const { customerUID } = payer
  const maker = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const other = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const idp = await createIdentityProvider(service)
  dataOf(
    await service.call('PUT', `/v1/institution/api-clients/${other.apiKey}`, { identityProvider: idp.registration }),
  )
  const applications = [{ name: 'Payments', entitlements: ['Approve_Payments', 'View_Payments'] }]
  const role = { externalReferenceId: 'r', name: 'Approver', description: 'r', applications }
  await service.call('POST', `${USERS}/${customerUID}/roles`, role)
  await approvePending(service, customerUID)
  const approver = async (loginId: string) => {
    const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@customer.example` }
    const body = { externalReferenceId: 'u', loginId, ...names, roleNames: ['Approver'] }
    const { userId } = (await service.call('POST', `${USERS}/${customerUID}/users`, body)).body
    await approvePending(service, customerUID)
    return { userId, loginId }
  }
  const [victim, honestUser] = [await approver('victim'), await approver('colleague')]
  const path = `${USERS}/${customerUID}/users/${victim.userId}`
  assert.ok((await call(maker, 'PUT', path, { email: mallory })).body.data.approvalUID)
  await approvePending(service, customerUID)
  waits(await call(maker, 'POST', `${path}/credentials/reset`))
  await approvePending(service, customerUID)
  const pay = async (client: TestClient) =>
    dataOf(await call(client, 'POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 10 }))).paymentUID
  const approveAs = async ({ loginId }: { loginId: string }, uid: string) =>
    call(await signIn(service, other, await idp.assert(loginId)), 'PUT', `/payments/${uid}/approve`, {})
  const uid = await pay(maker)
  const says = 'may hold the credentials'
  assertRefused(await approveAs(victim, uid), { status: 403, code: 'PAYMENT003', says })
  dataOf(await approveAs(honestUser, uid))
  dataOf(await approveAs(victim, await pay(service.tenant.client)))
})

test('a customer cannot change the address of its approver alone', async () => {
  const { customerUID, approvalUID } = dataOf(
    await call(
      dishonest,
      'POST',
      '/v2/customers',
      customerBody({ legalEntityAccessSettings: { userDualApproval: true } }),
    ),
  )
  if (approvalUID) dataOf(await approve(honest, approvalUID))
  const ofCustomer = await service.createClient(bank, { legalEntityId: BigInt(customerUID) })
  const applications = [{ name: 'Payments', entitlements: ['Approve_Payments'] }]
  const role = { externalReferenceId: 'r', name: 'Approver', description: 'r', applications }
  dataOf(await approve(honest, waits(await call(ofCustomer, 'POST', `${USERS}/${customerUID}/roles`, role))))
  const created = await call(ofCustomer, 'POST', `${USERS}/${customerUID}/users`, {
    ...{ externalReferenceId: 'u', loginId: 'approver.two', firstName: 'Ada', lastName: 'Lund' },
    ...{ email: 'two@customer.example', roleNames: ['Approver'] },
  })
  dataOf(await approve(honest, created.body.data.approvalUID))
  const path = pathOf(created.body, customerUID)
  const moved = await call(ofCustomer, 'PUT', path, { email: mallory })
  const uid = moved.body.data.approvalUID
  assert.ok(uid, JSON.stringify(moved.body))
  assert.equal((await call(third, 'GET', path)).body.email, 'two@customer.example')
  dataOf(await approve(honest, uid))
  const asked = waits(await call(honest, 'POST', `${path}/credentials/reset`))
  // Only the institution has a queue with credentials.
  const { status } = await call(ofCustomer, 'PUT', `${QUEUE}/${asked}/approve`, { contentHash: 'a'.repeat(64) })
  assert.equal(status, 403)
})

test('the address before is told that it was changed, and not by what', async () => {
  const bob = await colleague()
  dataOf(await approve(honest, await move(bob)))
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close() {} }
  const institution = await service.app.db.read((db) => readInstitution(db, bank.institution.tenantId))
  while (await sendAddressNotices(service.app, mailer, institution)) {}
  const told = mails.filter(({ to }) => to === bob.email)
  assert.equal(told.length, 1)
  assert.match(told[0]!.text, /e-mail address of your access to Bank live was changed/)
  assert.ok(!told[0]!.text.includes(mallory))
})
