import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { outstandingSweeps } from '../../src/outstanding/outstanding.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { contactBody, type TestClient } from '../support/test-service.ts'

// An identity provider whose keys were stolen vouched for people who were not there. What they made
// and approved through it stops, once the institution revokes the provider.

const MONDAY = '2027-01-04T17:00:00Z'
const DUE = '2027-01-08T17:00:00Z'
const FRIDAY_NIGHT = '2027-01-08T23:59:00Z'
const NEXT_MONDAY = '2027-01-11T17:00:00Z'
const CLIENTS = '/v1/institution/api-clients'
const OUTSTANDING = '/v1/institution/outstanding'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const later = () => bank.clock.advance({ minutes: 1 })
const clientPath = ({ apiKey }: TestClient) => `${CLIENTS}/${apiKey}`
async function revokeProvider(client: TestClient): Promise<void> {
  const { identityProvider } = dataOf(await bank.call('POST', `${clientPath(client)}/identity-provider/revoke`))
  assert.equal(identityProvider, undefined)
  later()
}
const revokeClient = async (client: TestClient) => dataOf(await bank.call('POST', `${clientPath(client)}/revoke`))
async function workOff(): Promise<void> {
  const { app } = bank.service
  const { tenantId } = bank.service.tenant.institution
  const institution = await app.db.read((db) => readInstitution(db, tenantId))
  for (const { run } of outstandingSweeps)
    for (let passes = 0; (await run(app, institution)) > 0; passes++) assert.ok(passes < 50, 'it does not end')
}
const listed = async (client: TestClient): Promise<string[]> => {
  const path = `${OUTSTANDING}?page=1&limit=100&identityProviderOf=${client.apiKey}`
  const { items } = dataOf(await bank.call('GET', path))
  return items.map(({ kind, uid, remedy }: Record<string, string>) => `${kind} ${uid} ${remedy}`).sort()
}
const cancel = (client: TestClient) =>
  bank.call('POST', `${OUTSTANDING}/cancel`, { identityProviderOf: client.apiKey, reason: 'the keys were stolen' })
const heldFor = async (uid: string): Promise<string[]> => {
  const { status, held } = await bank.read(uid)
  return status === 'HELD' ? held.map(({ reason }: { reason: string }) => reason) : [status]
}
const STOPPED = ['makerStopped']
const assertLeaves = async (uid: string) => assert.deepEqual(await heldFor(uid), ['TRANSMITTED'])

/** A customer without approvals, with a client in its own name and a person through another. */
async function payers() {
  const customer = await bank.customer({})
  const person = await bank.person(customer, 'iris')
  const [portal, own] = [customer.bob, customer.ada]
  return { ...customer, person, portal, own, iris: await person.through(portal) }
}

test('payments that people made through a revoked provider are held, and those of the client itself leave', async () => {
  const { portal, own, iris, ...payer } = await payers()
  const stolen = await bank.pay(payer, iris)
  const others = [await bank.pay(payer, portal), await bank.pay(payer, own)]
  await revokeProvider(portal)
  await bank.workAt(DUE)
  assert.deepEqual(await heldFor(stolen), STOPPED)
  for (const uid of others) await assertLeaves(uid)
  assert.deepEqual(await listed(portal), [`Payment ${stolen} Cancel`])
})

test('they are cancelled in one step, but not while the provider may vouch', async () => {
  const { portal, iris, ...payer } = await payers()
  const stolen = await bank.pay(payer, iris)
  const series = await bank.begin(payer, iris, 4, { paymentDate: '2027-01-07' })
  const own = await bank.pay(payer, portal)
  assert.equal((await cancel(portal)).status, 409)
  await revokeProvider(portal)
  dataOf(await cancel(portal))
  await workOff()
  assert.equal(await bank.statusOf(stolen), 'CANCELLED')
  assert.equal(await bank.statusOf(series.paymentUID), 'CANCELLED')
  assert.deepEqual(await listed(portal), [])
  assert.equal(await bank.statusOf(own), 'FUTURE_DATED')
})

test('a series that a person started through it is held on each date', async () => {
  const { portal, iris, ...payer } = await payers()
  const series = await bank.begin(payer, iris, 4, { paymentDate: '2027-01-07' })
  await revokeProvider(portal)
  await bank.workAt('2027-01-07T17:00:00Z')
  assert.deepEqual(await heldFor(series.paymentUID), STOPPED)
  await bank.workAt(DUE)
  assert.deepEqual(await heldFor(await bank.numberOf(series, 2)), STOPPED)
})

