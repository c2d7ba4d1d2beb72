import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { writtenBatchOf } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** What the batch of an entry says it is for, by the rules of the day on which it settles. */

const START = '2026-03-16T14:00:00Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

let cents = 1000
/** A day on which all rules hold. Clocks of a bank do not go back. */
const summer = () => clock.now().toString() < '2026-07' && clock.set('2026-07-01T14:00:00Z')
const person = (options: object = {}) =>
  createPayer(service, { contact: { ...contactBody(), contactType: 'Consumer' }, balance: 10_000, ...options })
const credit = (payer: Payer, fields: object) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields))
const debit = (payer: Payer, fields: object) => service.call('POST', '/payments/debitrequest', debitBody(payer, fields))

/** Runs the worker at the morning of a day, until payments have left. */
async function leaveOn(day: string) {
  if (!clock.now().toString().startsWith(day)) clock.set(`${day}T14:00:00Z`)
  for (let round = 0; round < 4; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))
    for (const { run } of paymentSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
}

async function descriptionOf(amount: number): Promise<string> {
  const { header } = await writtenBatchOf(service, BigInt(Math.round(amount * 100)))
  return header.record === 'batch header' || header.record === 'IAT batch header'
    ? header.companyEntryDescription.trim()
    : ''
}

/** An amount that no other entry has. */
const nextAmount = () => ++cents / 100

/** What the file says of a payment that is made today, and leaves today. */
async function saidOf(payer: Payer, additionalInfo: object, make = credit): Promise<string> {
  const paymentAmount = nextAmount()
  dataOf(await make(payer, { paymentAmount, additionalInfo }))
  await leaveOn(clock.now().toString().slice(0, 10))
  return descriptionOf(paymentAmount)
}

