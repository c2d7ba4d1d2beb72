import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService({ clock: movingClock() })
})
after(() => service.stop())

const body = (fields: object = {}) => ({
  direction: 'Credit',
  amount: 10,
  currency: 'USD',
  reason: 'cash at the counter',
  externalReferenceId: 'teller-1',
  ...fields,
})
const adjust = ({ accountUID }: { accountUID: string }, fields: object = {}) =>
  service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, body(fields))

async function balancesOf({ customerUID, accountUID }: Payer) {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  return { ledgerBalance, availableBalance }
}

test('a credit and a debit change the balance at once, and the reply shows the new balances', async () => {
  const payer = await createPayer(service, { balance: 0 })
  const credited = dataOf(await adjust(payer, { amount: 100.1, externalReferenceId: 'teller-7' }), 201)
  assert.match(credited.adjustmentUID, /^[0-9a-f-]{36}$/)
  assert.deepEqual(credited, {
    adjustmentUID: credited.adjustmentUID,
    accountUID: payer.accountUID,
    direction: 'Credit',
    amount: '100.10',
    currency: 'USD',
    externalReferenceId: 'teller-7',
    contraAccount: 'settlement',
    ledgerBalance: '100.10',
    availableBalance: '100.10',
  })
  for (const direction of ['Debit', 'debit', 'DEBIT'])
    assert.equal(dataOf(await adjust(payer, { direction, amount: 0.1 }), 201).direction, 'Debit')
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '99.80', availableBalance: '99.80' })
})

test('a debit can take exactly the available balance, one cent more is refused with 402, and holds are not available', async () => {
  const payer = await createPayer(service, { balance: 100 })
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 60 })))
  assertRefused(await adjust(payer, { direction: 'Debit', amount: 40.01 }), {
    status: 402,
    code: 'ACC001',
    says: 'available balance',
  })
  const { ledgerBalance, availableBalance } = dataOf(await adjust(payer, { direction: 'Debit', amount: 40 }), 201)
  assert.deepEqual([ledgerBalance, availableBalance], ['60.00', '0.00'])
})

/** Posted credits less debits of the institution's accounts, by code. */
async function booksOf(codes: string): Promise<Record<string, bigint>> {
  const rows = await service.query<{ code: string; balance: bigint }>(
    'select code, credits_posted - debits_posted as balance from ledger_accounts where tenant_id = $1 and code like $2',
    [service.tenant.institution.tenantId, codes],
  )
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]))
}

test('an adjustment is posted against the contra account that it names, and an account that is not on the list is refused', async () => {
  const payer = await createPayer(service, { balance: 0 })
  const ownFunds = await booksOf('settlement:USD')
  for (const [direction, amount, contraAccount] of [
    ['Credit', 100, 'adjustment-cash'],
    ['Debit', 30, 'Adjustment-Cash'],
    ['Debit', 5, 'adjustment-expense'],
  ] as const) {
    const { contraAccount: shown } = dataOf(await adjust(payer, { direction, amount, contraAccount }), 201)
    assert.equal(shown, contraAccount.toLowerCase())
  }
  assert.deepEqual(await booksOf('adjustment-%'), { 'adjustment-cash:USD': -70_00n, 'adjustment-expense:USD': 5_00n })
  assert.deepEqual(await booksOf('settlement:USD'), ownFunds)
  for (const contraAccount of ['clearing', 'fees', 'fx-result', 'customer', 'adjustment-cash:USD', ''])
    assertRefused(await adjust(payer, { contraAccount }), { status: 400, code: 'ACC001', says: 'contraAccount' })
  assert.deepEqual(await booksOf('adjustment-%'), { 'adjustment-cash:USD': -70_00n, 'adjustment-expense:USD': 5_00n })
})

