import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { achImportSweeps } from '../../src/ach-imports/ach-imports.jobs.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { parseNachaFile } from '../../src/rails/rails.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { internationalBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, type Payer } from '../support/test-service.ts'

let bank: AchBank
let payee: Payer
let sequence = 0
before(async () => {
  bank = await openAchBank()
  payee = await createPayer(bank.service, { balance: 100 })
})
after(async () => {
  const said: string[] = []
  const { app, tenant } = bank.service
  assert.equal(await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
  await bank.service.stop()
})

interface Entry {
  transactionCode?: string
  gatewayOfacScreening?: string
}

/** The receipt of an international entry of 30.00, as the institution sees it. */
async function comesIn(fields: Entry = {}) {
  const detail = { accountNumber: payee.accountNumber, amountCents: 30_00n, ...fields }
  const fileUID = await bank.arrives([internationalBatch(++sequence, { settlesOn: bank.today(), detail })])
  const { app, tenant } = bank.service
  const institution = await app.db.transaction((tx) => readInstitution(tx, tenant.institution.tenantId))
  for (const sweep of achImportSweeps) while (await sweep.run(app, institution)) {}
  const [receipt] = dataOf(await bank.call('GET', `/v3/receipts?page=1&limit=1&fileUID=${fileUID}`))
  return receipt
}
const act = (uid: string, does: string, body: object = {}) => bank.call('POST', `/v3/receipts/${uid}/${does}`, body)

/** The entries of the day settle, and what waits for a file leaves. */
async function settles(): Promise<void> {
  const afterSettlement = Temporal.Instant.from('2026-07-01T22:30:00Z')
  if (Temporal.Instant.compare(bank.clock.now(), afterSettlement) < 0) bank.clock.set(afterSettlement)
  for (let round = 0; round < 4; round++) {
    for (const sweep of [...paymentSweeps, ...receiptSweeps])
      while (await sweep.run(bank.service.app, bank.service.tenant.institution)) {}
    bank.clock.advance({ seconds: 3 })
  }
}

test('an international credit or debit waits for a person, who sees its parties and banks', async () => {
  const credit = await comesIn()
  assert.deepEqual([credit.status, credit.reason, credit.suggestedReturn], ['SCREENING', 'International', 'R16'])
  assert.deepEqual(credit.originator, {
    name: 'Maple Timber Ltd',
    identification: 'MAPLE00001',
    bic: 'ROYCCAT2',
    bankName: 'Royal of Toronto',
    address: {
      streetName: '12 King Street',
      townName: 'Toronto',
      countrySubDivision: 'ON',
      country: 'CA',
      postCode: 'M5H 1A1',
    },
  })
  assert.deepEqual(credit.receiver.address, {
    ...{ streetName: '1 Long Wharf', townName: 'Boston', countrySubDivision: 'MA', country: 'US', postCode: '02110' },
  })
  const debit = await comesIn({ transactionCode: '27' })
  assert.deepEqual([debit.status, debit.reason], ['SCREENING', 'International'])
  assert.equal(await bank.ledgerBalance(payee), '100.00', 'nothing is posted before')
  assert.equal(dataOf(await act(credit.receiptUID, 'accept')).status, 'PENDING')
  assert.equal(dataOf(await act(debit.receiptUID, 'accept')).status, 'PENDING')
  await settles()
  for (const { receiptUID } of [credit, debit])
    assert.equal(dataOf(await bank.call('GET', `/v3/receipts/${receiptUID}`)).status, 'POSTED')
  assert.equal(await bank.ledgerBalance(payee), '100.00', '30.00 came in, and 30.00 went')
})

test('an institution that screens elsewhere reviews only what a gateway suspects', async () => {
  const set = (reviewInternational: boolean) =>
    bank.call('PUT', '/v1/institution', { receipts: { reviewInternational } })
  dataOf(await set(false))
  assert.equal((await comesIn()).status, 'PENDING')
  assert.equal((await comesIn({ gatewayOfacScreening: '0' })).status, 'PENDING')
  assert.equal((await comesIn({ gatewayOfacScreening: '1' })).status, 'SCREENING')
  dataOf(await set(true))
  assert.equal((await comesIn()).status, 'SCREENING')
})

test('a refused international entry goes back with its seven addenda, its amount and the reason', async () => {
  const { receiptUID, traceNumber } = await comesIn()
  await settles()
  assert.equal(dataOf(await act(receiptUID, 'return', { reason: 'R16' })).status, 'RETURN_QUEUED')
  await settles()
  assert.equal(dataOf(await bank.call('GET', `/v3/receipts/${receiptUID}`)).status, 'RETURNED')
  const directory = bank.service.app.achOutDirectory
  const [name] = (await readdir(directory)).toSorted().slice(-1)
  const parsed = parseNachaFile(await readFile(join(directory, name!), 'latin1'))
  assert.ok(parsed.ok)
  const [batch] = parsed.file.batches
  assert.ok(batch?.header.record === 'IAT batch header')
  assert.deepEqual(
    [batch.header.destinationCountry, batch.header.originatorIdentification, batch.header.originatingDfi],
    ['US', 'MAPLE00001', '06109999'],
  )
  const [{ detail, addenda }] = batch.entries as [(typeof batch.entries)[number]]
  assert.deepEqual([detail.transactionCode, detail.receivingRouting, detail.amountCents], ['21', '021000021', 30_00n])
  assert.deepEqual(
    addenda.map(({ record }) => record.slice(-2)),
    ['10', '11', '12', '13', '14', '15', '16', '99'],
  )
  const last = addenda.at(-1)
  assert.ok(last?.record === 'IAT addenda 99')
  assert.deepEqual(
    [last.returnReasonCode, last.originalTraceNumber, last.originalEntryAmount],
    ['R16', traceNumber, '0000003000'],
  )
  const [first] = addenda
  assert.ok(first?.record === 'addenda 10')
  assert.deepEqual([first.receiverName, first.foreignPaymentAmount], ['Harbor Coffee', 30_00n])
})
