import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { CALLED, type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eurosBody, marketRates } from '../support/fx-market.ts'
import { copy, type Values } from '../support/hostile-sql.ts'
import { tamper } from '../support/tamper.ts'
import type { TestClient } from '../support/test-service.ts'

/**
 * Statements with the rights of the service add approvals of payments and trades; an owner of the
 * tables alters some. None counts, and the verification names each.
 */
const START = '2027-01-04T17:00:00Z'
let bank: CautiousBank
let tenantId: bigint

before(async () => {
  bank = await openCautiousBank(START)
  tenantId = bank.service.tenant.institution.tenantId
  await bank.service.app.db.readKeys()
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(START))

const query = <Row>(sql: string, values: unknown[] = []) => bank.service.query<Row>(sql, values)

/** What the verification says of the approvals of a payment or trade. */
async function namedFor(id: string): Promise<string[]> {
  await bank.service.app.db.readKeys()
  const found = await bank.service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
  return found.filter((one) => one.id.startsWith(id)).map(({ what }) => what)
}

// Approvals of payments

const APPROVAL = 'an approval of a waiting payment was altered'
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }

/** A row of `payment_approvals` for a client that approves in its own name. */
const approvalOf = (payment: string, { apiKey }: TestClient, fields: Values = {}): string => {
  const row = {
    ...{ tenant_id: String(tenantId), payment_id: payment, approver: apiKey, client_id: apiKey, revision: 0 },
    ...{ side: 'Customer', decision: 'Approved', content_sha256: 'anything', identified_by: 'Client' },
    ...{ decided_at: START, decided_on: '2027-01-04', ...fields },
  }
  return `insert into payment_approvals select * from jsonb_populate_record(null::payment_approvals, '${JSON.stringify(row)}')`
}

const FORGED_APPROVALS: Record<string, Values> = {
  'with any content': {},
  'with the version of a hash': { content_sha256: 'v2:' },
  'with a digest that nobody made': { content_index: 'hmac:x' },
}

for (const [how, fields] of Object.entries(FORGED_APPROVALS))
  test(`an approval of a payment that SQL adds ${how} does not count`, async () => {
    const customer = await bank.customer(TWO)
    const paid = await bank.pay(customer, customer.ada)
    await query(approvalOf(paid, customer.bob, fields))
    assert.deepEqual(await namedFor(paid), [APPROVAL])
    assert.equal(await bank.approved(paid, customer.eve), 'PARTIALLY_APPROVED')
    await bank.workAt('2027-01-08T17:00:00Z')
    assert.notEqual(await bank.statusOf(paid), 'PROCESSED')
  })

test('an approval of another payment does not count for this one, nor does a rejection', async () => {
  const customer = await bank.customer(TWO)
  const [one, other, third] = [
    await bank.pay(customer, customer.ada),
    await bank.pay(customer, customer.ada),
    await bank.pay(customer, customer.ada),
  ]
  assert.equal(await bank.approved(other, customer.bob), 'PARTIALLY_APPROVED')
  await query(copy('payment_approvals', { payment_id: one }, `payment_id = '${other}'`))
  assert.equal(await bank.approved(one, customer.eve), 'PARTIALLY_APPROVED')
  // One that somebody gave themselves, under the name of a colleague.
  assert.equal(await bank.approved(third, customer.bob), 'PARTIALLY_APPROVED')
  const dave = await bank.clientOf(customer)
  await query(copy('payment_approvals', { approver: dave.apiKey, client_id: dave.apiKey }, `payment_id = '${third}'`))
  assert.deepEqual([await namedFor(one), await namedFor(other), await namedFor(third)], [[APPROVAL], [], [APPROVAL]])
  const decided = { status: 409, code: 'PAYMENT003', says: 'you have already decided' }
  assertRefused(await bank.decide(third, customer.bob), decided)
  assert.equal(await bank.approved(third, customer.eve), 'FUTURE_DATED')
  assert.equal(await bank.approved(other, customer.eve), 'FUTURE_DATED')
})

