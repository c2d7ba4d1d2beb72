import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { CALLED, type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eurosBody, marketRates } from '../support/fx-market.ts'
import { fetchToken, type Payer, type Reply, type TestClient } from '../support/test-service.ts'

// Somebody of the institution saw the secrets of two clients of a customer. They pay as one of
// them, and approve as the other.

const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const OWN = { status: 403, code: 'PAYMENT003', says: 'one person may be behind you' }
const OWN_TRADE = { status: 403, code: 'APPROVAL001', says: 'one person may be behind' }
const CLIENTS = '/v1/institution/api-clients'
const QUEUE = '/v1/institution/approvals'

let bank: CautiousBank
/** Administrators, none of whom saw the secret of another. */
let anna: TestClient
let ben: TestClient
before(async () => {
  bank = await openCautiousBank()
  const { service } = bank
  anna = await service.createClient(service.tenant, {})
  ben = await service.createClient(service.tenant, {})
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  await dualControl(true)
})
after(() => bank.service.stop())
beforeEach(() => dualControl(true))

const approveChange = async (reply: Reply, client: TestClient) => {
  const { approvalUID, contentHash } = reply.body.data
  return bank.call('PUT', `${QUEUE}/${approvalUID}/approve`, { contentHash }, client)
}
async function dualControl(dualControl: boolean): Promise<void> {
  const reply = await bank.call('PUT', '/v1/institution', { dualControl })
  if (reply.status === 202) dataOf(await approveChange(reply, anna))
}

/** A customer that was opened and funded before the institution had dual control. */
async function customer(settings?: object): Promise<Cautious> {
  await dualControl(false)
  const opened = await bank.customer(settings)
  await dualControl(true)
  return opened
}

const withToken = async (key: Pick<TestClient, 'apiKey' | 'apiSecret'>): Promise<TestClient> => ({
  ...key,
  token: await fetchToken(bank.service.baseUrl, bank.service.tenant.institution.code, key),
})

/** A client of the customer, whose secret only this administrator was shown. */
async function clientShownTo({ customerUID }: Payer, shownTo: TestClient): Promise<TestClient> {
  const body = { name: 'Payroll', customerUID, entitlements: [...CUSTOMERS] }
  const proposer = await bank.service.createClient(bank.service.tenant, {})
  const reply = await bank.call('POST', CLIENTS, body, proposer)
  const { result, shownOnce } = dataOf(await approveChange(reply, shownTo))
  return withToken({ apiKey: result.apiKey, apiSecret: shownOnce.apiSecret })
}
const CUSTOMERS = ENTITLEMENTS.filter((name) => !name.startsWith('Institution.'))

const approve = (uid: string, client: TestClient) => bank.decide(uid, client)

test('one administrator who was shown two clients of a customer does not pay and approve through them', async () => {
  const payer = await customer()
  const [one, two] = [await clientShownTo(payer, anna), await clientShownTo(payer, anna)]
  const uid = await bank.pay(payer, one)
  assertRefused(await approve(uid, two), OWN)
  assertRefused(await bank.decide(uid, two, {}, 'reject'), OWN)
  const third = await clientShownTo(payer, ben)
  assert.equal(dataOf(await approve(uid, third)).paymentStatus, 'FUTURE_DATED')
})

test('nor does one who rotated the secret of the second one', async () => {
  const payer = await customer()
  const [one, two] = [await clientShownTo(payer, anna), await clientShownTo(payer, ben)]
  const uid = await bank.pay(payer, one)
  const rotated = await bank.call('POST', `${CLIENTS}/${two.apiKey}/rotate`, {}, ben)
  const { apiSecret } = dataOf(await approveChange(rotated, anna)).shownOnce
  assertRefused(await approve(uid, await withToken({ ...two, apiSecret })), OWN)
})

test('nor does one who was shown them before dual control, once the institution has it', async () => {
  const payer = await customer()
  await dualControl(false)
  const create = async () => {
    const body = { name: 'Payroll', customerUID: payer.customerUID, entitlements: [...CUSTOMERS] }
    return withToken(dataOf(await bank.call('POST', CLIENTS, body, anna), 201))
  }
  const [one, two] = [await create(), await create()]
  const first = await bank.pay(payer, one)
  const second = await bank.pay(payer, one)
  assert.equal(dataOf(await approve(first, two)).paymentStatus, 'FUTURE_DATED', 'one administrator may do everything')
  await dualControl(true)
  assertRefused(await approve(second, two), OWN)
})

