import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { digText } from '../../src/rails/simulator/networks/dig.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactAbroad, deposit, type Market, openMarket } from '../support/fx-market.ts'
import { sentTransfer } from '../support/sent-messages.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
let market: Market
before(async () => {
  service = await startTestService({ clock, worker: false })
  market = await openMarket(service)
  for (const { tenant } of [service, market]) await setFees(tenant)
})
after(async () => {
  const said: string[] = []
  const institutions = [service.tenant.institution, market.tenant.institution]
  const differences = await verifyLedgers(service.app.db, institutions, (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

const BEN = { additionalInfo: { detailsOfCharges: 'BEN' } }

/** Ten dollars for a wire, five to another country, one for ACH, five cents for a book transfer. */
async function setFees({ client }: TestTenant) {
  const products = { FEDWIRE: 10, SWIFT: 5, ACH: 1, BOOK: 0.05 }
  for (const [product, flat] of Object.entries(products)) {
    const tiers = [{ name: 'Standard', from: 0, flat }]
    const fee = { application: 'Payments', currency: 'USD', name: product, product, tierBy: 'Amount', tiers }
    dataOf(await service.call('POST', '/v1/institution/fees', fee, { client }), 201)
  }
}
const charge = async (customerUID: string, { client }: TestTenant) => {
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await service.call('POST', `/v1/customers/${customerUID}/fees`, tier, { client }))
}
async function chargedPayer(options: Parameters<typeof createPayer>[1] = {}) {
  const payer = await createPayer(service, options)
  await charge(payer.customerUID, service.tenant)
  return payer
}
const pay = (payer: Payer, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, { speed: 'Express', ...fields }))
const collect = (creditor: Payer, fields: object = {}) =>
  service.call('POST', '/v3/payments/debitrequest', debitBody(creditor, fields))
const read = async (uid: string) => dataOf(await service.call('GET', `/v3/payments/${uid}`))
const act = async (action: string, uid: string, body: object = {}) =>
  dataOf(await service.call('PUT', `/v3/payments/${uid}/${action}`, body))
const returned = (achReturnCode: string) => ({ achReturnCode, returnNotes: 'returned' })
const balancesOf = async ({ customerUID, accountUID }: Payer) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  return [ledgerBalance, availableBalance]
}
/** What the fees have earned, and what the rails have paid (negative) or received, in cents. */
async function booksOf({ institution }: TestTenant): Promise<[income: bigint, settled: bigint]> {
  const [books] = await service.query<{ income: bigint; settled: bigint }>(
    `select sum(credits_posted - debits_posted) filter (where kind = 'income')::bigint as income,
       sum(debits_posted - credits_posted) filter (where kind = 'rail-settlement')::bigint as settled
     from ledger_accounts where tenant_id = $1 and currency = 'USD'`,
    [institution.tenantId],
  )
  return [books!.income, books!.settled]
}
async function changeOf(work: () => Promise<unknown>, tenant = service.tenant): Promise<bigint[]> {
  const before = await booksOf(tenant)
  await work()
  const after = await booksOf(tenant)
  return after.map((amount, place) => amount - before[place]!)
}
async function settle(tenant = service.tenant, rounds = 4) {
  for (let round = 0; round < rounds; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, tenant.institution.tenantId))
    for (const { run } of paymentLifeSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
}
const feesFrom = async (source: 'Account' | 'Proceeds') =>
  dataOf(await service.call('PUT', '/v1/institution', { debits: { feesFrom: source } }))

/** The amount of the message that pays, who bears its charges, and what was deducted. */
async function sentCharges(paymentUID: string) {
  const transfer = await sentTransfer(service, paymentUID)
  const amount = digText(transfer, 'IntrBkSttlmAmt', 'value')
  return [amount, digText(transfer, 'ChrgBr'), digText(transfer, 'ChrgsInf', 'Amt', 'value')]
}

test('charges BEN: the receiver of a wire gets the amount less the fee, and the message says so', async () => {
  const payer = await chargedPayer({ balance: 100 })
  const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 100, ...BEN }))
  assert.deepEqual(await balancesOf(payer), ['100.00', '0.00'], 'the fee is not taken besides the amount')
  assert.deepEqual(await changeOf(settle), [10_00n, -90_00n])
  assert.deepEqual(await balancesOf(payer), ['0.00', '0.00'])
  const { status, senderAmount, receiverAmount, bankFee, bankFeePayer } = await read(paymentUID)
  assert.deepEqual(
    [status, senderAmount, receiverAmount, bankFee, bankFeePayer],
    ['PROCESSED', '100.00', 90, '10.00', 'beneficiary'],
  )
  assert.deepEqual(await sentCharges(paymentUID), ['90.00', 'CRED', '10.00'])
  // What came back is what was sent: the fee was earned.
  const back = await changeOf(() => act('return', paymentUID, returned('AC01')))
  assert.deepEqual(back, [0n, 90_00n])
  assert.deepEqual(await balancesOf(payer), ['90.00', '90.00'])
})