test('a payment that waits is not released on approvals that SQL added', async () => {
  const customer = await bank.customer()
  const paid = await bank.pay(customer, customer.ada, { paymentDate: '2027-01-04' })
  await query(approvalOf(paid, customer.bob))
  await query(
    `update payment_states set status = 'FUTURE_DATED', previous_status = status, step = step + 1, due_at = $2
     where payment_id = $1`,
    [paid, START],
  )
  await bank.work()
  assert.equal(await bank.statusOf(paid), 'PENDING_APPROVAL')
  assert.equal(await bank.approved(paid, customer.eve), 'VALIDATED')
})

test('an approval that is altered after the release holds the payment', async () => {
  const customer = await bank.customer()
  const paid = await bank.pay(customer, customer.ada, { paymentDate: '2027-01-04' })
  assert.equal(await bank.approved(paid, customer.bob), 'VALIDATED')
  await tamper(bank.service, 'update payment_approvals set client_id = $2, approver = $2 where payment_id = $1', [
    ...[paid, customer.eve.apiKey],
  ])
  assert.deepEqual(await namedFor(paid), [APPROVAL])
  await bank.work()
  assert.equal(await bank.statusOf(paid), 'HELD')
})

test('the institution does not approve by SQL', async () => {
  const customer = await bank.customer({})
  await bank.setCallBacks(customer)
  const paid = await bank.pay(customer, customer.ada, { speed: 'Express', paymentDate: '2027-01-04' })
  await query(approvalOf(paid, bank.service.tenant.client, { side: 'Institution' }))
  await query(
    `update payment_states set status = 'FUTURE_DATED', previous_status = status, step = step + 1, due_at = $2
     where payment_id = $1`,
    [paid, START],
  )
  await bank.work()
  assert.equal(await bank.statusOf(paid), 'PENDING_APPROVAL')
  assert.equal(dataOf(await bank.decide(paid, await bank.desk(), CALLED)).paymentStatus, 'VALIDATED')
})

// Approvals of trades

const TRADE = 'an approval of a trade was altered'

async function trade(of: Cautious): Promise<{ uid: string; path: string; quoteUUID: string }> {
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  const { quoteUUID } = dataOf(await bank.call('POST', '/v2/fx/quote', eurosBody(of.customerUID), of.ada))
  const uid = dataOf(await bank.call('PUT', '/v2/fx/accept', { quoteUUID }, of.ada), 202).approvalUID
  return { uid, quoteUUID, path: `/v1/customers/${of.customerUID}/approvals/fxTrade/${uid}` }
}
const approveTrade = async (path: string, client: TestClient) => {
  const { contentHash: hash } = dataOf(await bank.call('GET', path))
  return bank.call('PUT', `${path}/approve`, { contentHash: hash }, client)
}

test('approvals of a trade that SQL adds do not count, nor those of another trade', async () => {
  const customer = await bank.customer(TWO)
  const [one, other] = [await trade(customer), await trade(customer)]
  assert.equal(dataOf(await approveTrade(other.path, customer.bob)).status, 'Pending')
  const { apiKey } = await bank.clientOf(customer)
  const forged: Values[] = [
    { approval_id: one.uid },
    { approval_id: one.uid, approver: apiKey, client_id: apiKey, content_index: null },
  ]
  for (const values of forged) await query(copy('trade_approvals', values, `approval_id = '${other.uid}'`))
  assert.deepEqual(await namedFor(one.uid), [TRADE, TRADE])
  const after = dataOf(await approveTrade(one.path, customer.eve))
  assert.deepEqual([after.status, after.approvers.length], ['Pending', 1])
  assert.deepEqual(await namedFor(other.uid), [])
  assert.equal(dataOf(await approveTrade(other.path, customer.eve)).status, 'Approved')
})

test('a trade needs as many approvers as when it was asked for, and its quote ends without its proposal', async () => {
  const customer = await bank.customer(TWO)
  const { uid, path, quoteUUID } = await trade(customer)
  await tamper(bank.service, 'update approvals set approvers_needed = 1 where id = $1', [uid])
  assertRefused(await approveTrade(path, customer.bob), {
    status: 409,
    code: 'APPROVAL001',
    says: 'changed in the database',
  })
  dataOf(await bank.call('PUT', `${path}/reject`, { reason: 'not ours' }, customer.bob))
  const ended = { status: 409, code: 'FX002', says: 'altered' }
  assertRefused(await bank.call('PUT', '/v2/fx/accept', { quoteUUID }, customer.ada), ended)
})
