import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { addBusinessDays, BANKING_DAYS } from '../../src/kernel/business-calendar.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type NachaBatch, parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  type CallOptions,
  contactBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const PATHS = ['/v3/payments/debitrequest', '/payments/debitrequest']
/** 10:00 on a Wednesday in New York, between two collections of a sandbox. */
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

const send = (creditor: Payer, fields: object = {}, options: CallOptions = {}) =>
  service.call('POST', PATHS[0]!, debitBody(creditor, fields), options)
const collect = async (creditor: Payer, fields: object = {}): Promise<string> =>
  dataOf(await send(creditor, fields)).paymentUID
const pay = (payer: Payer, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields))
const read = async (uid: string) => dataOf(await service.call('GET', `/v3/payments/${uid}`))
const act = (action: string, uid: string, body: object = {}, options: CallOptions = {}) =>
  service.call('PUT', `/v3/payments/${uid}/${action}`, body, options)
const change = (method: string, path: string, body: object) => service.call(method, path, body)

/** The posted and the available balance of an account. */
async function balancesOf({ customerUID, accountUID }: Payer): Promise<[ledger: string, available: string]> {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  return [ledgerBalance, availableBalance]
}

/** Runs the worker until nothing is due at the clock's time. */
async function work() {
  for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
}
/** Has the next ACH file of a sandbox created and written. */
async function transmit() {
  await work()
  const { collection } = service.tenant.institution.settings.ach
  assert.ok(collection.kind === 'continuous')
  clock.advance({ seconds: collection.everySeconds })
  await work()
}
async function settle() {
  await transmit()
  clock.advance({ seconds: service.tenant.institution.settings.simulator.settleAfterSeconds })
  await work()
}
const settled = async (creditor: Payer, fields: object = {}): Promise<string> => {
  const uid = await collect(creditor, fields)
  await settle()
  assert.equal((await read(uid)).status, 'PROCESSED')
  return uid
}
const bookOut = async ({ accountUID }: Payer, amount: number) => {
  const body = { direction: 'Debit', amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  dataOf(await change('POST', `/v1/institution/accounts/${accountUID}/adjustments`, body), 201)
}
/** What the customer owes, by currency. */
const owedBy = async ({ customerUID }: Payer): Promise<string[]> => {
  const { receivables } = dataOf(await service.call('GET', `/v1/customers/${customerUID}/receivables`))
  return receivables.map(({ currency, amountOwed }: Record<string, string>) => `${currency} ${amountOwed}`)
}
const settlementBalance = async (): Promise<bigint> => {
  const [book] = await service.query<{ balance: bigint }>(
    `select credits_posted - debits_posted as balance from ledger_accounts where code = 'settlement:USD'`,
  )
  return book!.balance
}

/** Letters alone: a number that does not fit into a batch header is left out. */
const newName = () => `C ${randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`

/** The batches of a customer in all written files. */
async function batchesOf({ customerUID }: Payer): Promise<NachaBatch[]> {
  const { legalName } = dataOf(await service.call('GET', `/v2/customers/${customerUID}`))
  const directory = join(service.dataDir, 'rails', 'ach', 'out')
  const batches: NachaBatch[] = []
  for (const name of await readdir(directory)) {
    const parsed = parseNachaFile(await readFile(join(directory, name), 'utf8'))
    assert.ok(parsed.ok, name)
    batches.push(...parsed.file.batches)
  }
  const companyName = String(legalName).slice(0, 16).trim()
  return batches.filter(({ header }) => (header as { companyName?: string }).companyName?.trim() === companyName)
}

const debtor = { name: 'Ada Lund', contactType: 'Consumer' }
const returned = (achReturnCode: string) => ({ achReturnCode, returnNotes: 'test' })
const refused = { status: 402, code: 'PAYMENT002' }

for (const path of PATHS)
  test(`POST ${path} collects: the amount is available once the debit settles, not before`, async () => {
    const creditor = await createPayer(service, {
      balance: 10,
      customer: { legalName: newName() },
      contact: debtor,
    })
    const body = debitBody(creditor, { paymentAmount: 40.25 })
    const data = dataOf(await service.call('POST', path, body))
    const { externalReferenceId } = body as { externalReferenceId?: string }
    assert.deepEqual(data, {
      paymentUID: data.paymentUID,
      paymentStatus: 'VALIDATED',
      externalReferenceId,
      valueDate: '2026-07-01',
    })
    assert.deepEqual(await balancesOf(creditor), ['10.00', '10.00'])
    assertRefused(await pay(creditor, { paymentAmount: 10.01 }), { ...refused, says: 'available balance' })
    await transmit()
    assert.equal((await read(data.paymentUID)).status, 'TRANSMITTED')
    assert.deepEqual(await balancesOf(creditor), ['10.00', '10.00'])
    const [batch, ...others] = await batchesOf(creditor)
    assert.equal(others.length, 0)
    assert.deepEqual(
      [
        batch!.header.serviceClass,
        batch!.header.secCode,
        batch!.control.totalDebitCents,
        batch!.control.totalCreditCents,
      ],
      ['225', 'PPD', 40_25n, 0n],
    )
    assert.deepEqual(
      batch!.entries.map(({ detail }) => [detail.transactionCode, detail.accountNumber, detail.amountCents]),
      [['27', '700100200300', 40_25n]],
    )
    await settle()
    assert.deepEqual(await balancesOf(creditor), ['50.25', '50.25'])
    dataOf(await pay(creditor, { paymentAmount: 50.25 }))
  })

test('a debit can be read and searched, and has a timeline, like any payment, and shows its direction', async () => {
  const creditor = await createPayer(service, { balance: 0, contact: debtor })
  const uid = await settled(creditor, { paymentAmount: 12.5, paymentNotes: 'July' })
  const payment = await read(uid)
  assert.deepEqual(
    [payment.entryType, payment.status, payment.deliveryMethod, payment.speed, payment.paymentNotes],
    ['DEBIT', 'PROCESSED', 'ACH', 'Economy', 'July'],
  )
  assert.deepEqual(
    [payment.senderUID, payment.senderAccountNumber, payment.counterPartyId, payment.counterParty],
    [creditor.customerUID, creditor.accountNumber, creditor.contactUID, 'Ada Lund'],
  )
  assert.deepEqual(
    [payment.beneficiaryUID, payment.beneficiaryName, payment.bankFeePayer],
    [undefined, undefined, 'beneficiary'],
  )
  for (const search of [{ paymentUUID: uid }, { senderAccountNo: creditor.accountNumber }])
    assert.deepEqual(dataOf(await service.call('POST', '/v3/payments/search', search)), [payment])
  const { entries } = dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`))
  const transfers = entries.filter(({ kind }: { kind: string }) => kind === 'transfer')
  assert.deepEqual(
    transfers.map(({ transfer, amount, debit, credit }: Record<string, string>) => [transfer, amount, debit, credit]),
    [
      ['pending', '12.50', 'clearing', 'creditor'],
      ['post_pending', '12.50', 'clearing', 'creditor'],
    ],
  )
})

for (const [speed, says] of [
  ['Express', 'speed must be one of Economy, Economy Plus'],
  ['Instant', 'speed must be one of Economy, Economy Plus'],
] as const)
  test(`a debit at the speed ${speed} is refused, and the message lists the allowed speeds`, async () => {
    const creditor = await createPayer(service)
    assertRefused(await send(creditor, { speed }), { status: 400, code: 'PAYMENT002', says })
  })

test('a field that does not apply to debits is refused', async () => {
  const creditor = await createPayer(service)
  for (const fields of [{ additionalInfo: { fxContractNumber: '1' } }, { sender: { accountUID: creditor.accountUID } }])
    assertRefused(await send(creditor, fields), { status: 400, code: 'PAYMENT002' })
})

test('the SEC code is PPD for a consumer, CCD for a company, or the requested one of the two, if the account allows it', async () => {
  const secCodeOf = async (creditor: Payer, fields: object = {}) => {
    const preview = dataOf(await service.call('POST', `${PATHS[0]}/preview`, debitBody(creditor, fields)))
    return preview.secCode
  }
  const ofCompany = await createPayer(service)
  const ofConsumer = await createPayer(service, { contact: debtor })
  assert.deepEqual([await secCodeOf(ofCompany), await secCodeOf(ofConsumer)], ['CCD', 'PPD'])
  assert.equal(await secCodeOf(ofCompany, { additionalInfo: { secCode: 'ppd' } }), 'PPD')
  assertRefused(await send(ofCompany, { additionalInfo: { secCode: 'WEB' } }), {
    status: 400,
    code: 'PAYMENT002',
    says: 'SEC code',
  })
  const account = { accountFeatures: { achFeature: { secCodes: ['PPD'] } } }
  assertRefused(await send(await createPayer(service, { account })), {
    status: 400,
    code: 'PAYMENT002',
    says: 'SEC code',
  })
})

test("the batch has the account's company identification, if the account has one", async () => {
  const account = { accountFeatures: { achFeature: { achCompanyId: '9876543210' } } }
  const creditor = await createPayer(service, { account, customer: { legalName: newName() } })
  await collect(creditor)
  await transmit()
  const [batch] = await batchesOf(creditor)
  assert.equal((batch!.header as { companyIdentification?: string }).companyIdentification, '9876543210')
})

test('debits that can come back amount to at most the exposure limit of the account, whatever day they settle on', async () => {
  const account = { accountFeatures: { achFeature: { debitExposureLimit: '100.00' } } }
  const creditor = await createPayer(service, { account, balance: 500 })
  await collect(creditor, { paymentAmount: 60 })
  const says = 'limited to 100.00 USD: 60.00 USD are pending'
  assertRefused(await send(creditor, { paymentAmount: 40.01 }), { ...refused, says })
  const cancelled = await collect(creditor, { paymentAmount: 40 })
  assertRefused(await send(creditor, { paymentAmount: 0.01 }), { ...refused, says: '100.00 USD are pending' })
  dataOf(await act('cancel', cancelled))
  await transmit()
  assertRefused(await send(creditor, { paymentAmount: 40.01 }), { ...refused, says })
  await settle()
  assertRefused(await send(creditor, { paymentAmount: 40.01 }), {
    ...refused,
    says: 'settled ones count for 60.00 USD',
  })
  dataOf(await send(creditor, { paymentAmount: 40 }))
  dataOf(await pay(creditor, { paymentAmount: 300 }))
})

test('a stored exposure limit that is not a valid amount allows no debit', async () => {
  const creditor = await createPayer(service)
  const features = { achFeature: { debitExposureLimit: 'much' } }
  await service.query('update accounts set features = $2 where id = $1', [creditor.accountUID, features])
  assertRefused(await send(creditor), { ...refused, says: 'limited to 0.00 USD' })
})

test('an account that is not underwritten cannot collect', async () => {
  const account = { accountFeatures: { achFeature: { enableUnderWritten: 'No' } } }
  assertRefused(await send(await createPayer(service, { account })), { ...refused, says: 'is not underwritten' })
})

test('a debit counts against debit limits, and a credit against credit limits', async () => {
  const creditor = await createPayer(service)
  const limits = { ACH_DEBIT_LIMIT_PER_DAY: 100, ACH_CCD_DEBIT_TRANSACTION_LIMIT: 70, ACH_CREDIT_LIMIT_PER_DAY: 20 }
  const appLimits = Object.entries(limits).map(([key, value]) => ({ key, value }))
  dataOf(await change('PUT', `/v2/customers/${creditor.customerUID}`, { limits: [{ appName: 'Payments', appLimits }] }))
  assertRefused(await send(creditor, { paymentAmount: 70.01 }), { ...refused, says: 'ACH debits CCD per transaction' })
  const uid = await collect(creditor, { paymentAmount: 70 })
  assertRefused(await send(creditor, { paymentAmount: 30.01 }), { ...refused, says: 'with 30.00 USD left' })
  dataOf(await pay(creditor, { paymentAmount: 20 }))
  const query = { paymentRail: 'ACH', entryType: 'DEBIT' }
  const reply = await service.call('POST', `/v1/customers/${creditor.customerUID}/limits`, query)
  const day = dataOf(reply).limits.find(({ code }: { code: string }) => code === 'ACH_DEBIT_LIMIT_PER_DAY')
  assert.deepEqual([day.usedAmount, day.remainingLimit], [70, 30])
  dataOf(await act('cancel', uid))
  dataOf(await send(creditor, { paymentAmount: 70 }))
})

test('the return of a settled debit takes its amount back, once', async () => {
  const creditor = await createPayer(service, { balance: 5 })
  const uid = await settled(creditor, { paymentAmount: 40 })
  assert.deepEqual(await balancesOf(creditor), ['45.00', '45.00'])
  const before = await settlementBalance()
  dataOf(await act('return', uid, returned('R29')))
  assert.equal((await read(uid)).status, 'RETURNED')
  assert.deepEqual(await balancesOf(creditor), ['5.00', '5.00'])
  assert.equal(await settlementBalance(), before)
  assertRefused(await act('return', uid, returned('R29')), { status: 409, code: 'PAYMENT003' })
  assert.deepEqual(await balancesOf(creditor), ['5.00', '5.00'])
})

test('the return of an unsettled debit moves no money', async () => {
  const creditor = await createPayer(service, { balance: 5 })
  const uid = await collect(creditor)
  assertRefused(await act('return', uid, returned('R01')), { status: 409, code: 'PAYMENT003' })
  await transmit()
  dataOf(await act('return', uid, returned('R01')))
  assert.deepEqual(await balancesOf(creditor), ['5.00', '5.00'])
  await settle()
  assert.deepEqual(await balancesOf(creditor), ['5.00', '5.00'])
})

test('the creditor owes the amount of a returned debit that it no longer has, and the institution pays nothing', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const uid = await settled(creditor, { paymentAmount: 40 })
  await bookOut(creditor, 25.5)
  dataOf(await pay(creditor, { paymentAmount: 10 }))
  assert.deepEqual(await balancesOf(creditor), ['14.50', '4.50'])
  const before = await settlementBalance()
  dataOf(await act('return', uid, returned('R01')))
  assert.deepEqual(await balancesOf(creditor), ['10.00', '0.00'])
  assert.equal(before - (await settlementBalance()), 0n)
  assert.deepEqual(await owedBy(creditor), ['USD 35.50'])
  const { entries } = dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`))
  const step = entries.find(({ to }: { to?: string }) => to === 'RETURNED')
  const { settlement, ...evidence } = step.evidence
  assert.ok(settlement)
  assert.deepEqual(evidence, { ...returned('R01'), shortfall: '35.50' })
  const transfers = entries.filter(({ purpose }: { purpose?: string }) => purpose === 'return')
  assert.deepEqual(
    transfers.map(({ amount, debit, credit }: Record<string, string>) => [amount, debit, credit]),
    [
      ['4.50', 'creditor', 'clearing'],
      ['35.50', 'receivable', 'clearing'],
    ],
  )
})

