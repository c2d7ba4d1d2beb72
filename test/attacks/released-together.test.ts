import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { contactBody, type Payer, type TestClient } from '../support/test-service.ts'

/** Many payments of a stopped actor are released at once, and nothing that another one set up. */

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

type Actor = { apiKey: string } | { customerUID: string } | { userUID: string }

const revoke = ({ apiKey: clientId }: TestClient) => {
  const { db, tokenClock } = bank.service.app
  const { tenantId } = bank.service.tenant.institution
  return db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId, now: tokenClock.now() }))
}
const suspend = async ({ customerUID }: Payer) =>
  dataOf(await bank.call('PUT', `/v1/institution/customers/${customerUID}/suspend`, { reason: 'fraud' }))
const release = (actor: Actor, client = desk) =>
  bank.call('POST', '/v1/institution/outstanding/release', { ...actor, reason: 'it is known' }, client)
const released = async (actor: Actor): Promise<{ paymentUIDs: string[]; hasMore: boolean; heldWithOthers: number }> =>
  dataOf(await release(actor))
const customer = () => bank.customer({})
const payMany = (payer: Payer, client: TestClient, count: number) =>
  Promise.all(Array.from({ length: count }, () => bank.pay(payer, client, { paymentAmount: 1 })))
const LEFT = /^(TRANSMITTED|READY_TO_TRANSMIT|PROCESSED)$/
const OWN = { status: 403, code: 'PAYMENT003', says: 'you made this payment' }

test('the payments of a client that was replaced go on, 200 in a request, and repeating it is harmless', async () => {
  const { ada, bob, ...payer } = await customer()
  const all = await payMany(payer, ada, 203)
  const [other] = await payMany(payer, bob, 1)
  await revoke(ada)
  await revoke(bob)
  await bank.workAt(FRIDAY)
  const actor = { apiKey: ada.apiKey }
  const [first, second, third] = [await released(actor), await released(actor), await released(actor)]
  assert.deepEqual([first.paymentUIDs.length, first.hasMore], [200, true])
  assert.deepEqual([second.paymentUIDs.length, second.hasMore], [3, false])
  assert.deepEqual(third, { ...actor, paymentUIDs: [], hasMore: false, heldWithOthers: 0 })
  assert.deepEqual([...first.paymentUIDs, ...second.paymentUIDs].sort(), all.sort())
  await bank.work()
  assert.match(await bank.statusOf(all[0]!), LEFT)
  assert.match(await bank.statusOf(all.at(-1)!), LEFT)
  assert.equal(await bank.statusOf(other!), 'HELD')
})

test('what a thief and a colleague made together stays, also if the thief is stopped after it was held', async () => {
  const { ada, bob, ...payer } = await customer()
  const begin = () => bank.begin(payer, ada, 2, { paymentDate: '2027-01-05' })
  const series = [await begin(), await begin()]
  for (const one of series) dataOf(await bank.setEnd(one, 3, bob))
  const own = await bank.pay(payer, ada, { paymentDate: '2027-01-05' })
  await revoke(ada)
  await bank.workAt('2027-01-05T17:00:00Z')
  const held = series.map(({ paymentUID }) => paymentUID)
  for (const uid of held) assert.equal(await bank.statusOf(uid), 'HELD')
  // Nobody has looked since: what holds the payments is not written yet.
  await revoke(bob)
  const { paymentUIDs } = await released({ apiKey: ada.apiKey })
  assert.deepEqual(paymentUIDs, [own])
  await bank.work()
  for (const uid of held) assert.equal(await bank.statusOf(uid), 'HELD')
  assert.match(await bank.statusOf(own), LEFT)
})

