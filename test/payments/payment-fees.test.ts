import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
  const fees = [
    {
      name: 'Wire',
      product: 'FEDWIRE',
      tierBy: 'Amount',
      tiers: [
        { name: 'Standard', from: 0, flat: 10 },
        { name: 'High value', from: 1_000, percentage: 1, maximum: 25 },
      ],
    },
    { name: 'Priority', product: 'Economy Plus', tierBy: 'Amount', tiers: [{ name: 'Standard', from: 0, flat: 0.5 }] },
    {
      name: 'Origination',
      product: 'ACH',
      tierBy: 'Count',
      tiers: [
        { name: 'Standard', from: 0, flat: 0.3 },
        { name: 'Volume', from: 3, flat: 0.1 },
      ],
    },
    { name: 'Transfer', product: 'BOOK', tierBy: 'Amount', tiers: [{ name: 'Standard', from: 0, flat: 0.05 }] },
  ]
  for (const fee of fees) {
    const body = { application: 'Payments', currency: 'USD', ...fee }
    dataOf(await service.call('POST', '/v1/institution/fees', body), 201)
  }
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

async function chargedPayer(options: Parameters<typeof createPayer>[1] = {}, tier: object = { feeTier: 'Standard' }) {
  const payer = await createPayer(service, options)
  const body = { application: 'Payments', ...tier }
  dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, body))
  return payer
}
const pay = (payer: Payer, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields))
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const feeOf = async (payer: Payer, fields: object = {}) =>
  (await read(dataOf(await pay(payer, fields)).paymentUID)).bankFee
const balancesOf = async ({ customerUID, accountUID }: Payer) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  return [ledgerBalance, availableBalance]
}
async function incomeOf(): Promise<bigint> {
  const [book] = await service.query<{ income: bigint }>(
    `select sum(credits_posted - debits_posted)::bigint as income from ledger_accounts where tenant_id = $1 and code like 'fees:USD:%'`,
    [service.tenant.institution.tenantId],
  )
  return book!.income
}
async function work() {
  for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
  clock.advance({ seconds: 10 })
  for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
}

test('a customer without a tier pays no fee', async () => {
  const payer = await createPayer(service)
  assert.equal(await feeOf(payer, { speed: 'Express' }), undefined)
  assert.deepEqual(await balancesOf(payer), ['1000.00', '990.00'])
})

test('the fee is held with the amount and becomes income when the payment settles', async () => {
  const payer = await chargedPayer()
  const before = await incomeOf()
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Express', paymentAmount: 100 }))
  assert.deepEqual(await balancesOf(payer), ['1000.00', '890.00'])
  assert.equal((await read(paymentUID)).bankFee, '10.00')
  assert.equal(await incomeOf(), before)
  await work()
  assert.deepEqual(await balancesOf(payer), ['890.00', '890.00'])
  assert.equal(await incomeOf(), before + 1000n)
})

test('the available balance must cover the amount and the fee, to the cent', async () => {
  const payer = await chargedPayer({ balance: 110 })
  assertRefused(await pay(payer, { speed: 'Express', paymentAmount: 100.01 }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'fee of 10.00 USD',
  })
  dataOf(await pay(payer, { speed: 'Express', paymentAmount: 100 }))
  assert.deepEqual(await balancesOf(payer), ['110.00', '0.00'])
})

test("the customer's fee account in the payment's currency pays the fee, if it has one", async () => {
  const payer = await chargedPayer()
  const path = `/v3/customers/${payer.customerUID}/accounts`
  const { accountUID } = dataOf(await service.call('POST', path, accountBody({ feeAccount: 'Yes' })), 201)
  assertRefused(await pay(payer, { speed: 'Express' }), { status: 402, code: 'PAYMENT002', says: 'fee of 10.00 USD' })
  const deposit = { direction: 'Credit', amount: 15, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  dataOf(await service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, deposit), 201)
  dataOf(await pay(payer, { speed: 'Express', paymentAmount: 100 }))
  assert.deepEqual(await balancesOf(payer), ['1000.00', '900.00'])
  assert.deepEqual(await balancesOf({ ...payer, accountUID }), ['15.00', '5.00'])
})

test('the amount selects the tier, and the tier of the customer applies from the first payment', async () => {
  const standard = await chargedPayer({ balance: 10_000 })
  assert.equal(await feeOf(standard, { speed: 'Express', paymentAmount: 999.99 }), '10.00')
  assert.equal(await feeOf(standard, { speed: 'Express', paymentAmount: 1_000 }), '10.00')
  assert.equal(await feeOf(standard, { speed: 'Express', paymentAmount: 2_000 }), '20.00')
  const high = await chargedPayer({ balance: 10_000 }, { feeTier: 'High value', feeName: 'Wire' })
  assert.equal(await feeOf(high, { speed: 'Express', paymentAmount: 100 }), '1.00')
  assert.equal(await feeOf(high, { speed: 'Express', paymentAmount: 5_000 }), '25.00')
})

test('fees for the speed and the rail are charged together, and a count restarts each month', async () => {
  clock.set('2026-07-30T14:00:00.000Z')
  const payer = await chargedPayer()
  assert.equal(await feeOf(payer, { speed: 'Economy Plus' }), '0.80')
  assert.equal(await feeOf(payer), '0.30')
  assert.equal(await feeOf(payer), '0.10')
  assert.equal(await feeOf(payer, { speed: 'Economy Plus' }), '0.60')
  clock.set('2026-08-03T14:00:00.000Z')
  assert.equal(await feeOf(payer), '0.30')
})