test('simultaneous debits never take more than the balance', async () => {
  const payer = await createPayer(service, { balance: 10 })
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => adjust(payer, { direction: 'Debit', amount: 0.5 })),
  )
  assert.equal(replies.filter(({ status }) => status === 201).length, 20)
  for (const reply of replies.filter(({ status }) => status !== 201))
    assertRefused(reply, { status: 402, code: 'ACC001' })
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '0.00', availableBalance: '0.00' })
})

test('an amount that is not positive, has too many decimals or is too large is refused', async () => {
  const payer = await createPayer(service)
  for (const amount of [0, -0, -1, 0.001, 2 ** 53, 1e300, 'ten', '1e1', '', null, true, [10], {}])
    assertRefused(await adjust(payer, { amount }), { status: 400, code: 'ACC001', says: 'amount' })
  assert.equal((await balancesOf(payer)).ledgerBalance, '1000.00')
})

test("a currency other than the account's is refused", async () => {
  const payer = await createPayer(service)
  assertRefused(await adjust(payer, { currency: 'EUR' }), { status: 400, code: 'ACC001', says: 'currency must be USD' })
  assertRefused(await adjust(payer, { currency: 'XXX' }), { status: 400, code: 'ACC001' })
})

test('a missing field, an unknown field and an unknown direction are refused by name', async () => {
  const payer = await createPayer(service)
  for (const field of Object.keys(body()))
    assertRefused(await adjust(payer, { [field]: undefined }), {
      status: 400,
      code: 'ACC001',
      says: `${field} is required`,
    })
  assertRefused(await adjust(payer, { amont: 10 }), { status: 400, code: 'ACC001', says: 'amont is not a field' })
  assertRefused(await adjust(payer, { direction: 'Both' }), { status: 400, code: 'ACC001', says: 'Credit, Debit' })
})

test('an unknown account is 404, an accountUID that is not a number is 400', async () => {
  assertRefused(await adjust({ accountUID: '999999999' }), { status: 404, code: 'ACC001' })
  assertRefused(await adjust({ accountUID: 'mine' }), { status: 400, code: 'ACC001', says: 'accountUID' })
})

test("only a client of the institution's own entity can adjust: a customer's client gets 403 even for its own account", async () => {
  const payer = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const path = `/v1/institution/accounts/${payer.accountUID}/adjustments`
  assertRefused(await service.call('POST', path, body(), { client }), { status: 403, code: 'AUTH002' })
})

test('every adjustment has two sides, so the books balance in each currency', async () => {
  const payer = await createPayer(service, { account: { currency: 'JPY' }, balance: 5000 })
  dataOf(await adjust(payer, { direction: 'Debit', amount: 1, currency: 'JPY' }), 201)
  const rows = await service.query<{ difference: bigint }>(
    'select sum(debits_posted - credits_posted)::bigint as difference from ledger_accounts group by currency',
  )
  assert.ok(rows.length >= 2)
  for (const { difference } of rows) assert.equal(difference, 0n)
})

test('money returned to a deleted account goes to suspense; the account takes no credit and has nothing to debit', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const payment = creditBody(payer, { paymentAmount: 100, speed: 'Instant' })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', payment))
  await eventually('the payment has settled', async () => {
    for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
    return dataOf(await service.call('GET', `/payments/${paymentUID}`)).status === 'PROCESSED'
  })
  dataOf(await service.call('DELETE', `/v2/customers/${payer.customerUID}/accounts/${payer.accountUID}`))
  const returned = { achReturnCode: 'AC04', returnNotes: 'account closed' }
  dataOf(await service.call('PUT', `/payments/${paymentUID}/return`, returned))
  assertRefused(await adjust(payer), { status: 404, code: 'ACC001' })
  assertRefused(await adjust(payer, { direction: 'Debit', amount: 0.01 }), { status: 402, code: 'ACC001' })
  const items = dataOf(
    await service.call('GET', `/v1/institution/suspense?page=1&limit=10&customerUID=${payer.customerUID}`),
  )
  assert.deepEqual(
    items.map(({ reason, amount }: Record<string, string>) => [reason, amount]),
    [['AccountClosed', '100.00']],
  )
})
