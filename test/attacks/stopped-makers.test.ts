import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import type { Payer, TestClient } from '../support/test-service.ts'

/** What a client, user or legal entity set up before it was stopped does not leave by itself. */

const MONDAY = '2027-01-04T17:00:00Z'
const FRIDAY = '2027-01-08T17:00:00Z'
let bank: CautiousBank
let desk: TestClient
before(async () => {
  bank = await openCautiousBank(MONDAY)
  desk = await bank.desk()
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const revoke = ({ apiKey: clientId }: TestClient) => {
  const { db, tokenClock } = bank.service.app
  const { tenantId } = bank.service.tenant.institution
  return db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId, now: tokenClock.now() }))
}
const setState = async ({ customerUID }: Payer, step: 'suspend' | 'activate') =>
  dataOf(
    await bank.call('PUT', `/v1/institution/customers/${customerUID}/${step}`, {
      ...(step === 'suspend' && { reason: 'fraud' }),
    }),
  )
const release = (uid: string, body: object = {}, client = desk) =>
  bank.call('POST', `/v1/institution/payments/${uid}/release`, { reason: 'it is known', ...body }, client)
const heldFor = async (uid: string): Promise<string[]> => {
  const { status, held } = await bank.read(uid)
  return status === 'HELD' ? held.map(({ reason }: { reason: string }) => reason) : [status]
}
const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/
const goesOn = async (uid: string) => {
  await bank.work()
  assert.match(await bank.statusOf(uid), LEFT)
}
const customer = () => bank.customer({})
const STOPPED = ['makerStopped']

test('what a revoked client scheduled is held on its date, and leaves once the institution releases it', async () => {
  const { ada, bob, ...payer } = await customer()
  const [one, another, others] = [await bank.pay(payer, ada), await bank.pay(payer, ada), await bank.pay(payer, bob)]
  await revoke(ada)
  await bank.workAt(FRIDAY)
  assert.deepEqual([await heldFor(one), await heldFor(another)], [STOPPED, STOPPED])
  assert.match(await bank.statusOf(others), LEFT)
  assert.equal(dataOf(await release(one)).paymentStatus, 'HELD')
  await goesOn(one)
  assert.deepEqual(await heldFor(another), STOPPED)
})

test('the institution sees who was stopped and why, and a customer only that the payment is held', async () => {
  const { parent, child } = await familyOf()
  const person = await bank.person(child, 'nora')
  const series = await bank.begin(child, parent.ada, 2, { paymentDate: '2027-01-05' })
  dataOf(await bank.setEnd(series, 40, await person.through(child.bob)))
  const uid = series.paymentUID
  const seen = async (client?: TestClient, path = '/v3/payments') => {
    return dataOf(await bank.call('GET', `${path}/${uid}`, undefined, client)).stoppedMakers
  }
  assert.equal(await seen(), undefined)
  await revoke(parent.ada)
  assert.equal((await bank.call('PUT', `${person.path}/suspend`)).status, 204)
  await setState(parent, 'suspend')
  await bank.workAt('2027-01-05T17:00:00Z')
  const all = [
    { stop: 'clientRevoked', apiKey: parent.ada.apiKey },
    { stop: 'legalEntitySuspended', customerUID: parent.customerUID },
    { stop: 'userStopped', userUID: person.userId },
  ]
  for (const path of ['/v3/payments', '/payments']) {
    assert.deepEqual(await seen(desk, path), all)
    for (const client of [child.eve, child.bob, parent.eve]) assert.equal(await seen(client, path), undefined)
  }
  const listed = await bank.call('POST', '/v3/payments/search?page=1&limit=100', {}, child.eve)
  assert.ok(!JSON.stringify(listed.body).includes('stoppedMakers'))
})

async function familyOf(): Promise<{ parent: Cautious; child: Cautious }> {
  const parent = await customer()
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer({}, { parentEntityShortName: shortName })
  return { parent, child }
}

