import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import type { ReceivedCredit } from '../../src/rails/network.ts'
import { verifyReceipts } from '../../src/receipts/receipts.ts'
import { creditOf, type MessageBank, openMessageBank } from '../support/message-bank.ts'
import { createPayer, type Payer } from '../support/test-service.ts'

let bank: MessageBank
let payer: Payer
before(async () => {
  bank = await openMessageBank()
  payer = await createPayer(bank.service, { balance: 100 })
})
after(() => bank.stop())

const day = Temporal.PlainDate.from('2026-07-01')

/** Receives a credit, and returns its receipt. */
async function receives(fields: Partial<ReceivedCredit> = {}, accountNumber = payer.accountNumber) {
  const credit = creditOf(accountNumber, fields)
  const raised = await bank.says(credit.rail, [{ kind: 'received', credit }])
  assert.deepEqual(raised, [])
  return { credit, receipt: (await bank.receipts()).at(-1)! }
}

/** A credit of an instant network, which waits for our answer. */
const instant = (fields: Partial<ReceivedCredit> = {}) => ({
  ...{ rail: 'FEDNOW' as const, isSettled: false, answerBy: bank.clock.now().add({ seconds: 5 }) },
  ...fields,
})

const lastAnswer = () => bank.networkOf('FEDNOW').answers.at(-1)

async function assertProved() {
  const found = await bank.service.app.db.read(async (db) => [
    ...(await verifyPayments(db, bank.tenantId)),
    ...(await verifySettlements(db, bank.tenantId)),
    ...(await verifyReceipts(db, bank.tenantId)),
  ])
  assert.deepEqual(found, [])
  for (const rail of ['FEDWIRE', 'FEDNOW']) assert.equal(await bank.bookOf(`clearing:${rail}:USD`), 0n)
}

test('a settled credit is posted to its account at once, with what its message says', async () => {
  const before = Number((await bank.balance(payer)).available)
  const { credit, receipt } = await receives()
  assert.equal(receipt.status, 'POSTED')
  assert.equal(receipt['endToEndId'], 'INV-7')
  assert.equal(receipt['uetr'], credit.uetr)
  assert.deepEqual(receipt['addenda'], ['Invoice 7'])
  assert.deepEqual(receipt['originator'], {
    ...{ name: 'HIGHLAND BEANS', routingNumber: '021000021', bankName: 'Other Bank', accountNumber: '12345678' },
    address: { townName: 'Boise', country: 'US', lines: ['1 Main St'] },
  })
  assert.equal(Number((await bank.balance(payer)).available) - before, 25)
  await assertProved()
})

test('the same credit in another message is received once', async () => {
  const { credit } = await receives()
  const before = (await bank.receipts()).length
  assert.deepEqual(await bank.says('FEDWIRE', [{ kind: 'received', credit }]), [])
  assert.equal((await bank.receipts()).length, before)
})

test('a settled credit for no account, or in another currency, waits in suspense for a person', async () => {
  const { receipt } = await receives({}, '99999999999')
  assert.deepEqual(
    [receipt.status, receipt['reason'], receipt['suggestedReturn']],
    ['UNPOSTED', 'AccountUnknown', 'AC01'],
  )
  const other = await receives({ currency: 'EUR' })
  assert.deepEqual([other.receipt.status, other.receipt['reason']], ['UNPOSTED', 'OtherCurrency'])
  assert.equal(await bank.bookOf('clearing:FEDWIRE:EUR'), 0n)
  await assertProved()
})

test('a returned receipt leaves as a message, and its amount leaves suspense when that settles', async () => {
  const { receipt } = await receives()
  const path = `/v3/receipts/${receipt.receiptUID}/return`
  assert.equal((await bank.call('POST', path, { reason: 'R03' })).status, 409)
  const returned = await bank.call('POST', path, { reason: 'foCR' })
  assert.equal(returned.body.data.status, 'RETURN_QUEUED')
  assert.deepEqual(bank.networkOf('FEDWIRE').sentBack.at(-1), { receiptId: receipt.receiptUID, code: 'FOCR' })
  const settled = { kind: 'returnSettled', receiptId: receipt.receiptUID, code: '', reason: '' } as const
  for (const _ of [1, 2]) assert.deepEqual(await bank.says('FEDWIRE', [settled]), [])
  assert.equal((await bank.receipt(receipt.receiptUID)).status, 'RETURNED')
  await assertProved()
})

test('a return that the other side refuses comes back to a person', async () => {
  const { receipt } = await receives()
  await bank.call('POST', `/v3/receipts/${receipt.receiptUID}/return`, { reason: 'FOCR' })
  const refused = {
    kind: 'returnRejected',
    receiptId: receipt.receiptUID,
    code: 'AC01',
    reason: 'no such account',
  } as const
  assert.deepEqual(await bank.says('FEDWIRE', [refused]), [])
  const read = await bank.receipt(receipt.receiptUID)
  assert.deepEqual([read.status, read.reason], ['UNPOSTED', 'ReturnNotSent'])
  const accountUID = String(payer.accountUID)
  const assigned = await bank.call('POST', `/v3/receipts/${receipt.receiptUID}/assign`, { accountUID })
  assert.equal(assigned.body.data.status, 'POSTED')
  await assertProved()
})