test('what two stopped actors hold is counted, and released for neither alone', async () => {
  const { ada, bob, ...payer } = await customer()
  const person = await bank.person(payer, 'grace')
  const series = await bank.begin(payer, ada, 2, { paymentDate: '2027-01-05' })
  dataOf(await bank.setEnd(series, 3, await person.through(bob)))
  await revoke(ada)
  assert.equal((await bank.call('PUT', `${person.path}/suspend`)).status, 204)
  await bank.workAt('2027-01-05T17:00:00Z')
  for (const actor of [{ apiKey: ada.apiKey }, { userUID: person.userId }]) {
    const { paymentUIDs, heldWithOthers } = await released(actor)
    assert.deepEqual([paymentUIDs, heldWithOthers], [[], 1])
  }
  const { customerUID } = payer
  assert.deepEqual((await released({ customerUID })).paymentUIDs, [series.paymentUID])
})

test('the payments of a suspended customer and of the customer below it are released by naming it', async () => {
  const parent = await customer()
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer({}, { parentEntityShortName: shortName })
  const uid = await bank.pay(child, child.ada)
  await suspend(parent)
  await bank.workAt(FRIDAY)
  assert.deepEqual((await released({ customerUID: child.customerUID })).paymentUIDs, [])
  assert.deepEqual((await released({ customerUID: parent.customerUID })).paymentUIDs, [uid])
})

test('no maker, holder or setter of one of them releases any, nor does a client of the customer', async () => {
  const { ada, bob, ...payer } = await customer()
  const [holder, insider] = [await bank.desk(), await bank.desk()]
  const uids = await payMany(payer, ada, 2)
  const sql = 'insert into client_holders (tenant_id, client_id, holder) values ($1, $2, $3)'
  await bank.service.query(sql, [bank.service.tenant.institution.tenantId, ada.apiKey, holder.apiKey])
  await revoke(ada)
  await bank.workAt(FRIDAY)
  const contact = contactBody({ templateName: 'Ours', name: 'Highland Beans LLC' })
  const setDualControl = (isOn: boolean) =>
    bank.service.query('update institutions set dual_control = $2 where tenant_id = $1', [
      ...[bank.service.tenant.institution.tenantId, isOn],
    ])
  await setDualControl(true)
  dataOf(await bank.call('PUT', `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`, contact, insider))
  await setDualControl(false)
  const actor = { apiKey: ada.apiKey }
  for (const client of [holder, insider]) assertRefused(await release(actor, client), OWN)
  assertRefused(await release(actor, bob), { status: 403, code: 'AUTH002' })
  for (const uid of uids) assert.equal(await bank.statusOf(uid), 'HELD')
})

test('under dual control two people release, and what is held meanwhile is not released with it', async () => {
  const { ada, ...payer }: Cautious = await customer()
  const [first] = await payMany(payer, ada, 1)
  const later = await bank.pay(payer, ada, { paymentDate: '2027-01-11' })
  await revoke(ada)
  await bank.workAt(FRIDAY)
  dataOf(await bank.call('PUT', '/v1/institution', { dualControl: true }))
  const actor = { apiKey: ada.apiKey }
  const propose = async () => (await release(actor)).body.data as { approvalUID: string; contentHash: string }
  const approve = ({ approvalUID, contentHash }: { approvalUID: string; contentHash: string }, client: TestClient) =>
    bank.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, client)
  const colleague = await bank.desk()
  const proposal = await propose()
  const { current } = dataOf(await bank.call('GET', `/v1/institution/approvals/${proposal.approvalUID}`))
  assert.deepEqual(current, {
    ...{ paymentUIDs: [first], hasMore: false, stoppedBy: [`clientRevoked ${ada.apiKey}`] },
    totals: [{ currency: 'USD', count: 1, amount: '1.00' }],
  })
  assert.equal((await approve(proposal, desk)).status, 403)
  await bank.workAt('2027-01-11T17:00:00Z')
  assert.equal((await approve(proposal, colleague)).status, 409)
  assert.deepEqual([await bank.statusOf(first!), await bank.statusOf(later)], ['HELD', 'HELD'])
  dataOf(
    await bank.call('PUT', `/v1/institution/approvals/${proposal.approvalUID}/reject`, { reason: 'old' }, colleague),
  )
  dataOf(await approve(await propose(), colleague))
  await bank.work()
  assert.match(await bank.statusOf(first!), LEFT)
  assert.match(await bank.statusOf(later), LEFT)
})
