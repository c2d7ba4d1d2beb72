import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch, returnBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, debitBody, type Payer } from '../support/test-service.ts'

/** Two entries of ACH files are never the same bytes, and an answer names one of them. */

let bank: AchBank
before(async () => {
  bank = await openAchBank()
})
after(() => bank.service.stop())

const debtor = { contactType: 'Consumer' }

/** The entry records of all files that have left, with the addenda of each. */
async function entriesThatLeft(): Promise<string[]> {
  const directory = join(bank.service.dataDir, 'rails', 'ach', 'out')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ach'))
  const files = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  return files.flatMap((content) => content.split('\n').filter((record) => record.startsWith('6')))
}

async function collectOn(creditor: Payer, date: string, fields: object = {}): Promise<string> {
  bank.clock.set(`${date}T14:00:00.500Z`)
  const body = debitBody(creditor, { paymentAmount: 25, externalReferenceId: 'membership', ...fields })
  const { paymentUID } = dataOf(await bank.call('POST', '/payments/debitrequest', body))
  await bank.work()
  return String(paymentUID)
}

test('three equal debits of three days leave as three entries, and a return of the second names the second', async () => {
  const creditor = await createPayer(bank.service, { balance: 0, contact: debtor })
  const debits = []
  for (const day of ['2026-07-06', '2026-07-07', '2026-07-08']) debits.push(await collectOn(creditor, day))
  const left = await entriesThatLeft()
  assert.equal(left.length, 3)
  assert.equal(new Set(left).size, 3)
  const sent = await Promise.all(debits.map(bank.sentEntryOf))
  assert.equal(new Set(sent.map(({ traceNumber }) => traceNumber)).size, 3)
  const { answers } = await bank.receives([
    returnBatch(sent[1]!, 'R01', { sequence: 1, settlesOn: bank.today() }),
    changeBatch(sent[0]!, 'C01', '900800700', { sequence: 2, settlesOn: bank.today() }),
  ])
  assert.deepEqual(
    answers.map(({ kind, paymentId }) => [kind, paymentId]),
    [
      ['Return', debits[1]],
      ['Change', debits[0]],
    ],
  )
  assert.deepEqual(await Promise.all(debits.map(bank.statusOf)), ['PROCESSED', 'RETURNED', 'PROCESSED'])
})

test('after the numbers have begun again, an answer still names its own entry', async () => {
  const [one, other] = [
    await createPayer(bank.service, { balance: 0, contact: debtor }),
    await createPayer(bank.service, { balance: 0, contact: { ...debtor, name: 'Grace Hopper' } }),
  ]
  const early = await collectOn(one, '2026-07-13', { paymentAmount: 31 })
  const { traceNumber } = await bank.sentEntryOf(early)
  const number = Number(traceNumber.slice(-7))
  await bank.service.query(
    `update ach_days set entries = ${9_999_999 + number - 1}, entries_before = ${9_999_999 + number - 1} where day = '2026-07-13'`,
  )
  const late = await collectOn(other, '2026-07-14', { paymentAmount: 32 })
  const again = await bank.sentEntryOf(late)
  assert.equal(again.traceNumber, traceNumber)
  const { answers } = await bank.receives([returnBatch(again, 'R01', { sequence: 3, settlesOn: bank.today() })])
  assert.deepEqual(
    answers.map(({ paymentId, outcome }) => [paymentId, outcome]),
    [[late, 'Applied']],
  )
  assert.equal(await bank.statusOf(early), 'PROCESSED')
})

test('references that differ only in accents, blanks or their end are different in their entries', async () => {
  const creditor = await createPayer(bank.service, { balance: 0, contact: debtor })
  const references = ['Zoë 7', 'Zoe 7', 'INV 1', 'INV  1', 'membership-2026-07-a', 'membership-2026-07-b']
  const before = (await entriesThatLeft()).length
  bank.clock.set('2026-07-15T14:00:00.500Z')
  for (const externalReferenceId of references)
    dataOf(
      await bank.call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: 5, externalReferenceId })),
    )
  await bank.work()
  const left = (await entriesThatLeft()).slice(before)
  const identifications = (await entriesThatLeft())
    .filter((record) => record.slice(29, 39) === '0000000500')
    .map((record) => record.slice(39, 54))
  assert.equal(left.length, references.length)
  assert.equal(new Set(identifications).size, references.length)
})

test('a notification of change names the identifier of the receiver with its blanks', async () => {
  const creditor = await createPayer(bank.service, { balance: 0, contact: debtor })
  bank.clock.set('2026-07-16T14:00:00.500Z')
  for (const receiverIdentificationNumber of ['A 1', 'A  1']) {
    const fields = { paymentAmount: 6, additionalInfo: { receiverIdentificationNumber } }
    dataOf(await bank.call('POST', '/payments/debitrequest', debitBody(creditor, fields)))
  }
  await bank.work()
  const written = (await entriesThatLeft())
    .filter((record) => record.slice(29, 39) === '0000000600')
    .map((record) => record.slice(39, 54).trimEnd())
  assert.deepEqual(written.toSorted(), ['A  1', 'A 1'])
})
