import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.500Z')

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

const call = (method: string, path: string, body?: object) => service.call(method, path, body)
const act = (action: string, uid: string, body: object = {}) => call('PUT', `/v3/payments/${uid}/${action}`, body)
const book = async ({ accountUID }: { accountUID: string }, direction: 'Credit' | 'Debit', amount: number) => {
  const body = { direction, amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  return dataOf(await call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, body), 201)
}
const balancesOf = async ({ customerUID, accountUID }: Pick<Payer, 'customerUID' | 'accountUID'>) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance, amountOwed } = dataOf(await call('GET', path))
  return [ledgerBalance, availableBalance, amountOwed]
}
const openAccount = async ({ customerUID }: Payer) => {
  const { accountUID } = dataOf(await call('POST', `/v3/customers/${customerUID}/accounts`, accountBody()), 201)
  return { customerUID, accountUID: String(accountUID) }
}
const close = ({ customerUID, accountUID }: Pick<Payer, 'customerUID' | 'accountUID'>) =>
  call('PATCH', `/v3/customers/${customerUID}/accounts/${accountUID}`, { action: 'Close', reason: 'test' })

async function settle() {
  for (let step = 0; step < 8; step++) {
    for (const sweep of paymentSweeps) while (await sweep.run(service.app, service.tenant.institution)) {}
    clock.advance({ seconds: 3 })
  }
}

/** A creditor that collected the amount, spent it, and then owes it. */
async function debtorOf(amount: number): Promise<Payer & { paymentUID: string }> {
  const creditor = await createPayer(service, { balance: 0 })
  const { paymentUID } = dataOf(
    await call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: amount })),
  )
  await settle()
  await book(creditor, 'Debit', amount)
  dataOf(await act('return', paymentUID, { achReturnCode: 'R01', returnNotes: 'test' }))
  return { ...creditor, paymentUID }
}

const transfersOf = async (paymentUID: string, purpose: string) => {
  const { entries } = dataOf(await call('GET', `/v3/payments/${paymentUID}/timeline`))
  return entries
    .filter((entry: { purpose?: string }) => entry.purpose === purpose)
    .map(({ amount, debit, credit }: Record<string, string>) => [amount, debit, credit])
}

test('an adjustment repays what the customer owes first, and leaves the rest', async () => {
  const debtor = await debtorOf(40)
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '40.00'])
  assert.equal((await book(debtor, 'Credit', 15)).availableBalance, '0.00')
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '25.00'])
  await book(debtor, 'Credit', 30)
  assert.deepEqual(await balancesOf(debtor), ['5.00', '5.00', '0.00'])
  await book(debtor, 'Credit', 1)
  assert.deepEqual(await balancesOf(debtor), ['6.00', '6.00', '0.00'])
})

test('a book transfer repays what its receiver owes, as a transfer of its own in the timeline', async () => {
  const debtor = await debtorOf(40)
  const payer = await createPayer(service, { balance: 100 })
  const body = transferBody({ from: payer.accountUID, to: debtor.accountUID, paymentAmount: 50 })
  const { paymentUID } = dataOf(await call('POST', '/payments/booktransfer', body))
  assert.deepEqual(await balancesOf(debtor), ['10.00', '10.00', '0.00'])
  assert.deepEqual(await transfersOf(paymentUID, 'repayment'), [['40.00', 'receiver', 'receivable']])
  // What repaid the debt is gone: the reversal finds only the rest.
  assertRefused(await act('reverse', paymentUID), { status: 402, code: 'PAYMENT003' })
})

test('a settled debit repays what the customer owes', async () => {
  const debtor = await debtorOf(40)
  const { paymentUID } = dataOf(await call('POST', '/payments/debitrequest', debitBody(debtor, { paymentAmount: 100 })))
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '40.00'])
  await settle()
  assert.deepEqual(await balancesOf(debtor), ['60.00', '60.00', '0.00'])
  // Returned in turn, it takes the rest, and the customer owes again.
  dataOf(await act('return', paymentUID, { achReturnCode: 'R01', returnNotes: 'test' }))
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '40.00'])
})