test('a debit can be returned after its account was closed', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const uid = await settled(creditor, { paymentAmount: 40 })
  await bookOut(creditor, 40)
  const path = `/v3/customers/${creditor.customerUID}/accounts/${creditor.accountUID}`
  dataOf(await change('PATCH', path, { action: 'Close', reason: 'test' }))
  const before = await settlementBalance()
  dataOf(await act('return', uid, returned('R02')))
  assert.equal(before - (await settlementBalance()), 0n)
  assert.deepEqual(await owedBy(creditor), ['USD 40.00'])
})

test('an account cannot be closed while a debit to it is pending', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const uid = await collect(creditor)
  const path = `/v3/customers/${creditor.customerUID}/accounts/${creditor.accountUID}`
  const close = () => change('PATCH', path, { action: 'Close', reason: 'test' })
  assert.equal((await close()).status, 409)
  dataOf(await act('cancel', uid))
  dataOf(await close())
})

test('a debit can be cancelled until it is in a file; after that it settles even if the account is suspended', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const cancelled = await collect(creditor)
  dataOf(await act('cancel', cancelled))
  const uid = await collect(creditor)
  await transmit()
  assertRefused(await act('cancel', uid), { status: 409, code: 'PAYMENT003' })
  const path = `/v3/customers/${creditor.customerUID}/accounts/${creditor.accountUID}`
  dataOf(await change('PATCH', path, { action: 'Suspend', reason: 'test' }))
  assertRefused(await send(creditor), { ...refused, says: "the creditor's account is not active" })
  await settle()
  assert.deepEqual(await balancesOf(creditor), ['10.00', '10.00'])
  assert.equal((await read(cancelled)).status, 'CANCELLED')
})