test('the fee of a cancelled payment is released; the fee of a returned payment is kept', async () => {
  const payer = await chargedPayer()
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Express', paymentAmount: 100 }))
  dataOf(await service.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  assert.deepEqual(await balancesOf(payer), ['1000.00', '1000.00'])
  assert.equal((await read(paymentUID)).bankFee, undefined)
  const sent = dataOf(await pay(payer, { speed: 'Express', paymentAmount: 100 })).paymentUID
  await work()
  const body = { achReturnCode: 'AC01', returnNotes: 'No account' }
  dataOf(await service.call('PUT', `/payments/${sent}/return`, body))
  assert.deepEqual(await balancesOf(payer), ['990.00', '990.00'])
  assert.equal((await read(sent)).bankFee, '10.00')
})

test('a payment that ends unsent no longer counts towards the tiers of a fee; one that was sent counts', async () => {
  clock.set('2026-08-04T14:00:00.000Z')
  const payer = await chargedPayer()
  const first = dataOf(await pay(payer)).paymentUID
  const second = dataOf(await pay(payer)).paymentUID
  for (const uid of [first, second]) {
    assert.equal((await read(uid)).bankFee, '0.30')
    dataOf(await service.call('PUT', `/payments/${uid}/cancel`, {}))
  }
  // Without the two cancelled payments, it is the first of the month again.
  assert.equal(await feeOf(payer), '0.30')
  const sent = dataOf(await pay(payer)).paymentUID
  assert.equal((await read(sent)).bankFee, '0.30')
  await work()
  dataOf(await service.call('PUT', `/payments/${sent}/return`, { achReturnCode: 'R03', returnNotes: 'No account' }))
  assert.equal(await feeOf(payer), '0.10', 'two were sent, although one came back')
})

test('a free payment counts towards the tiers, until it is cancelled', async () => {
  const tiers = [
    { name: 'Free', from: 0, flat: 0 },
    { name: 'Paid', from: 2, flat: 1 },
  ]
  const fee = {
    application: 'Payments',
    currency: 'USD',
    name: 'Free wires',
    product: 'FEDWIRE',
    tierBy: 'Count',
    tiers,
  }
  dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  const payer = await chargedPayer({}, { feeTier: 'Free', feeName: 'Free wires' })
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Express' }))
  assert.equal((await read(paymentUID)).bankFee, undefined)
  dataOf(await service.call('PUT', `/payments/${paymentUID}/cancel`, {}))
  assert.equal(await feeOf(payer, { speed: 'Express' }), undefined)
  assert.equal(await feeOf(payer, { speed: 'Express' }), '1.00')
})

test('each fee of a payment has its own income account, and its own number in the general ledger', async () => {
  const payer = await chargedPayer()
  const fees = dataOf(await service.call('GET', '/v1/institution/fees?page=1&limit=50'))
  const codeOf = (name: string) => `fees:USD:${fees.find((fee: { name: string }) => fee.name === name).feeId}`
  const [priority, origination] = [codeOf('Priority'), codeOf('Origination')]
  const books = async () => {
    const path = '/v1/institution/ledger/accounts?page=1&limit=100&currency=USD'
    const accounts: { account: string; balance: string; glAccount: string }[] = dataOf(await service.call('GET', path))
    const found = [priority, origination].map((code) => accounts.find(({ account }) => account === code)!)
    assert.ok(!accounts.some(({ account }) => account === 'fees:USD'))
    return found.map(({ balance, glAccount }) => [balance, glAccount] as const)
  }
  for (let rounds = 0; rounds < 3; rounds++) await work()
  const before = await books()
  const glAccounts = [{ account: origination, glAccount: '4011' }]
  dataOf(await service.call('PUT', '/v1/institution', { books: { glAccounts } }))
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Economy Plus' }))
  assert.equal((await read(paymentUID)).bankFee, '0.80')
  for (let rounds = 0; rounds < 3; rounds++) await work()
  assert.equal((await read(paymentUID)).status, 'PROCESSED')
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const after = await books()
  assert.deepEqual(
    after.map(([balance, glAccount], place) => [cents(balance) - cents(before[place]![0]), glAccount]),
    [
      [50n, '4010'],
      [30n, '4011'],
    ],
  )
})

test('a book transfer pays its fee immediately', async () => {
  const receiver = await createPayer(service, { balance: 0 })
  const bank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  const payer = await chargedPayer({ contact: { contactBank: bank } })
  const before = await incomeOf()
  assert.equal(await feeOf(payer, { paymentAmount: 100 }), '0.05')
  assert.deepEqual(await balancesOf(payer), ['899.95', '899.95'])
  assert.equal(await incomeOf(), before + 5n)
})

test('a future-dated payment is charged the fee of its payment date', async () => {
  const payer = await chargedPayer()
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Express', paymentDate: '2026-08-10' }))
  assert.equal((await read(paymentUID)).bankFee, undefined)
  clock.set('2026-08-10T14:00:00.000Z')
  await work()
  assert.equal((await read(paymentUID)).bankFee, '10.00')
})