test('what the client of a suspended parent set up for a child is held, and goes on once the suspension is lifted', async () => {
  const { parent, child } = await familyOf()
  const [byParent, byChild] = [await bank.pay(child, parent.ada), await bank.pay(child, child.ada)]
  const byBank = await bank.pay(child, bank.service.tenant.client)
  await setState(parent, 'suspend')
  await bank.workAt(FRIDAY)
  assert.deepEqual([await heldFor(byParent), await heldFor(byChild)], [STOPPED, STOPPED])
  assert.match(await bank.statusOf(byBank), LEFT)
  await setState(parent, 'activate')
  await goesOn(byParent)
  await goesOn(byChild)
})

test('a payment that was released holds again when its maker is suspended again', async () => {
  const { parent, child } = await familyOf()
  const series = await bank.begin(child, parent.ada, 40, { paymentDate: '2027-01-05' })
  await setState(parent, 'suspend')
  await bank.workAt('2027-01-05T17:00:00Z')
  assert.deepEqual(await heldFor(series.paymentUID), STOPPED)
  dataOf(await release(series.paymentUID, { series: true }))
  await goesOn(series.paymentUID)
  await bank.workAt('2027-01-06T17:00:00Z')
  assert.match(await bank.statusOf(await bank.numberOf(series, 2)), LEFT)
  await setState(parent, 'activate')
  await setState(parent, 'suspend')
  await bank.workAt('2027-01-07T17:00:00Z')
  assert.deepEqual(await heldFor(await bank.numberOf(series, 3)), STOPPED)
})

test('a client that is revoked after the payment was VALIDATED stops it before the file', async () => {
  const { ada, ...payer } = await customer()
  bank.clock.set('2027-01-08T23:59:00Z')
  const uid = await bank.pay(payer, ada, { paymentDate: undefined })
  assert.equal(await bank.statusOf(uid), 'VALIDATED')
  await revoke(ada)
  await bank.workAt('2027-01-11T17:00:00Z')
  assert.deepEqual(await heldFor(uid), STOPPED)
})

test('a user who is suspended holds what follows in the series of a colleague that they extended', async () => {
  const { ada, bob, ...payer } = await customer()
  const person = await bank.person(payer, 'grace')
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-05' })
  dataOf(await bank.setEnd(series, 40, await person.through(bob)))
  assert.equal((await bank.call('PUT', `${person.path}/suspend`)).status, 204)
  await bank.workAt('2027-01-05T17:00:00Z')
  assert.deepEqual(await heldFor(series.paymentUID), STOPPED)
  await bank.workAt('2027-01-06T17:00:00Z')
  const second = await bank.numberOf(series, 2)
  assert.deepEqual(await heldFor(second), STOPPED)
  assert.equal((await bank.call('PUT', `${person.path}/activate`)).status, 204)
  await goesOn(second)
})

test('an approval by a colleague does not let the payment of a revoked client leave', async () => {
  const { ada, bob, ...payer } = await bank.customer()
  const uid = await bank.pay(payer, ada, { paymentDate: undefined })
  await revoke(ada)
  assert.equal(await bank.approved(uid, bob), 'HELD')
  assert.deepEqual(await heldFor(uid), STOPPED)
})

test('a client of the customer releases nothing, nor does a maker, or who holds a secret of the maker', async () => {
  const { ada, bob, ...payer } = await customer()
  const uid = await bank.pay(payer, ada)
  await revoke(ada)
  await bank.workAt(FRIDAY)
  assertRefused(await release(uid, {}, bob), { status: 403, code: 'AUTH002', says: 'institution' })
  const holder = await bank.service.createClient(bank.service.tenant, {})
  await bank.service.query('insert into client_holders (tenant_id, client_id, holder) values ($1, $2, $3)', [
    ...[bank.service.tenant.institution.tenantId, ada.apiKey, holder.apiKey],
  ])
  const own = { status: 403, code: 'PAYMENT003', says: 'hold a secret of the client that did' }
  assertRefused(await release(uid, {}, holder), own)
  const byBank = await bank.service.createClient(bank.service.tenant, {})
  const other = await bank.pay(payer, byBank, { paymentDate: '2027-01-11' })
  await revoke(byBank)
  await bank.service.query('insert into client_holders (tenant_id, client_id, holder) values ($1, $2, $3)', [
    ...[bank.service.tenant.institution.tenantId, byBank.apiKey, holder.apiKey],
  ])
  await bank.workAt('2027-01-11T17:00:00Z')
  assertRefused(await release(other, {}, holder), own)
  dataOf(await release(other))
  await goesOn(other)
  assert.deepEqual(await heldFor(uid), STOPPED)
})

