import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import type { App } from '../../src/app.ts'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type LedgerBank, openLedgerBank } from '../support/ledger-bank.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { creditBody, startTestService, type TestService } from '../support/test-service.ts'

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const filesOf = async (bank: LedgerBank, query = '') =>
  dataOf(await bank.call('GET', `/v1/institution/ledger/exports?page=1&limit=10${query}`))
const written = async (code: string) =>
  (await readdir(service.app.glOutDirectory)).filter((name) => name.includes(code)).sort()
const verify = async ({ tenant }: LedgerBank) => {
  const said: string[] = []
  await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line))
  return said.join('\n')
}
const write = (app: App, bank: LedgerBank) =>
  sweepNamed(bookSweeps, 'books: write general ledger files').run(app, bank.tenant.institution)

/** A payment of 30 dollars that settles on July 1, and the close of the day without its file. */
async function closeDay(bank: LedgerBank): Promise<void> {
  dataOf(
    await bank.call('POST', '/payments/creditrequest', creditBody(bank.payer, { speed: 'Instant', paymentAmount: 30 })),
  )
  await bank.workAt('2026-07-01T14:00:00.000Z')
  await bank.workAt('2026-07-01T14:00:05.000Z')
  clock.set('2026-07-02T12:00:00.000Z')
  const { tenantId } = bank.tenant.institution
  const institution = await service.app.db.read((db) => readInstitution(db, tenantId))
  assert.equal(await sweepNamed(bookSweeps, 'books: close business days').run(service.app, institution), 1)
}

test('the file of a day has the same bytes on disk and in the API, and agrees with the trial balance and the journal', async () => {
  const bank = await openLedgerBank(service, clock, 'files', { sandbox: true })
  await closeDay(bank)
  const [unwritten] = await filesOf(bank)
  assert.equal(unwritten.writtenAt, undefined)
  assert.equal(await write(service.app, bank), 1)
  const [file] = await filesOf(bank, '&businessDate=2026-07-01')
  assert.ok(file.writtenAt)
  assert.deepEqual(await written('files'), ['files-gl-20260701.csv'])
  assert.equal(await readFile(join(service.app.glOutDirectory, file.name), 'utf8'), file.content)
  const lines = file.content
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line: string) => line.split(','))
  const rows = dataOf(
    await bank.call('GET', '/v1/institution/ledger/trial-balance?page=1&limit=100&businessDate=2026-07-01'),
  )
  assert.deepEqual(
    lines.map((line: string[]) => [line[2], line[8]]),
    rows
      .filter(({ debits, credits }: Record<string, string>) => debits !== '0.00' || credits !== '0.00')
      .map(({ account, closing }: Record<string, string>) => [account, closing]),
  )
  const { entries } = dataOf(await bank.call('GET', '/v1/institution/ledger/journal?limit=100&businessDate=2026-07-01'))
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const total = (amounts: string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0n)
  assert.equal(
    total(lines.map((line: string[]) => line[5])),
    total(entries.map(({ amount }: { amount: string }) => amount)),
  )
  assert.match(await verify(bank), /No differences/)
})

test('a worker that is killed between the file and its mark writes the same bytes under the same name', async () => {
  const bank = await openLedgerBank(service, clock, 'killed', { sandbox: true })
  await closeDay(bank)
  const killed: App = {
    ...service.app,
    db: {
      ...service.app.db,
      transaction: (work) =>
        service.app.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    },
  }
  await assert.rejects(write(killed, bank), /killed/)
  const [{ name, content, writtenAt }] = await filesOf(bank)
  assert.equal(writtenAt, undefined)
  assert.equal(await readFile(join(service.app.glOutDirectory, name), 'utf8'), content)
  // A changed setting does not change the file of a closed day.
  dataOf(
    await bank.call('PUT', '/v1/institution', {
      books: { exportDetail: 'Entry', glAccounts: [{ account: 'clearing', glAccount: 'X' }] },
    }),
  )
  await rm(join(service.app.glOutDirectory, name))
  assert.equal(await write(service.app, bank), 1)
  assert.equal(await readFile(join(service.app.glOutDirectory, name), 'utf8'), content)
  assert.equal(await write(service.app, bank), 0)
})

test('a file by entry has a line for each entry, with the numbers of both accounts', async () => {
  const bank = await openLedgerBank(service, clock, 'entries', { sandbox: true })
  dataOf(await bank.call('PUT', '/v1/institution', { books: { exportDetail: 'entry' } }))
  await closeDay(bank)
  const [{ detail, content }] = await filesOf(bank)
  assert.equal(detail, 'Entry')
  const lines = content
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line: string) => line.split(','))
  const { entries } = dataOf(await bank.call('GET', '/v1/institution/ledger/journal?limit=100&businessDate=2026-07-01'))
  assert.deepEqual(
    lines.map((line: string[]) => [line[1], line[6], line[8], line[9]]),
    entries.map(({ transferUID, debit, credit, amount }: Record<string, string>) => [
      transferUID,
      debit,
      credit,
      amount,
    ]),
  )
  const payment = lines.find((line: string[]) => line[3] === 'payment')
  assert.deepEqual([payment[5], payment[7]], ['2000', '1310'])
  assert.match(await verify(bank), /No differences/)
})

test('verification names a file that is not its closed day', async () => {
  const bank = await openLedgerBank(service, clock, 'altered', { sandbox: true })
  await closeDay(bank)
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query(
    `update ledger_exports set content = replace(content, ',30.00,', ',30.01,') where tenant_id = ${bank.tenant.institution.tenantId}`,
  )
  await owner.end()
  assert.match(
    await verify(bank),
    /a file for the general ledger is not its closed day: 2026-07-01: altered-gl-20260701.csv/,
  )
})

test('files are read by date, and a date that does not exist is refused', async () => {
  const bank = await openLedgerBank(service, clock, 'dates')
  assert.deepEqual(await filesOf(bank, '&businessDate=2026-07-01'), [])
  assertRefused(await bank.call('GET', '/v1/institution/ledger/exports?page=1&limit=1&businessDate=2026-02-30'), {
    ...{ status: 400, code: 'BOOKS001', says: 'businessDate' },
  })
})