test('charges OUR and SHA: the receiver gets the amount, and the customer pays the fee besides', async () => {
  for (const [detailsOfCharges, chargeBearer] of [
    ['OUR', 'DEBT'],
    ['sha', 'SHAR'],
  ]) {
    const payer = await chargedPayer()
    const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 100, additionalInfo: { detailsOfCharges } }))
    assert.deepEqual(await changeOf(settle), [10_00n, -100_00n])
    assert.deepEqual(await sentCharges(paymentUID), ['100.00', chargeBearer, undefined])
  }
})

test('charges BEN: an ACH entry has the amount less the fee, and a cancellation releases both', async () => {
  const payer = await chargedPayer()
  const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 20, speed: 'Economy', ...BEN }))
  assert.deepEqual(await changeOf(settle), [1_00n, -19_00n])
  assert.equal((await read(paymentUID)).status, 'PROCESSED')
  const other = dataOf(await pay(payer, { paymentAmount: 20, ...BEN })).paymentUID
  assert.deepEqual(await balancesOf(payer), ['980.00', '960.00'])
  await act('cancel', other)
  assert.deepEqual(await balancesOf(payer), ['980.00', '980.00'])
  assert.equal((await read(other)).bankFee, undefined)
})

test('charges BEN: a book transfer credits the amount less the fee, and its reversal takes that back', async () => {
  const receiver = await createPayer(service, { balance: 0 })
  const bank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  const payer = await chargedPayer({ contact: { contactBank: bank } })
  const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 100, ...BEN }))
  assert.deepEqual(
    [await balancesOf(payer), await balancesOf(receiver)],
    [
      ['900.00', '900.00'],
      ['99.95', '99.95'],
    ],
  )
  await act('reverse', paymentUID, { reversalNotes: 'wrong' })
  assert.deepEqual(
    [await balancesOf(payer), await balancesOf(receiver)],
    [
      ['999.95', '999.95'],
      ['0.00', '0.00'],
    ],
  )
})

test('charges BEN: a scheduled payment deducts the fee of its date', async () => {
  const payer = await chargedPayer()
  const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 100, paymentDate: '2026-07-02', ...BEN }))
  assert.equal((await read(paymentUID)).receiverAmount, 100)
  clock.set('2026-07-02T14:00:00.000Z')
  assert.deepEqual(await changeOf(settle), [10_00n, -90_00n])
  assert.equal((await read(paymentUID)).receiverAmount, 90)
})

test('charges BEN: the fee must leave a part of the amount', async () => {
  const payer = await chargedPayer()
  assertRefused(await pay(payer, { paymentAmount: 10, ...BEN }), {
    status: 400,
    code: 'PAYMENT002',
    says: 'fees of 10.00 USD',
  })
  const preview = dataOf(
    await service.call('POST', '/payments/creditrequest/preview', {
      ...creditBody(payer, { speed: 'Express', paymentAmount: 10.01, ...BEN }),
    }),
  )
  assert.deepEqual([preview.fee.amount, preview.fee.deducted, preview.funds.needed], ['10.00', '10.00', '10.01'])
  dataOf(await pay(payer, { paymentAmount: 10.01, ...BEN }))
})

