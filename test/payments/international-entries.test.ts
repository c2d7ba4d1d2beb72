import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { type NachaBatch, parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

const TORONTO = {
  ...{ addressLine1: '12 King Street', city: 'Toronto', state: 'ON', postalCode: 'M5H 1A1', countryCode: 'CA' },
}
/** A bank in Canada, which a gateway with this routing number pays. */
const CANADIAN = {
  ...{ country: 'CA', accountNo: '00012345678901234567', accountCcy: 'USD', name: 'Royal of Toronto' },
  ...{ nationalCode: '021000021', swiftCode: 'ROYCCAT2' },
}
const payerTo = (contact: object) => createPayer(service, { contact: { name: 'Maple Timber', ...contact } })
const pay = (payer: Payer, fields: object) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, { speed: 'Economy', ...fields }))

/** Runs the worker until payments have left, and reads the batch of this amount. */
async function batchOf(cents: bigint): Promise<NachaBatch> {
  for (let round = 0; round < 4; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))
    for (const { run } of paymentSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
  const directory = join(service.dataDir, 'rails', 'ach', 'out')
  for (const name of (await readdir(directory)).filter((one) => one.endsWith('.ach'))) {
    const parsed = parseNachaFile(await readFile(join(directory, name), 'latin1'))
    assert.ok(parsed.ok, parsed.ok ? '' : JSON.stringify(parsed.error))
    const found = parsed.file.batches.find(({ entries }) => entries.some(({ detail }) => detail.amountCents === cents))
    if (found) return found
  }
  return assert.fail(`no entry has the amount ${cents}`)
}

/** The text of a field, in whichever addenda record has it. */
const saidIn = ({ entries }: NachaBatch) =>
  Object.assign({}, ...entries[0]!.addenda.toReversed()) as Record<string, unknown>

test('a payment to a bank abroad leaves as IAT, with both parties, their addresses and their banks', async () => {
  const intermediaryBank = { country: 'US', name: 'Gateway Bank', swiftCode: 'CHASUS33' }
  const payer = await payerTo({ address: TORONTO, contactBank: CANADIAN, intermediaryBank })
  const additionalInfo = { transactionTypeCode: 'BUS', referenceForBeneficiary: 'Invoice 17' }
  dataOf(await pay(payer, { paymentAmount: 21, additionalInfo }))
  const batch = await batchOf(2100n)
  assert.ok(batch.header.record === 'IAT batch header')
  const { destinationCountry, originatingCurrency, destinationCurrency, foreignExchangeIndicator } = batch.header
  assert.deepEqual(
    [destinationCountry, originatingCurrency, destinationCurrency, foreignExchangeIndicator],
    ['CA', 'USD', 'USD', 'FF'],
  )
  const [{ detail, addenda }] = batch.entries as [NachaBatch['entries'][number]]
  assert.ok(detail.record === 'IAT entry detail')
  assert.deepEqual(
    [detail.transactionCode, detail.receivingRouting, detail.accountNumber, detail.addendaCount],
    ['22', '021000021', '00012345678901234567', 9],
  )
  assert.deepEqual(
    addenda.map(({ record }) => record.slice(-2)),
    ['10', '11', '12', '13', '14', '15', '16', '17', '18'],
  )
  const said = saidIn(batch)
  assert.deepEqual(
    ['transactionType', 'foreignPaymentAmount', 'receiverName', 'receiverStreetAddress'].map((field) => said[field]),
    ['BUS', 2100n, 'Maple Timber', '12 King Street'],
  )
  assert.equal(said['receiverCityAndState'], 'Toronto*ON\\')
  assert.equal(said['receiverCountryAndPostalCode'], 'CA*M5H 1A1\\')
  assert.match(String(said['originatorCountryAndPostalCode']), /^US\*\d{5}/)
  assert.deepEqual(
    ['originatingDfiQualifier', 'originatingDfiIdentification'].map((field) => said[field]),
    ['01', service.tenant.institution.routingNumber],
  )
  assert.deepEqual(
    ['receivingDfiQualifier', 'receivingDfiIdentification', 'receivingDfiBranchCountry'].map((field) => said[field]),
    ['02', 'ROYCCAT2', 'CA'],
  )
  assert.deepEqual(
    ['correspondentBankIdentification', 'paymentRelatedInformation'].map((field) => said[field]),
    ['CHASUS33', 'Invoice 17'],
  )
})

test('an entry to a bank abroad is IAT and nothing else, needs the address, and never settles the same day', async () => {
  const abroad = await payerTo({ address: TORONTO, contactBank: { ...CANADIAN, accountNo: '12345678901234567' } })
  const refused = { status: 400, code: 'PAYMENT002' }
  const asked = (secCode: string, fields: object = {}) => ({
    paymentAmount: 22,
    additionalInfo: { secCode },
    ...fields,
  })
  assertRefused(await pay(abroad, asked('PPD')), {
    ...refused,
    says: 'is in CA, and an ACH entry to a bank abroad is IAT',
  })
  assertRefused(await pay(abroad, asked('IAT', { speed: 'Economy Plus' })), {
    ...refused,
    says: 'never settles the same day',
  })
  const purpose = { secCode: 'IAT', transactionTypeCode: 'XYZ' }
  assertRefused(await pay(abroad, { paymentAmount: 22, additionalInfo: purpose }), {
    ...refused,
    says: /only ANN, BUS/,
  })
  const homeless = await payerTo({ contactBank: CANADIAN, address: { city: 'Toronto' } })
  assertRefused(await pay(homeless, { paymentAmount: 22 }), {
    ...refused,
    says: 'IAT needs addressLine1 and countryCode',
  })
  const domestic = await payerTo({ address: TORONTO })
  dataOf(await pay(domestic, asked('IAT', { paymentAmount: 23 })))
  const batch = await batchOf(2300n)
  assert.ok(batch.header.record === 'IAT batch header')
  assert.deepEqual([batch.header.destinationCountry, saidIn(batch)['transactionType']], ['US', 'MIS'])
})