test('wages that were entered before March 20, 2026 say PAYROLL if they settle on it or later, a series too', async () => {
  clock.set(START)
  const payer = await person()
  const wages = { additionalInfo: { secCode: 'PPD', transactionTypeCode: 'SALA', companyEntryDescription: 'WAGES' } }
  const [early, late, weekly] = [nextAmount(), nextAmount(), nextAmount()]
  dataOf(await credit(payer, { paymentAmount: early, paymentDate: '2026-03-17', ...wages }))
  const beyond = await credit(payer, { paymentAmount: late, paymentDate: '2026-03-20', ...wages })
  assertRefused(beyond, { status: 400, code: 'PAYMENT002', says: /must be PAYROLL for wages and salaries/ })
  const plain = { secCode: 'PPD', transactionTypeCode: 'SALA' }
  dataOf(await credit(payer, { paymentAmount: late, paymentDate: '2026-03-23', additionalInfo: plain }))
  const recurrence = { frequency: 'Weekly', payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  dataOf(await credit(payer, { paymentAmount: weekly, paymentDate: '2026-03-17', recurrence, ...wages }))
  await leaveOn('2026-03-17')
  assert.deepEqual([await descriptionOf(early), await descriptionOf(weekly)], ['WAGES', 'WAGES'])
  for (const day of ['2026-03-23', '2026-03-24']) await leaveOn(day)
  assert.equal(await descriptionOf(late), 'PAYROLL')
  const headers = await service.query<{ content: string }>('select content from ach_files order by created_at')
  const said = headers.flatMap(({ content }) => content.split('\n').filter((line) => line.startsWith('5')))
  assert.equal(said.filter((line) => line.slice(53, 63) === 'PAYROLL   ').length, 2, 'the late payment and the series')
  assert.equal(said.filter((line) => line.slice(53, 63) === 'WAGES     ').length, 1, 'both left in one batch')
})

test('the batch says what the payment says, or else its account, or else its customer, or else PAYMENT', async () => {
  summer()
  const payer = await person()
  const set = async (path: string, body: object) => dataOf(await service.call('PUT', path, body))
  const customer = `/v2/customers/${payer.customerUID}`
  const account = `/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  const asAccount = (companyEntryDescription: string) =>
    set(account, { accountFeatures: { achFeature: { companyEntryDescription } } })
  const ofPpd = (fields: object = {}) => saidOf(payer, { secCode: 'PPD', ...fields })
  assert.equal(await ofPpd(), 'PAYMENT')
  const read = async (path: string) => dataOf(await service.call('GET', path))
  await set(customer, { companyEntryDescription: 'DUES' })
  assert.equal((await read(customer)).companyEntryDescription, 'DUES')
  assert.equal(await ofPpd(), 'DUES')
  await asAccount('GAS BILL')
  assert.equal((await read(account)).accountFeatures.achFeature.companyEntryDescription, 'GAS BILL')
  assert.equal(await ofPpd(), 'GAS BILL')
  assert.equal(await ofPpd({ companyEntryDescription: 'Rent 7' }), 'Rent 7')
  assert.equal(await ofPpd({ companyEntryDescription: '' }), 'GAS BILL', 'empty says nothing')
  assert.equal(await ofPpd({ transactionTypeCode: 'SALA' }), 'PAYROLL', 'the rules before all of them')
  assert.equal(await ofPpd({ companyEntryDescription: 'payroll' }), 'PAYROLL', 'words of the rules are in capitals')
  assert.equal(await saidOf(payer, { secCode: 'PPD' }, debit), 'GAS BILL', 'debits too')
  await asAccount('')
  assert.equal(await ofPpd(), 'DUES')
  await set(customer, { companyEntryDescription: null })
  assert.equal(await ofPpd(), 'PAYMENT')
})

test('online purchases say PURCHASE by WEB and by TEL, and TEL carries a description of its own', async () => {
  summer()
  const payer = await person()
  for (const secCode of ['WEB', 'TEL'])
    assert.equal(await saidOf(payer, { secCode, transactionTypeCode: 'EPAY' }, debit), 'PURCHASE')
  const both = { secCode: 'WEB', transactionTypeCode: 'EPAY', companyEntryDescription: 'PURCHASE' }
  assert.equal(await saidOf(payer, both, debit), 'PURCHASE')
  assert.equal(await saidOf(payer, { secCode: 'TEL', companyEntryDescription: 'PLEDGE' }, debit), 'PLEDGE')
  const other = await debit(payer, { additionalInfo: { ...both, companyEntryDescription: 'SHOP' } })
  assertRefused(other, { status: 400, code: 'PAYMENT002', says: /must be PURCHASE for online purchases/ })
})

const CREDIT_OF = { secCode: 'PPD' }
const reserved: [description: string, say: RegExp, make?: typeof credit, info?: object][] = [
  ['REVERSAL', /keep REVERSAL for reversals/],
  ['Reversals', /keep REVERSAL/],
  ['RETRY PYMT', /sent again after a return/],
  ['retry pymt', /sent again after a return/],
  ['RECLAIM', /keep RECLAIM/],
  ['NONSETTLED', /keep NONSETTLED/],
  ['REDEPCHECK', /keep REDEPCHECK/],
  ['NO CHECK', /keep NO CHECK/],
  ['AUTOENROLL', /keep AUTOENROLL/],
  ['RETURN FEE', /keep RETURN FEE for debits/],
  ['HCCLAIMPMT', /payments of health care claims by CCD/],
  ['HCCLAIMPMT', /payments of health care claims by CCD/, debit],
  ['ACCTVERIFY', /micro-entries, whose credits are below 1.00 USD/],
]
for (const [companyEntryDescription, says, make = credit, info = CREDIT_OF] of reserved)
  test(`${companyEntryDescription} is refused for a ${make === credit ? 'credit' : 'debit'} of PPD, and as it begins`, async () => {
    summer()
    const payer = await person()
    const additionalInfo = { ...info, companyEntryDescription }
    const refused = await make(payer, { paymentAmount: 1, additionalInfo })
    assertRefused(refused, { status: 400, code: 'PAYMENT002', says })
  })

test('the words of the rules are taken for the entries that they are kept for', async () => {
  summer()
  const payer = await person()
  const company = await createPayer(service)
  assert.equal(await saidOf(payer, { secCode: 'PPD', companyEntryDescription: 'RETURN FEE' }, debit), 'RETURN FEE')
  assert.equal(await saidOf(company, { secCode: 'CCD', companyEntryDescription: 'HCCLAIMPMT' }), 'HCCLAIMPMT')
  const micro = { paymentAmount: 0.99, additionalInfo: { secCode: 'PPD', companyEntryDescription: 'acctverify' } }
  dataOf(await credit(payer, micro))
  await leaveOn('2026-07-01')
  assert.equal(await descriptionOf(0.99), 'ACCTVERIFY')
  assert.equal(await saidOf(company, { secCode: 'CCD', companyEntryDescription: 'PAYROLL' }), 'PAYROLL', 'funding')
})

test('a default that the rules keep for other entries is not used for this one, and one for no entry is refused', async () => {
  summer()
  const payer = await person()
  const path = `/v2/customers/${payer.customerUID}`
  const account = `/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await service.call('PUT', path, { companyEntryDescription: 'HCCLAIMPMT' }))
  assert.equal(await saidOf(payer, { secCode: 'PPD' }), 'PAYMENT')
  const features = { accountFeatures: { achFeature: { companyEntryDescription: 'ACCTVERIFY' } } }
  dataOf(await service.call('PUT', account, features))
  assert.equal(await saidOf(payer, { secCode: 'PPD' }), 'PAYMENT')
  for (const companyEntryDescription of ['REVERSAL', 'reversals', 'RETRY PYMT', 'NONSETTLED', 'RECLAIM']) {
    const ofCustomer = await service.call('PUT', path, { companyEntryDescription })
    assertRefused(ofCustomer, { status: 400, code: 'CUST001', says: /companyEntryDescription: the rules of ACH keep/ })
    const achFeature = { companyEntryDescription }
    const ofAccount = await service.call('PUT', account, { accountFeatures: { achFeature } })
    assertRefused(ofAccount, { status: 400, code: 'ACC001', says: /companyEntryDescription: the rules of ACH keep/ })
  }
})