test('a payment that comes back repays what its sender owes', async () => {
  const debtor = await createPayer(service, { balance: 25 })
  const { paymentUID: sent } = dataOf(
    await call('POST', '/payments/creditrequest', creditBody(debtor, { paymentAmount: 25 })),
  )
  const { paymentUID } = dataOf(await call('POST', '/payments/debitrequest', debitBody(debtor, { paymentAmount: 40 })))
  await settle()
  await book(debtor, 'Debit', 40)
  dataOf(await act('return', paymentUID, { achReturnCode: 'R01', returnNotes: 'test' }))
  dataOf(await act('return', sent, { achReturnCode: 'R03', returnNotes: 'test' }))
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '15.00'])
})

test('money hidden in a hold repays when the hold is released', async () => {
  const debtor = await createPayer(service, { balance: 0 })
  const { paymentUID } = dataOf(await call('POST', '/payments/debitrequest', debitBody(debtor, { paymentAmount: 40 })))
  await settle()
  const hiding = dataOf(await call('POST', '/payments/creditrequest', creditBody(debtor, { paymentAmount: 40 })))
  dataOf(await act('return', paymentUID, { achReturnCode: 'R01', returnNotes: 'test' }))
  assert.deepEqual(await balancesOf(debtor), ['40.00', '0.00', '40.00'])
  dataOf(await act('cancel', hiding.paymentUID))
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '0.00'])
})

test('credits to every account of the customer in the currency repay, also one opened later; no other customer pays', async () => {
  const debtor = await createPayer(service, { balance: 0 })
  const before = await openAccount(debtor)
  const { paymentUID } = dataOf(await call('POST', '/payments/debitrequest', debitBody(debtor, { paymentAmount: 40 })))
  await settle()
  // What another account already has stays there; only what comes later repays.
  await book(before, 'Credit', 7)
  await book(debtor, 'Debit', 40)
  dataOf(await act('return', paymentUID, { achReturnCode: 'R01', returnNotes: 'test' }))
  assert.deepEqual(await balancesOf(before), ['7.00', '7.00', '40.00'])
  const later = await openAccount(debtor)
  await book(before, 'Credit', 10)
  await book(later, 'Credit', 20)
  assert.deepEqual(await balancesOf(before), ['7.00', '7.00', '10.00'])
  assert.deepEqual(await balancesOf(later), ['0.00', '0.00', '10.00'])
  const other = await createPayer(service, { balance: 5 })
  assert.deepEqual(await balancesOf(other), ['5.00', '5.00', '0.00'])
})

test('no account of the customer in the currency closes while something is owed; it closes once repaid', async () => {
  const debtor = await debtorOf(40)
  assertRefused(await close(debtor), { status: 409, code: 'ACC001', says: 'owes the institution money' })
  const path = `/v3/customers/${debtor.customerUID}/accounts/${debtor.accountUID}`
  assert.equal((await call('DELETE', path.replace('v3', 'v2'))).status, 409)
  const second = await openAccount(debtor)
  assert.equal((await close(second)).status, 409)
  await book(debtor, 'Credit', 40)
  dataOf(await close(second))
  dataOf(await close(debtor))
})

test('the institution writes off what is owed, at its loss; no more than is owed, and then credits stay', async () => {
  const debtor = await debtorOf(40)
  const path = `/v1/institution/customers/${debtor.customerUID}/receivables/write-offs`
  const body = (amount: number) => ({ amount, currency: 'USD', reason: 'Insolvent', externalReferenceId: 'loss-1' })
  const above = { status: 409, code: 'ACC001', says: 'owes 40.00 USD' }
  assertRefused(await call('POST', path, body(40.01)), above)
  const { amountOwed } = dataOf(await call('POST', path, body(30)), 201)
  assert.equal(amountOwed, '10.00')
  const losses = await service.query<{ lost: bigint }>(
    `select debits_posted - credits_posted as lost from ledger_accounts where code = 'adjustment-expense:USD'`,
  )
  assert.equal(losses[0]!.lost, 30_00n)
  await book(debtor, 'Credit', 15)
  assert.deepEqual(await balancesOf(debtor), ['5.00', '5.00', '0.00'])
  assertRefused(await call('POST', path, body(0.01)), { ...above, says: 'owes 0.00 USD' })
})

