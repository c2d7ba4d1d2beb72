import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { type LedgerBank, openLedgerBank } from '../support/ledger-bank.ts'
import { creditBody, debitBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00Z')
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
  await workAt('2026-07-01T18:15:00Z')
  await workAt('2026-07-02T04:00:00Z')
  await workAt('2026-07-02T12:30:00Z')
  await workAt('2026-07-03T04:00:00Z')
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