test('charges BEN in another currency: the fee is deducted before the exchange, whichever amount is given', async () => {
  const { customerUID, accountUID, tenant, call } = market
  await charge(customerUID, tenant)
  await deposit(market, accountUID, 'USD', 10_000)
  const contactUID = await contactAbroad(market, 'EUR')
  const make = async (fields: object) => {
    const body = creditBody({ accountUID, contactUID }, { speed: 'SPOT', ...fields })
    return dataOf(await call('POST', '/payments/creditrequest', body))
  }
  const whole = await make({ paymentAmount: 495, paymentCurrency: 'USD' })
  const given = await make({ paymentAmount: 500, paymentCurrency: 'USD', ...BEN })
  assert.deepEqual([given.senderAmount, given.receiverAmount], ['500.00', whole.receiverAmount])
  const plain = await make({ paymentAmount: 400, paymentCurrency: 'EUR' })
  const asked = await make({ paymentAmount: 400, paymentCurrency: 'EUR', ...BEN })
  assert.equal(asked.senderAmount, plain.senderAmount, 'the customer pays what 400 euros cost, and no fee besides')
  assert.ok(asked.receiverAmount < 400 && asked.receiverAmount > 390, String(asked.receiverAmount))
  const shown = dataOf(await call('GET', `/payments/${asked.paymentUID}`))
  assert.deepEqual([shown.bankFee, shown.senderAmount], ['5.00', asked.senderAmount])
})

test("a debit's fee is held on the account, or comes out of what it collects", async () => {
  clock.set(START)
  const poor = await chargedPayer({ balance: 0 })
  assertRefused(await collect(poor, { paymentAmount: 50 }), { status: 402, code: 'PAYMENT002', says: 'fee of 1.00' })
  await feesFrom('Proceeds')
  const { paymentUID } = dataOf(await collect(poor, { paymentAmount: 50 }))
  assert.deepEqual(await balancesOf(poor), ['0.00', '0.00'])
  assert.deepEqual(await changeOf(settle), [1_00n, 50_00n])
  assert.deepEqual(await balancesOf(poor), ['49.00', '49.00'])
  const { status, bankFee } = await read(paymentUID)
  assert.deepEqual([status, bankFee], ['PROCESSED', '1.00'])
  // The debtor gets all of it back: the customer owes what its account does not have.
  assert.deepEqual(await changeOf(() => act('return', paymentUID, returned('R01'))), [0n, -50_00n])
  assert.deepEqual(await balancesOf(poor), ['0.00', '0.00'])
  const { receivables } = dataOf(await service.call('GET', `/v1/customers/${poor.customerUID}/receivables`))
  assert.equal(receivables[0].amountOwed, '1.00')
})

test('a debit that comes back before it settles has no proceeds, and pays no fee', async () => {
  await feesFrom('Proceeds')
  const poor = await chargedPayer({ balance: 0 })
  const { paymentUID } = dataOf(await collect(poor, { paymentAmount: 50 }))
  for (let rounds = 0; rounds < 3 && (await read(paymentUID)).status !== 'TRANSMITTED'; rounds++)
    await settle(service.tenant, 1)
  assert.equal((await read(paymentUID)).status, 'TRANSMITTED')
  assert.deepEqual(await changeOf(() => act('return', paymentUID, returned('R01'))), [0n, 0n])
  const { status, bankFee } = await read(paymentUID)
  assert.deepEqual([status, bankFee], ['RETURNED', undefined])
})

test('a debit whose fee leaves nothing of what it collects is refused', async () => {
  await feesFrom('Proceeds')
  const poor = await chargedPayer({ balance: 0 })
  assertRefused(await collect(poor, { paymentAmount: 1 }), { status: 400, code: 'PAYMENT002', says: 'leave nothing' })
  dataOf(await collect(poor, { paymentAmount: 1.01 }))
  await feesFrom('Account')
})
