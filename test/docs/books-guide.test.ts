import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { prepareDays } from '../../src/institution/prepare-days.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { contractOf, marketRates, openMarket } from '../support/fx-market.ts'
import { type LedgerBank, openLedgerBank } from '../support/ledger-bank.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { creditBody, debitBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let guide: string
before(async () => {
  service = await startTestService({ clock, worker: false })
  guide = await readFile(new URL('../../docs/books.md', import.meta.url), 'utf8')
})
after(() => service.stop())

/** What happens in the example of the guide. */
async function playExample(bank: LedgerBank): Promise<void> {
  const { call, payer, workAt } = bank
  const cash = { direction: 'Credit', amount: 1000, currency: 'USD', reason: 'Cash', externalReferenceId: 'teller-1' }
  const path = `/v1/institution/accounts/${payer.accountUID}/adjustments`
  dataOf(await call('POST', path, { ...cash, contraAccount: 'adjustment-cash' }), 201)
  dataOf(await call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 250 })))
  dataOf(await call('POST', '/payments/debitrequest', debitBody(payer, { paymentAmount: 80 })))
  await workAt('2026-07-01T18:15:00.000Z')
  await workAt('2026-07-02T04:00:00.000Z')
  await workAt('2026-07-02T12:30:00.000Z')
  await workAt('2026-07-03T04:00:00.000Z')
}

test('docs/books.md: the files and the entries of the example are those of the service', async () => {
  const bank = await openLedgerBank(service, clock, 'guide', { balance: 0 })
  await playExample(bank)
  const files = dataOf(await bank.call('GET', '/v1/institution/ledger/exports?page=1&limit=10'))
  const contents = files.toReversed().map(({ content }: { content: string }) => content.replaceAll('\r\n', '\n'))
  const examples = [...guide.matchAll(/```csv\n([\s\S]*?)```/g)].map(([, text]) => text)
  assert.equal(examples.length, 2)
  assert.deepEqual(contents, examples)

  const { entries } = dataOf(await bank.call('GET', '/v1/institution/ledger/journal?limit=100&businessDate=2026-07-02'))
  const shown = (account: string) => (account === bank.payer.accountUID ? 'customer' : account)
  const rows = entries.map(
    ({ purpose, debit, credit, amount }: Record<string, string>) =>
      `| ${purpose} | ${shown(debit!)} | ${shown(credit!)} | ${amount} |`,
  )
  const table = guide
    .match(/\| purpose \| debit \| credit \| amount \|\n.*\n((?:\|.*\n)+)/)![1]!
    .trim()
    .split('\n')
  assert.deepEqual(rows, table)
})

/** The rows of the table of the guide with these columns. */
function tableWith(columns: string): string[] {
  const at = guide.indexOf(`| ${columns} |\n`)
  assert.ok(at >= 0, columns)
  const lines = guide.slice(at).split('\n').slice(2)
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  )
}

test('docs/books.md: the revaluations and results of the currency example are those of the service', async () => {
  clock.set('2026-07-01T14:00:00.000Z')
  const at = await openMarket(service)
  const { institution } = at.tenant
  await service.app.db.transaction((tx) => prepareDays(tx, institution, clock.now()))
  const setEuro = async (mid: number, on: string) => {
    clock.set(on)
    const euro = { ...marketRates[0]!, bid: mid, mid, ask: mid }
    dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [euro] }))
  }
  const close = async (on: string) => {
    clock.set(on)
    assert.equal(await sweepNamed(bookSweeps, 'books: close business days').run(service.app, institution), 1)
  }
  await contractOf(at)
  await setEuro(1.0943, '2026-07-01T21:00:00.000Z')
  await close('2026-07-02T04:00:00.000Z')
  await setEuro(1.0843, '2026-07-02T21:00:00.000Z')
  await close('2026-07-03T04:00:00.000Z')
  const trade = { buyCurrency: 'EUR', buyAmount: 1000, sellCurrency: 'USD', sellAmount: 1080, valueDate: '2026-07-07' }
  clock.set('2026-07-03T14:00:00.000Z')
  dataOf(await at.call('POST', '/v1/institution/fx/desk-trades', { ...trade, counterparty: 'Example Bank' }), 201)
  await close('2026-07-04T04:00:00.000Z')

  const line = (row: Record<string, unknown>, names: string[]) => `| ${names.map((name) => row[name]).join(' | ')} |`
  const columns = ['businessDate', 'position', 'rate', 'value', 'cost', 'result']
  const revalued: Record<string, unknown>[] = dataOf(
    await at.call('GET', '/v1/institution/fx/revaluations?page=1&limit=10'),
  )
  assert.deepEqual(
    revalued.toReversed().map((row) => line(row, columns)),
    tableWith(columns.join(' | ')),
  )
  const entries: string[] = []
  for (const businessDate of ['2026-07-01', '2026-07-02', '2026-07-03']) {
    const path = `/v1/institution/ledger/journal?limit=100&businessDate=${businessDate}`
    for (const entry of dataOf(await at.call('GET', path)).entries)
      if (/fx-(unrealized|result)/.test(entry.debit + entry.credit) && entry.purpose !== 'fxMargin')
        entries.push(line({ ...entry, businessDate }, ['businessDate', 'purpose', 'debit', 'credit', 'amount']))
  }
  assert.deepEqual(entries, tableWith('businessDate | purpose | debit | credit | dollars'))
})
