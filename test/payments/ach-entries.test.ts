import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { achReference } from '../../src/rails/ach/entry-texts.ts'
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

/** What ACH entries say, by the bytes of the files that leave. */

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const credit = (payer: Payer, fields: object, idempotencyKey?: string) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields), idempotencyKey ? { idempotencyKey } : {})
const debit = (payer: Payer, fields: object) => service.call('POST', '/payments/debitrequest', debitBody(payer, fields))
const person = (name = 'Ada Lovelace') =>
  createPayer(service, { contact: { ...contactBody(), name, contactType: 'Consumer' } })

/** Runs the worker until payments have left. */
async function leave() {
  for (let round = 0; round < 4; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))
    for (const { run } of paymentSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
}

const batchOf = (cents: bigint) => writtenBatchOf(service, cents)

/** The SEC code, the fields of the entry with this amount, and its payment related information. */
async function entryOf(cents: bigint): Promise<{ secCode: string; information: string[] } & Record<string, unknown>> {
  const { header, entries } = await batchOf(cents)
  const { detail, addenda } = entries.find((entry) => entry.detail.amountCents === cents)!
  const information = addenda.map((one) => (one.record === 'addenda 05' ? one.paymentRelatedInformation : ''))
  return { secCode: header.secCode, ...(detail as unknown as Record<string, unknown>), information }
}

test('what an entry spells otherwise or cuts off is in the answer, again for the same key, and in the preview', async () => {
  const payer = await person('Ольга Иванова-Константинопольская')
  const fields = {
    paymentAmount: 10.01,
    externalReferenceId: 'invoice-2026-0000001',
    additionalInfo: { referenceForBeneficiary: '½ of 5 €' },
  }
  const written = [
    { field: 'receiver.name', written: "Ol'ga Ivanova-Konstant" },
    { field: 'externalReferenceId', written: achReference('invoice-2026-0000001', 15) },
    { field: 'additionalInfo.referenceForBeneficiary', written: '1/2 of 5 EUR' },
  ]
  for (const isReplayed of [false, true]) {
    const answer = await credit(payer, fields, 'altered-1')
    assert.equal(dataOf(answer).altered, undefined)
    assert.equal(answer.headers.get('giro-altered-fields'), written.map(({ field }) => field).join(', '))
    assert.equal(answer.headers.get('idempotent-replayed'), isReplayed ? 'true' : null)
  }
  const preview = await service.call('POST', '/v3/payments/creditrequest/preview', creditBody(payer, fields))
  assert.deepEqual(dataOf(preview).alteredFields, written)
  await leave()
  const entry = await entryOf(1001n)
  assert.deepEqual(
    [entry['individualName'], entry['individualIdentification'], ...entry.information],
    written.map((one) => one.written),
  )
})

test('an entry that says what the payment says alters nothing, and a wire neither', async () => {
  const payer = await person()
  const wire = { speed: 'Express', externalReferenceId: 'invoice-2026-0000001', paymentAmount: 1 }
  for (const fields of [{ externalReferenceId: 'invoice-1', paymentAmount: 1 }, wire]) {
    const answer = await credit(payer, fields)
    assert.equal(answer.headers.get('giro-altered-fields'), null)
  }
})

test('CTX carries the invoices of a payment as an X12 820, and their amounts are the payment', async () => {
  const payer = await createPayer(service)
  const invoices = Array.from({ length: 3 }, (_, at) => ({ invoiceNumber: `INV-${at}`, amountPaid: 4, amountDue: 5 }))
  const additionalInfo = { secCode: 'CTX', remittance: invoices }
  const { paymentUID } = dataOf(await credit(payer, { paymentAmount: 12, externalReferenceId: 'r', additionalInfo }))
  const off = await credit(payer, { paymentAmount: 12.01, additionalInfo })
  assertRefused(off, { status: 400, code: 'PAYMENT002', says: 'is 12.00 USD in total, but paymentAmount is 12.01' })
  const lessFee = await credit(payer, {
    paymentAmount: 12,
    additionalInfo: { ...additionalInfo, detailsOfCharges: 'BEN' },
  })
  assertRefused(lessFee, { status: 400, code: 'PAYMENT002', says: 'detailsOfCharges cannot be BEN' })
  await leave()
  const { secCode, addendaCount, information, individualName } = await entryOf(1200n)
  assert.deepEqual([secCode, addendaCount, individualName], ['CTX', 2, 'Highland Beans I'])
  assert.equal(
    information.join(''),
    'ST*820*0001\\BPR*C*12.00*C*ACH*CTX\\TRN*1*r\\ENT*1\\RMR*IV*INV-0**4.00*5.00\\RMR*IV*INV-1**4.00*5.00\\RMR*IV*INV-2**4.00*5.00\\SE*8*0001\\',
  )
  const payment = dataOf(await service.call('GET', `/payments/${paymentUID}`))
  assert.deepEqual(payment.additionalInfo, additionalInfo)
})