test('nor does one who holds a client of the institution through which they saw one of them', async () => {
  const payer = await customer()
  const body = { name: 'Back office', entitlements: [...ENTITLEMENTS] }
  const proposer = await bank.service.createClient(bank.service.tenant, {})
  const made = dataOf(await approveChange(await bank.call('POST', CLIENTS, body, proposer), anna))
  const office = await withToken({ apiKey: made.result.apiKey, apiSecret: made.shownOnce.apiSecret })
  const [one, two] = [await clientShownTo(payer, office), await clientShownTo(payer, anna)]
  assertRefused(await approve(await bank.pay(payer, one), two), OWN)
})

test('two approvals through clients that one person was shown count once', async () => {
  const payer = await customer(TWO)
  const [one, two] = [await clientShownTo(payer, anna), await clientShownTo(payer, anna)]
  const uid = await bank.pay(payer, payer.ada)
  assert.equal(dataOf(await approve(uid, one)).paymentStatus, 'PARTIALLY_APPROVED')
  assertRefused(await approve(uid, two), { status: 409, code: 'PAYMENT003', says: 'one person may be behind you' })
  assert.equal(dataOf(await approve(uid, payer.bob)).paymentStatus, 'FUTURE_DATED')
})

test('who was shown the client of the customer that approved is not the institution that approves next', async () => {
  const payer = await customer()
  await dualControl(false)
  await bank.setCallBacks(payer)
  await dualControl(true)
  const uid = await bank.pay(payer, payer.ada, { speed: 'Express', paymentDate: '2027-01-04' })
  assert.equal(dataOf(await approve(uid, await clientShownTo(payer, anna))).paymentStatus, 'PARTIALLY_APPROVED')
  const says = 'one person may be behind you'
  assertRefused(await bank.decide(uid, anna, CALLED), { status: 409, code: 'PAYMENT003', says })
  assert.equal(dataOf(await bank.decide(uid, ben, CALLED)).paymentStatus, 'VALIDATED')
})

/** Asks for a trade, which waits for approvers. */
async function trade({ customerUID }: Payer, client: TestClient): Promise<string> {
  const { quoteUUID } = dataOf(await bank.call('POST', '/v2/fx/quote', eurosBody(customerUID), client))
  return dataOf(await bank.call('PUT', '/v2/fx/accept', { quoteUUID }, client), 202).approvalUID
}
async function approveTrade({ customerUID }: Payer, uid: string, client: TestClient): Promise<Reply> {
  const path = `/v1/customers/${customerUID}/approvals/fxTrade/${uid}`
  const { contentHash } = dataOf(await bank.call('GET', path))
  return bank.call('PUT', `${path}/approve`, { contentHash }, client)
}

test('a trade has the same approvers as a payment', async () => {
  const payer = await customer(TWO)
  const [one, two] = [await clientShownTo(payer, anna), await clientShownTo(payer, anna)]
  assertRefused(await approveTrade(payer, await trade(payer, one), two), OWN_TRADE)
  const uid = await trade(payer, await clientShownTo(payer, ben))
  assert.equal(dataOf(await approveTrade(payer, uid, one)).status, 'Pending')
  assertRefused(await approveTrade(payer, uid, two), OWN_TRADE)
  assert.equal(dataOf(await approveTrade(payer, uid, payer.bob)).status, 'Approved')
})

test('who may hold the credentials of a person is one approver with them, and approves no trade of theirs', async () => {
  await dualControl(false)
  const payer = await bank.customer({})
  const lund = await bank.person(payer, 'lund')
  const applications = [{ name: 'Foreign_Exchange', entitlements: ['Spot_Trade', 'Create_Instruct_Trades'] }]
  const role = { externalReferenceId: 'd', name: 'Dealer', description: 'd', applications }
  const roles = `/api/user-management/v1/customers/${payer.customerUID}/roles`
  assert.equal((await bank.call('POST', roles, role)).status, 201)
  const dealer = await (await bank.person(payer, 'dealer', { roleNames: ['Dealer'] })).through(payer.bob)
  await bank.ask(payer, TWO)
  await bank.service.query('insert into person_holders (tenant_id, user_id, holder) values ($1, $2, $3)', [
    ...[bank.service.tenant.institution.tenantId, lund.userId, payer.bob.apiKey],
  ])
  const asLund = await lund.through(payer.eve)
  const says = 'may hold the credentials'
  assertRefused(await approveTrade(payer, await trade(payer, payer.bob), asLund), { ...OWN_TRADE, says })
  assertRefused(await approveTrade(payer, await trade(payer, dealer), asLund), { ...OWN_TRADE, says })
  const uid = await bank.pay(payer, payer.ada)
  assert.equal(dataOf(await approve(uid, payer.bob)).paymentStatus, 'PARTIALLY_APPROVED')
  assertRefused(await approve(uid, asLund), { status: 409, code: 'PAYMENT003', says: 'one person may be behind you' })
})