test('adjustmentCaps bound write-offs: each one, and together with the adjustments of the day', async () => {
  const debtor = await debtorOf(40)
  const path = `/v1/institution/customers/${debtor.customerUID}/receivables/write-offs`
  const body = (amount: number) => ({ amount, currency: 'USD', reason: 'Insolvent', externalReferenceId: 'loss-1' })
  const { adjustmentCaps } = dataOf(await call('GET', '/v1/institution'))
  const [day] = await service.query<{ used: bigint }>(
    `select used from adjustment_usage where currency = 'USD' order by business_date desc limit 1`,
  )
  // 25.00 are left of the day.
  const perDay = Number(day!.used) / 100 + 25
  const setCaps = (caps: object[]) => call('PUT', '/v1/institution', { adjustmentCaps: caps })
  try {
    dataOf(await setCaps([{ currency: 'USD', perBooking: 20, perDay }]))
    const over = { status: 402, code: 'ACC001' }
    assertRefused(await call('POST', path, body(20.01)), { ...over, says: 'adjustmentCaps.perBooking, 20.00 USD' })
    assert.equal(dataOf(await call('POST', path, body(20)), 201).amountOwed, '20.00')
    assertRefused(await call('POST', path, body(5.01)), { ...over, says: 'adjustmentCaps.perDay, 5.00 USD' })
    const adjusted = await call('POST', `/v1/institution/accounts/${debtor.accountUID}/adjustments`, {
      ...{ ...body(5.01), direction: 'Credit' },
    })
    assertRefused(adjusted, { ...over, says: 'adjustmentCaps.perDay, 5.00 USD' })
    assert.equal(dataOf(await call('POST', path, body(5)), 201).amountOwed, '15.00')
    assertRefused(await call('POST', path, body(0.01)), { ...over, says: '0.00 USD of' })
    dataOf(await setCaps([]))
    assertRefused(await call('POST', path, body(0.01)), {
      status: 403,
      code: 'ACC001',
      says: 'no adjustmentCaps for USD',
    })
  } finally {
    dataOf(await setCaps(adjustmentCaps))
  }
  assert.deepEqual(await balancesOf(debtor), ['0.00', '0.00', '15.00'])
})

test("a customer's client cannot write off its debt, and under dual control one administrator cannot either", async () => {
  const debtor = await debtorOf(20)
  const path = `/v1/institution/customers/${debtor.customerUID}/receivables/write-offs`
  const body = { amount: 20, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(debtor.customerUID) })
  assert.equal((await service.call('POST', path, body, { client: own })).status, 403)
  dataOf(await call('PUT', '/v1/institution', { dualControl: true }))
  try {
    assert.equal((await call('POST', path, body)).status, 202)
    assert.equal((await balancesOf(debtor))[2], '20.00')
  } finally {
    await service.query('update institutions set dual_control = false where tenant_id = $1', [
      service.tenant.institution.tenantId,
    ])
  }
})

test('the institution lists who owes; a customer no longer listed once it repaid', async () => {
  const debtor = await debtorOf(12)
  const listed = async () => {
    const rows = dataOf(await call('GET', '/v1/institution/receivables?page=1&limit=1000'))
    return rows.filter(({ customerUID }: { customerUID: string }) => customerUID === String(debtor.customerUID))
  }
  const [row, ...others] = await listed()
  assert.equal(others.length, 0)
  assert.deepEqual([row.currency, row.amountOwed, row.amountIncurred], ['USD', '12.00', '12.00'])
  await book(debtor, 'Credit', 12)
  assert.deepEqual(await listed(), [])
})

test('credits at the same time repay once: together no more than is owed', async () => {
  const debtor = await debtorOf(40)
  await Promise.all(Array.from({ length: 8 }, () => book(debtor, 'Credit', 10)))
  assert.deepEqual(await balancesOf(debtor), ['40.00', '40.00', '0.00'])
})