test('CIE names the payer and its number at the biller', async () => {
  const payer = await createPayer(service, {
    customer: { legalName: 'Grace Brewster Hopper', customerType: 'Consumer' },
  })
  const additionalInfo = { secCode: 'CIE', receiverIdentificationNumber: 'customer 4711-0815-42' }
  const { paymentUID } = dataOf(await credit(payer, { paymentAmount: 13, additionalInfo }))
  await leave()
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, { legalName: 'Another Name' }))
  const { entries } = dataOf(await service.call('GET', `/v3/payments/${paymentUID}/timeline`))
  const sent = entries.find(({ event }: { event?: string }) => event === 'sent')
  assert.equal(sent.information.individualName, 'Grace Brewster', 'as it was sent')
  const { secCode, individualName, individualIdentification } = await entryOf(1300n)
  assert.deepEqual(
    [secCode, individualName, individualIdentification],
    ['CIE', 'Grace Brewster', 'customer 4711-0815-42'],
  )
})

test('WEB and TEL say whether the receiver authorized one debit or several', async () => {
  const payer = await person()
  dataOf(await debit(payer, { paymentAmount: 14, additionalInfo: { secCode: 'WEB' } }))
  dataOf(await debit(payer, { paymentAmount: 15, additionalInfo: { secCode: 'TEL', authorizationType: 'recurring' } }))
  const recurrence = { frequency: 'Monthly', payUntil: 'Cancelled' }
  dataOf(await debit(payer, { paymentAmount: 16, additionalInfo: { secCode: 'WEB' }, recurrence }))
  await leave()
  for (const [cents, secCode, said] of [
    [1400n, 'WEB', 'S'],
    [1500n, 'TEL', 'R'],
    [1600n, 'WEB', 'R'],
  ] as const) {
    const entry = await entryOf(cents)
    assert.deepEqual([entry.secCode, entry['discretionaryData'], entry['transactionCode']], [secCode, said, '27'])
  }
})

test('ARC and POP carry the check, and POP its terminal', async () => {
  const payer = await person()
  const terminal = { terminalCity: 'BOST', terminalState: 'MA' }
  dataOf(await debit(payer, { paymentAmount: 17, additionalInfo: { secCode: 'ARC', checkSerialNumber: '1024' } }))
  const pop = { secCode: 'POP', checkSerialNumber: '1025', ...terminal }
  dataOf(await debit(payer, { paymentAmount: 18, additionalInfo: pop }))
  await leave()
  const [arc, atTerminal] = [await entryOf(1700n), await entryOf(1800n)]
  assert.deepEqual([arc.secCode, arc['checkSerialNumber'], arc.information], ['ARC', '1024', []])
  const { secCode, checkSerialNumber, terminalCity, terminalState } = atTerminal
  assert.deepEqual([secCode, checkSerialNumber, { terminalCity, terminalState }], ['POP', '1025', terminal])
})

test('an SEC code is refused without what it needs, and a check or invoices in a series', async () => {
  const payer = await person()
  const refused = async (additionalInfo: object, says: string, fields: object = {}) =>
    assertRefused(await debit(payer, { additionalInfo, ...fields }), { status: 400, code: 'PAYMENT002', says })
  await refused({ secCode: 'POP', checkSerialNumber: '1' }, 'POP needs additionalInfo.terminalCity')
  await refused({ secCode: 'PPD', checkSerialNumber: '1' }, 'ACH has no place for additionalInfo.checkSerialNumber')
  await refused({ secCode: 'CIE' }, 'CIE is for credits only')
  const recurrence = { frequency: 'Monthly', payUntil: 'Cancelled' }
  await refused({ secCode: 'ARC', checkSerialNumber: '1' }, 'is of one payment, not of a series', { recurrence })
})