test('a payment that two things hold is held until both are over', async () => {
  const { ada, ...payer } = await customer()
  bank.clock.set('2027-01-08T23:59:00Z')
  const uid = await bank.pay(payer, ada, { paymentDate: undefined })
  const setContact = (status: string) =>
    bank.service.query('update contacts set status = $2 where id = (select contact_id from payments where id = $1)', [
      ...[uid, status],
    ])
  await setContact('Pending')
  await revoke(ada)
  await bank.work()
  assert.deepEqual(await heldFor(uid), ['contactNotApproved', 'makerStopped'])
  await setContact('Active')
  await bank.work()
  assert.deepEqual(await heldFor(uid), ['contactNotApproved', 'makerStopped'])
  await setContact('Pending')
  dataOf(await release(uid))
  await bank.work()
  assert.deepEqual(await heldFor(uid), ['contactNotApproved'])
  await setContact('Active')
  await goesOn(uid)
  const nothing = { status: 409, code: 'PAYMENT003', says: 'must be HELD' }
  assertRefused(await release(uid), nothing)
})

test('a maker that is stopped by something new after the release holds the payment again', async () => {
  const { ada, bob, ...payer } = await customer()
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-05' })
  dataOf(await bank.setEnd(series, 40, bob))
  await revoke(ada)
  await bank.workAt('2027-01-05T17:00:00Z')
  dataOf(await release(series.paymentUID, { series: true }))
  await goesOn(series.paymentUID)
  await revoke(bob)
  await bank.workAt('2027-01-06T17:00:00Z')
  assert.deepEqual(await heldFor(await bank.numberOf(series, 2)), STOPPED)
})

test('only who sets limits and fees lets the payments of stopped makers continue', async () => {
  const { ada, ...payer } = await customer()
  const uid = await bank.pay(payer, ada)
  await revoke(ada)
  await bank.workAt(FRIDAY)
  const loosened = { stoppedMakers: { clientRevoked: 'Continue' } }
  const entitlements = ['Institution.Manage_Institution', 'Institution.Manage_Rails'] as const
  const without = await bank.service.createClient(bank.service.tenant, { entitlements })
  const missing = { status: 403, code: 'AUTH002', says: 'Manage_Limits_And_Fees' }
  assertRefused(await bank.call('PUT', '/v1/institution', loosened, without), missing)
  await bank.work()
  assert.deepEqual(await heldFor(uid), STOPPED)
  dataOf(await bank.call('PUT', '/v1/institution', loosened))
  await goesOn(uid)
  dataOf(await bank.call('PUT', '/v1/institution', { stoppedMakers: { clientRevoked: 'Hold' } }))
})

test('under dual control, one administrator alone releases nothing and loosens nothing', async () => {
  const { ada, ...payer } = await customer()
  const uid = await bank.pay(payer, ada)
  await revoke(ada)
  await bank.workAt(FRIDAY)
  dataOf(await bank.call('PUT', '/v1/institution', { dualControl: true }))
  const { approvalUID, contentHash } = (await release(uid)).body.data
  const decide = (client?: TestClient) =>
    bank.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, client)
  const shown = dataOf(await bank.call('GET', `/v1/institution/approvals/${approvalUID}`)).current
  assert.deepEqual(shown.stoppedBy, [`clientRevoked ${ada.apiKey}`])
  assert.deepEqual(shown.makers, [{ clientId: ada.apiKey, userId: null }])
  assert.equal((await decide(desk)).status, 403)
  const loosened = { stoppedMakers: { clientRevoked: 'Continue' } }
  assert.equal((await bank.call('PUT', '/v1/institution', loosened)).status, 202)
  await bank.work()
  assert.deepEqual(await heldFor(uid), STOPPED)
  dataOf(await decide(await bank.service.createClient(bank.service.tenant, {})))
  await goesOn(uid)
})