for (const first of ['client', 'provider'] as const)
  test(`so it is if the client is revoked, too (the ${first} first)`, async () => {
    const customer = await bank.customer({})
    const person = await bank.person(customer, 'olga')
    await bank.ask(customer, { paymentDualApproval: true })
    later()
    const { ada, bob: portal } = customer
    const approver = await person.through(portal)
    const [one, other] = [await bank.pay(customer, ada), await bank.pay(customer, ada)]
    assert.equal(await bank.approved(one, approver), 'FUTURE_DATED')
    assert.equal(await bank.approved(other, customer.eve), 'FUTURE_DATED')
    if (first === 'client') await revokeClient(portal)
    await revokeProvider(portal)
    if (first === 'provider') await revokeClient(portal)
    assert.deepEqual(await listed(portal), [`Approval ${one} Cancel`])
    await bank.workAt(DUE)
    assert.equal(await bank.statusOf(one), 'PENDING_APPROVAL')
    await assertLeaves(other)
    assert.equal(await bank.approved(one, customer.eve), 'VALIDATED')
  })

test('an approval through it does not count when the payment leaves, and is taken back', async () => {
  const customer = await bank.customer({})
  const person = await bank.person(customer, 'hedy')
  await bank.ask(customer, { paymentDualApproval: true })
  bank.clock.set(FRIDAY_NIGHT)
  const approver = await person.through(customer.bob)
  const now = { paymentDate: undefined }
  const [one, other] = [await bank.pay(customer, customer.ada, now), await bank.pay(customer, customer.ada, now)]
  assert.equal(await bank.approved(one, approver), 'VALIDATED')
  assert.equal(await bank.approved(other, customer.bob), 'VALIDATED', 'the client in its own name')
  await revokeProvider(customer.bob)
  dataOf(await cancel(customer.bob))
  await workOff()
  assert.deepEqual(await listed(customer.bob), [])
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(one), ['approvalsMissing'])
  assert.notEqual(await bank.statusOf(other), 'HELD')
  assert.equal(await bank.approved(one, customer.eve), 'HELD')
  await bank.work()
  assert.notEqual(await bank.statusOf(one), 'HELD')
})

for (const [what, change] of [
  ['other keys of the provider', 'rotate'],
  ['another provider', 'move'],
  ['no provider', 'remove'],
] as const)
  test(`a client that gets ${what} in the ordinary way stops nothing`, async () => {
    const customer = await bank.customer({})
    const [maker, approver] = [await bank.person(customer, 'iris'), await bank.person(customer, 'grace')]
    await bank.ask(customer, { paymentDualApproval: true })
    later()
    const uid = await bank.pay(customer, await maker.through(customer.ada))
    assert.equal(await bank.approved(uid, await approver.through(customer.bob)), 'FUTURE_DATED')
    for (const client of [customer.ada, customer.bob]) {
      const path = clientPath(client)
      if (change === 'remove') dataOf(await bank.call('PUT', path, { remove: ['identityProvider'] }))
      else await (change === 'move' ? maker : approver).through(client)
    }
    await bank.workAt(DUE)
    await assertLeaves(uid)
  })

test('what people do through another provider of the client afterwards counts', async () => {
  const { portal, person, iris, ...payer } = await payers()
  const stolen = await bank.pay(payer, iris)
  await revokeProvider(portal)
  const again = await bank.pay(payer, await person.through(portal))
  assert.deepEqual(await listed(portal), [`Payment ${stolen} Cancel`])
  await bank.workAt(DUE)
  assert.deepEqual([await heldFor(stolen), await heldFor(again)], [STOPPED, ['TRANSMITTED']])
})

test('the institution releases what it finds to be right, until the provider is revoked again', async () => {
  const { portal, person, iris, ...payer } = await payers()
  const [uid, later] = [await bank.pay(payer, iris), await bank.pay(payer, iris, { paymentDate: '2027-01-11' })]
  await revokeProvider(portal)
  await bank.workAt(DUE)
  const release = { identityProviderOf: portal.apiKey, reason: 'iris says so' }
  const { paymentUIDs } = dataOf(await bank.call('POST', `${OUTSTANDING}/release`, release, await bank.desk()))
  assert.deepEqual(paymentUIDs, [uid])
  await bank.work()
  assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  await person.through(portal)
  await revokeProvider(portal)
  await bank.workAt(NEXT_MONDAY)
  assert.deepEqual(await heldFor(later), STOPPED)
})

test('a change that a person proposed through it is not approved any more, and is rejected with the rest', async () => {
  const { portal, iris, eve, ...payer } = await payers()
  await bank.ask(payer, { beneDualApproval: true })
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  const reply = await bank.call('PUT', path, contactBody({ name: 'Highland Beans LLC' }), iris)
  const { approvalUID } = dataOf(reply)
  assert.ok(approvalUID, JSON.stringify(reply.body))
  await revokeProvider(portal)
  assert.deepEqual(await listed(portal), [`Proposal ${approvalUID} Cancel`])
  const queue = `/v1/customers/${payer.customerUID}/approvals/contact/${approvalUID}`
  const { contentHash } = dataOf(await bank.call('GET', queue))
  const refused = await bank.call('PUT', `${queue}/approve`, { contentHash }, eve)
  assertRefused(refused, { status: 409, code: 'APPROVAL001', says: 'was revoked after that' })
})