test('lists of customers and accounts have only codes that the institution originates, and payments too', async () => {
  const payer = await person()
  const put = (secCodes: string[]) => service.call('PUT', '/v1/institution', { ach: { secCodes } })
  const customer = (secCodes: string[]) => service.call('PUT', `/v2/customers/${payer.customerUID}`, { secCodes })
  const account = (secCodes: string[]) =>
    service.call('PATCH', `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`, {
      accountFeatures: { achFeature: { secCodes } },
    })
  assert.deepEqual(dataOf(await put(['PPD', 'ccd'])).ach.secCodes, ['PPD', 'CCD'])
  const says = 'WEB, but the institution originates only PPD, CCD'
  for (const send of [customer, account]) {
    assert.equal((await send(['PPD'])).status, 200)
    const refused = await send(['PPD', 'WEB'])
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, new RegExp(`${says}, which ach.secCodes of the institution sets`))
    dataOf(await put(['PPD', 'CCD', 'WEB']))
    assert.equal((await send(['PPD', 'WEB'])).status, 200)
    dataOf(await put(['PPD', 'CCD']))
    assert.equal((await send(['PPD', 'WEB'])).status, 200, 'a code that the list has may stay')
    assert.equal((await send(['PPD', 'WEB', 'TEL'])).status, 400, 'a code that it does not have may not come')
    assert.equal((await send(['PPD'])).status, 200)
    assert.equal((await send(['PPD', 'WEB'])).status, 400, 'a code that was taken out does not come back')
    assert.equal((await send([])).status, 200)
  }
  const web = { additionalInfo: { secCode: 'WEB' } }
  assertRefused(await debit(payer, web), { status: 400, code: 'PAYMENT002', says: 'originates only PPD, CCD' })
  dataOf(await put(['PPD', 'CCD', 'WEB']))
  dataOf(await debit(payer, web))
})

test('a payment shows its trace number, file and batch, and is found by them', async () => {
  const [payer, company] = [await person(), await createPayer(service, { customer: { legalName: 'Found Beans LLC' } })]
  const { paymentUID } = dataOf(
    await credit(payer, { paymentAmount: 19.01, externalReferenceId: 'a long reference 1' }),
  )
  const other = dataOf(await credit(company, { paymentAmount: 19.02 })).paymentUID
  await leave()
  const { achEntry } = dataOf(await service.call('GET', `/payments/${paymentUID}`))
  const batch = await batchOf(1901n)
  const { traceNumber } = await entryOf(1901n)
  assert.deepEqual([achEntry.traceNumber, achEntry.batchNumber], [traceNumber, batch.header.batchNumber])
  const search = async (filter: object) => {
    const found = dataOf(await service.call('POST', '/payments/search', { limit: 100, ...filter }))
    return found.map((one: { paymentUID: string }) => one.paymentUID).sort()
  }
  const { fileName, batchNumber } = achEntry
  assert.deepEqual(await search({ traceNumber }), [paymentUID])
  const inFile = await search({ fileName })
  assert.ok([paymentUID, other].every((one) => inFile.includes(one)))
  assert.deepEqual(await search({ fileName, batchNumber }), [paymentUID])
  assert.deepEqual(await search({ fileName: 'no such file' }), [])
  assert.deepEqual(await search({ traceNumber: '1'.repeat(15) }), [])
  const alone = await service.call('POST', '/payments/search', { batchNumber })
  assertRefused(alone, { status: 400, code: 'PAYMENT001', says: 'batchNumber needs fileName' })
  const { entries } = dataOf(await service.call('GET', `/v3/payments/${paymentUID}/timeline`))
  const sent = entries.find(({ event }: { event?: string }) => event === 'sent')
  assert.deepEqual(
    [sent.reference, sent.fileName, sent.batchNumber, sent.information],
    [
      ...[traceNumber, fileName, batchNumber],
      { individualName: 'Ada Lovelace', individualIdentification: achReference('a long reference 1', 15) },
    ],
  )
})
