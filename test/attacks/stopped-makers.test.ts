import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import type { Payer, TestClient } from '../support/test-service.ts'

/** What a client, user or legal entity set up before it was stopped does not leave by itself. */

const MONDAY = '2027-01-04T17:00:00Z'
const FRIDAY = '2027-01-08T17:00:00Z'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
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
const release = (uid: string, body: object = {}, client?: TestClient) =>
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
