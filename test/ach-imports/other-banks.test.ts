import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findIncomingFile } from '../../src/rails/rails.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry, type IncomingBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer } from '../support/test-service.ts'

let bank: AchBank
let sequence = 0
before(async () => {
  bank = await openAchBank()
})
after(() => bank.service.stop())

function batchOf(...entries: ReturnType<typeof forwardEntry>[]): IncomingBatch {
  return { header: batchHeader(bank.today(), { serviceClass: '220' }), entries }
}

const entryFor = (accountNumber: string, receivingRouting: string, transactionCode = '22') =>
  forwardEntry(++sequence, {
    ...{ accountNumber, receivingRouting, transactionCode },
    amountCents: transactionCode === '23' ? 0n : 7_00n,
  })

test('an entry for another bank is not posted to an account of the same number: it waits, and a prenotification goes back with R13', async () => {
  const { accountNumber, accountUID } = await createPayer(bank.service, { balance: 0 })
  const entries = [
    entryFor(accountNumber, '061099995'),
    entryFor(accountNumber, '011000015'),
    entryFor(accountNumber, '011000015', '23'),
  ]
  const { file } = await bank.receives([batchOf(...entries)])
  assert.equal(file.status, 'IMPORTED')
  const receipts = dataOf(await bank.call('GET', `/v3/receipts?page=1&limit=10&fileUID=${file.id}`))
  const shown = receipts
    .toSorted((a: { entryNumber: number }, b: { entryNumber: number }) => a.entryNumber - b.entryNumber)
    .map((one: Record<string, string>) => [one['status'], one['reason'], one['suggestedReturn'], one['accountUID']])
  assert.deepEqual(shown, [
    ['PENDING', undefined, undefined, accountUID],
    ['UNPOSTED', 'OtherBank', 'R13', undefined],
    ['RETURN_QUEUED', 'OtherBank', 'R13', undefined],
  ])
})

test('a file with entries for other banks alone goes to quarantine with the record and the field, and books nothing', async () => {
  const { accountNumber } = await createPayer(bank.service, { balance: 0 })
  const id = await bank.arrives([batchOf(entryFor(accountNumber, '011000015'), entryFor(accountNumber, '021000021'))])
  await bank.imports()
  const { tenantId } = bank.service.tenant.institution
  const file = await bank.service.app.db.read((db) => findIncomingFile(db, tenantId, id))
  assert.equal(file?.status, 'QUARANTINED')
  assert.deepEqual(file?.refusal, {
    ...{ line: 3, record: 'entry detail', field: 'receivingRouting' },
    reason: 'no entry of the file is for 061099995: this one is for 011000015',
  })
  const receipts = await bank.service.query('select id from receipts where file_id = $1', [id])
  assert.deepEqual(receipts, [])
})