test('a description that no batch carries is refused: too long, blank, zeros, or not ASCII', async () => {
  summer()
  const payer = await person()
  for (const companyEntryDescription of [
    'x'.repeat(11),
    ' ',
    ' RENT',
    'RENT ',
    '0',
    '0000000000',
    'LÖHNE',
    'A\tB',
    '\n',
  ]) {
    const additionalInfo = { secCode: 'PPD', companyEntryDescription }
    assert.equal((await credit(payer, { additionalInfo })).status, 400, JSON.stringify(companyEntryDescription))
    const customer = await service.call('PUT', `/v2/customers/${payer.customerUID}`, { companyEntryDescription })
    assert.equal(customer.status, 400, JSON.stringify(companyEntryDescription))
  }
  const wire = await credit(payer, { speed: 'Express', additionalInfo: { companyEntryDescription: 'RENT' } })
  assertRefused(wire, {
    status: 400,
    code: 'PAYMENT002',
    says: 'has no place for additionalInfo.companyEntryDescription',
  })
})

test('the client of a customer sets the description of its own, and under its own approvals', async () => {
  summer()
  const payer = await person()
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const path = `/v2/customers/${payer.customerUID}`
  dataOf(await service.call('PUT', path, { companyEntryDescription: 'DUES' }, { client }))
  assert.equal(await saidOf(payer, { secCode: 'PPD' }), 'DUES')
  const other = await person()
  const foreign = await service.call(
    'PUT',
    `/v2/customers/${other.customerUID}`,
    { companyEntryDescription: 'X' },
    { client },
  )
  assert.equal(foreign.status, 403)
  const approvals = { legalEntityAccessSettings: { customerDualApproval: true } }
  dataOf(await service.call('PUT', path, approvals))
  dataOf(await service.call('PUT', path, { companyEntryDescription: 'RENT' }, { client }))
  assert.equal(dataOf(await service.call('GET', path)).companyEntryDescription, 'DUES', 'it waits')
})