test('a settled debit is reversed once, by an entry that credits the debtor, at the expense of the creditor', async () => {
  const creditor = await createPayer(service, {
    balance: 5,
    customer: { legalName: newName() },
    contact: debtor,
  })
  const uid = await settled(creditor, { paymentAmount: 40 })
  dataOf(await act('reverse', uid, { reversalNotes: 'Collected twice' }))
  assert.equal((await read(uid)).status, 'REVERSED')
  assert.deepEqual(await balancesOf(creditor), ['5.00', '5.00'])
  assertRefused(await act('reverse', uid), { status: 409, code: 'PAYMENT003' })
  await transmit()
  await transmit()
  const [, reversal, ...others] = await batchesOf(creditor)
  assert.equal(others.length, 0, 'it is sent once')
  const { header, control, entries } = reversal!
  assert.deepEqual(
    [header.serviceClass, header.secCode, control.totalDebitCents, control.totalCreditCents],
    ['220', 'PPD', 0n, 40_00n],
  )
  assert.equal((header as { companyEntryDescription?: string }).companyEntryDescription, 'REVERSAL')
  assert.deepEqual(
    entries.map(({ detail }) => [detail.transactionCode, detail.accountNumber, detail.amountCents]),
    [['22', '700100200300', 40_00n]],
  )
  const { entries: timeline } = dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`))
  const events = timeline.filter(({ kind }: { kind: string }) => kind === 'railMessage')
  assert.deepEqual(
    events.map(({ event }: { event: string }) => event),
    ['collected', 'sent', 'collected', 'sent'],
  )
  assert.equal(events[2].reference, (entries[0]!.detail as { traceNumber?: string }).traceNumber)
})

test('a reversed debit gives its amount back to the limits', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const appLimits = [{ key: 'ACH_DEBIT_LIMIT_PER_DAY', value: 100 }]
  dataOf(await change('PUT', `/v2/customers/${creditor.customerUID}`, { limits: [{ appName: 'Payments', appLimits }] }))
  const uid = await settled(creditor, { paymentAmount: 70 })
  assertRefused(await send(creditor, { paymentAmount: 30.01 }), { ...refused, says: 'with 30.00 USD left' })
  dataOf(await act('reverse', uid))
  dataOf(await send(creditor, { paymentAmount: 100 }))
})

test('a debit can be reversed only if the creditor still has its amount', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const uid = await settled(creditor, { paymentAmount: 40 })
  await bookOut(creditor, 0.01)
  assertRefused(await act('reverse', uid), { status: 402, code: 'PAYMENT003', says: 'no longer has the amount' })
  assert.deepEqual([(await read(uid)).status, await balancesOf(creditor)], ['PROCESSED', ['39.99', '39.99']])
})

test('a debit can be reversed until the fifth banking day after it settled, but not on the sixth', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const uids = [await collect(creditor), await collect(creditor)]
  await settle()
  const settledOn = clock.now().toZonedDateTimeISO('America/New_York').toPlainDate()
  const lastDay = addBusinessDays(settledOn, 5, BANKING_DAYS)
  const at = (date: Temporal.PlainDate) =>
    clock.set(date.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '12:00' }).toInstant())
  at(lastDay)
  dataOf(await act('reverse', uids[0]!))
  at(lastDay.add({ days: 1 }))
  assertRefused(await act('reverse', uids[1]!), {
    status: 409,
    code: 'PAYMENT003',
    says: `leaves after ${lastDay} 22:45 Eastern`,
  })
})

test('an account at the same institution cannot be debited, whatever its number', async () => {
  const other = await createPayer(service)
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: other.accountNumber }
  const creditor = await createPayer(service, { contact: { contactBank } })
  for (const fields of [{}, { paymentDate: '2026-12-01' }])
    assertRefused(await send(creditor, fields), { status: 400, code: 'PAYMENT002', says: 'held at this institution' })
  assert.deepEqual(await balancesOf(other), ['1000.00', '1000.00'])
})

test("only an approved contact of the creditor's own customer can be debited", async () => {
  const [creditor, other] = [await createPayer(service), await createPayer(service)]
  const says = "not a contact of the creditor's customer"
  assertRefused(await send({ ...creditor, contactUID: other.contactUID }), { status: 400, code: 'PAYMENT002', says })
  const careful = await createPayer(service, { customer: { legalEntityAccessSettings: { beneDualApproval: true } } })
  assertRefused(await send(careful), { ...refused, says: 'the contact cannot be debited until it is approved' })
})

test('a scheduled debit waits for its date, and is decided on that date', async () => {
  const account = { accountFeatures: { achFeature: { debitExposureLimit: 10 } } }
  const creditor = await createPayer(service, { balance: 0, account })
  const asked = clock.now().add({ hours: 48 }).toString().slice(0, 10)
  const { paymentUID, paymentStatus } = dataOf(await send(creditor, { paymentDate: asked }))
  assert.equal(paymentStatus, 'FUTURE_DATED')
  // The day asked for, or the next banking day.
  const { paymentDate } = await read(paymentUID)
  // A pending debit uses up the limit on the date, and frees it when it is cancelled.
  clock.set(`${paymentDate}T14:00:00.500Z`)
  const pending = await collect(creditor)
  await work()
  const waiting = await read(paymentUID)
  assert.deepEqual([waiting.status, /are pending/.test(waiting.failureReason)], ['FUTURE_DATED', true])
  dataOf(await act('cancel', pending))
  clock.advance({ seconds: 1_800 })
  await settle()
  assert.equal((await read(paymentUID)).status, 'PROCESSED')
  assert.deepEqual(await balancesOf(creditor), ['10.00', '10.00'])
})

test('a debit can recur, and each payment of the series is a debit', async () => {
  const creditor = await createPayer(service, { balance: 0 })
  const recurrence = { frequency: 'Daily', payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  const { recurranceId } = dataOf(await send(creditor, { paymentAmount: 7, recurrence }))
  const series = dataOf(await service.call('GET', `/v3/payments/recurrences/${recurranceId}`))
  assert.deepEqual([series.entryType, series.receiver.accountUID], ['DEBIT', creditor.contactUID])
  for (let days = 0; days < 8; days++) {
    await settle()
    clock.advance({ hours: 24 })
  }
  const found = dataOf(await service.call('POST', '/v3/payments/search', { senderAccountNo: creditor.accountNumber }))
  assert.deepEqual(
    found.map(({ entryType, status }: Record<string, string>) => [entryType, status]),
    [
      ['DEBIT', 'PROCESSED'],
      ['DEBIT', 'PROCESSED'],
    ],
  )
  assert.deepEqual(await balancesOf(creditor), ['14.00', '14.00'])
})

test('a debit waits for its approvers, and reserves nothing until then', async () => {
  const account = { accountFeatures: { achFeature: { debitExposureLimit: 10 } } }
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const creditor = await createPayer(service, { balance: 0, account, customer })
  const uid = await collect(creditor)
  assert.equal((await read(uid)).status, 'PENDING_APPROVAL')
  assertRefused(await act('approve', uid), { status: 403, code: 'PAYMENT003' })
  const client = await service.createClient(service.tenant, {})
  dataOf(await act('approve', uid, {}, { client }))
  assert.equal((await read(uid)).status, 'VALIDATED')
  await settle()
  assert.deepEqual(await balancesOf(creditor), ['10.00', '10.00'])
})

test('the same key collects once, and can also be used for a credit request', async () => {
  const creditor = await createPayer(service)
  const idempotencyKey = randomUUID()
  const body = debitBody(creditor)
  const [first, again] = [
    await service.call('POST', PATHS[0]!, body, { idempotencyKey }),
    await service.call('POST', PATHS[1]!, body, { idempotencyKey }),
  ]
  assert.deepEqual(dataOf(again), dataOf(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = debitBody(creditor, { paymentAmount: 11 })
  assertRefused(await service.call('POST', PATHS[0]!, other, { idempotencyKey }), { status: 409, code: 'REQ002' })
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(creditor), { idempotencyKey }))
})

for (const path of PATHS)
  test(`POST ${path}/preview shows the outcome of the debit, and stores nothing`, async () => {
    const account = { accountFeatures: { achFeature: { debitExposureLimit: 10 } } }
    const creditor = await createPayer(service, { balance: 0, account })
    const preview = async (fields: object = {}) =>
      dataOf(await service.call('POST', `${path}/preview`, debitBody(creditor, fields)))
    const { wouldBeRefused, paymentStatus, funds, deliveryMethod, fee } = await preview()
    assert.deepEqual([wouldBeRefused, paymentStatus, deliveryMethod], [false, 'VALIDATED', 'ACH'])
    assert.deepEqual(funds, { availableBalance: '0.00', needed: '0.00', isCovered: true })
    assert.equal(fee.bankFeePayer, 'beneficiary')
    const { refusals } = await preview({ paymentAmount: 10.01 })
    const reply = await send(creditor, { paymentAmount: 10.01 })
    assert.deepEqual(
      refusals.map(({ message }: { message: string }) => message),
      [reply.body.message],
    )
    await collect(creditor)
  })

test('the fee of a debit is held at acceptance, posted at settlement, and not refunded on a return', async () => {
  const fee = {
    application: 'Payments',
    currency: 'USD',
    name: 'Collection',
    product: 'Economy',
    tierBy: 'Amount',
  }
  dataOf(await change('POST', '/v1/institution/fees', { ...fee, tiers: [{ name: 'Debits', from: 0, flat: 0.5 }] }), 201)
  const creditor = await createPayer(service, { balance: 0.6 })
  const tier = { application: 'Payments', feeTier: 'Debits' }
  dataOf(await change('POST', `/v1/customers/${creditor.customerUID}/fees`, tier))
  const uid = await collect(creditor, { paymentAmount: 20 })
  assert.deepEqual(await balancesOf(creditor), ['0.60', '0.10'])
  assertRefused(await send(creditor), { ...refused, says: 'does not cover the fee of 0.50 USD' })
  await settle()
  assert.deepEqual(await balancesOf(creditor), ['20.10', '20.10'])
  dataOf(await act('return', uid, returned('R01')))
  assert.deepEqual(await balancesOf(creditor), ['0.10', '0.10'])
})

test('of many concurrent debits, exactly as many are accepted as the exposure limit allows', async () => {
  const account = { accountFeatures: { achFeature: { debitExposureLimit: 50 } } }
  const creditor = await createPayer(service, { balance: 0, account })
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(creditor)))
  assert.equal(replies.filter(({ status }) => status === 200).length, 5)
})