test('an instant credit is accepted, pending, and posted when the network says that it settled', async () => {
  const before = Number((await bank.balance(payer)).available)
  const { credit, receipt } = await receives(instant())
  assert.deepEqual(lastAnswer(), { kind: 'accept' })
  assert.equal(receipt.status, 'PENDING')
  assert.equal(Number((await bank.balance(payer)).available), before)
  const settled = { kind: 'creditSettled', identity: credit.identity, settledOn: day } as const
  for (const _ of [1, 2]) assert.deepEqual(await bank.says('FEDNOW', [settled]), [])
  assert.equal((await bank.receipt(receipt.receiptUID)).status, 'POSTED')
  assert.equal(Number((await bank.balance(payer)).available) - before, 25)
  await assertProved()
})

test('an instant credit that the network does not settle moves no money', async () => {
  const { credit, receipt } = await receives(instant())
  const failed = { kind: 'creditFailed', identity: credit.identity, code: 'AB03', reason: 'time out' } as const
  for (const _ of [1, 2]) assert.deepEqual(await bank.says('FEDNOW', [failed]), [])
  assert.equal((await bank.receipt(receipt.receiptUID)).status, 'REJECTED')
  const settled = { kind: 'creditSettled', identity: credit.identity, settledOn: day } as const
  assert.equal((await bank.says('FEDNOW', [settled])).length, 1)
  await assertProved()
})

test('a credit that SQL gives another account moves no money, and a person is told why', async () => {
  const thief = await createPayer(bank.service)
  const before = Number((await bank.balance(thief)).available)
  const { credit, receipt } = await receives(instant())
  const move = 'update receipts set account_id = $2, customer_id = $3 where id = $1'
  await bank.service.query(move, [receipt.receiptUID, thief.accountUID, thief.customerUID])
  const honest = await receives(instant())
  for (const { identity } of [credit, honest.credit])
    await bank.says('FEDNOW', [{ kind: 'creditSettled', identity, settledOn: day }])
  assert.equal((await bank.receipt(honest.receipt.receiptUID)).status, 'POSTED')
  assert.equal((await bank.receipt(receipt.receiptUID)).status, 'PENDING')
  assert.equal(Number((await bank.balance(thief)).available), before)
  for (const said of [
    { kind: 'creditSettled', identity: credit.identity, settledOn: day },
    { kind: 'creditFailed', identity: credit.identity, code: 'AB03', reason: 'time out' },
    { kind: 'received', credit },
  ] as const) {
    const [raised] = await bank.says('FEDNOW', [said])
    assert.match(raised!.why, /is not what the service stored/)
  }
  await bank.service.query(move, [receipt.receiptUID, payer.accountUID, payer.customerUID])
  assert.deepEqual(
    await bank.says('FEDNOW', [{ kind: 'creditSettled', identity: credit.identity, settledOn: day }]),
    [],
  )
  await assertProved()
})

test('an instant credit for no account is rejected with the code, and one too late as well', async () => {
  const unknown = await receives(instant(), '99999999999')
  assert.equal(unknown.receipt.status, 'REJECTED')
  assert.deepEqual(lastAnswer(), { kind: 'reject', code: 'AC01', reason: 'No account has the number.' })
  const late = await receives(instant({ answerBy: bank.clock.now() }))
  assert.equal(late.receipt.status, 'REJECTED')
  assert.equal((lastAnswer() as { code: string }).code, 'AB05')
  await assertProved()
})

test('an instant credit under review is accepted without posting, with a clock, and answered when a person decides', async () => {
  await bank.service.query(
    `update institutions set settings = jsonb_set(settings, '{receipts}', '{"reviewCreditsFrom": 1000}')`,
  )
  const { credit, receipt } = await receives(instant({ amount: 1000_00n }))
  assert.deepEqual(lastAnswer(), { kind: 'acceptWithoutPosting' })
  assert.equal(receipt.status, 'SCREENING')
  const accept = `/v3/receipts/${receipt.receiptUID}/accept`
  assert.equal((await bank.call('POST', accept)).status, 409)
  await bank.says('FEDNOW', [{ kind: 'creditSettled', identity: credit.identity, settledOn: day }])
  const clocks = () =>
    bank.service.query<{ kind: string; state: string }>('select kind, state from obligations where subject_id = $1', [
      receipt.receiptUID,
    ])
  assert.deepEqual(await clocks(), [{ kind: 'FedNowFinalAnswer', state: 'Open' }])
  assert.equal((await bank.call('POST', accept)).body.data.status, 'POSTED')
  assert.deepEqual(lastAnswer(), { kind: 'accept' })
  assert.deepEqual(await clocks(), [{ kind: 'FedNowFinalAnswer', state: 'Met' }])
  await assertProved()
})

test('a customer sees its receipt, and neither the answer nor the work of the institution', async () => {
  const { receipt } = await receives()
  const client = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const seen = (await bank.service.call('GET', `/v3/receipts/${receipt.receiptUID}`, undefined, { client })).body.data
  assert.equal(seen.status, 'POSTED')
  assert.equal(seen.endToEndId, 'INV-7')
  assert.equal('answer' in seen, false)
})
