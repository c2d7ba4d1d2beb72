import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { fixedClock } from '../kernel/clock.ts'
import type { BookCode } from './chart.ts'
import { mustTransfer, openBooks } from './ledger.ts'
import {
  fxBooksOf,
  lockLedgerAccount,
  openCustomerLedgerAccount,
  openFxBooks,
  openInstitutionBooks,
  openPayoutBooks,
} from './open-account.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()

let bank: TestBank
let tenantId: bigint

before(async () => {
  bank = await openTestBank(now)
  tenantId = bank.institution.tenantId
})

after(() => bank.close())

/** The institution's own accounts in a currency, in the order in which they were opened. */
async function booksIn(currency: string): Promise<{ code: BookCode; kind: string; overdraft: boolean }[]> {
  return bank.db.read((db) =>
    db.query(
      `select code, kind, overdraft from ledger_accounts
       where tenant_id = $1 and currency = $2 and code is not null order by id`,
      [tenantId, currency],
    ),
  )
}

const booksOf = (currency: string) => [
  { code: `settlement:${currency}`, kind: 'settlement', overdraft: true },
  ...['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'].flatMap((rail) => [
    { code: `clearing:${rail}:${currency}`, kind: 'clearing', overdraft: true },
    { code: `rail-settlement:${rail}:${currency}`, kind: 'rail-settlement', overdraft: true },
  ]),
]

const codesIn = async (currency: string) => (await booksIn(currency)).map(({ code }) => code)

test('openInstitutionBooks: own funds, and for every rail clearing and settlement, each with overdraft', async () => {
  await bank.db.transaction((tx) => openInstitutionBooks(tx, tenantId, 'CAD', now))
  assert.deepEqual(await booksIn('CAD'), booksOf('CAD'))
})

test('openCustomerLedgerAccount: the first account in a currency opens its books, and has no overdraft', async () => {
  const id = await bank.db.transaction((tx) => openCustomerLedgerAccount(tx, tenantId, 'CHF', now))
  assert.deepEqual(await booksIn('CHF'), booksOf('CHF'))
  const account = await bank.db.transaction((tx) => lockLedgerAccount(tx, tenantId, id))
  assert.deepEqual([account.id, account.currency, account.overdraft], [id, 'CHF', false])
})

test('lockLedgerAccount: an account that does not exist is an error that names it', async () => {
  await assert.rejects(
    bank.db.transaction((tx) => lockLedgerAccount(tx, tenantId, 999_999n)),
    /no account 999999/,
  )
})

test('openFxBooks: five books per currency, always opened in the order of their codes', async () => {
  await bank.db.transaction((tx) => openFxBooks(tx, tenantId, ['MXN', 'JPY'], now))
  const rows = await bank.db.read((db) =>
    db.query<{ code: string; currency: string; overdraft: boolean }>(
      `select code, currency, overdraft from ledger_accounts where tenant_id = $1 and kind = 'fx' order by id`,
      [tenantId],
    ),
  )
  const codes = ['fx-customers', 'fx-margin', 'fx-market', 'fx-position', 'fx-result'].flatMap((book) =>
    ['JPY', 'MXN'].map((currency) => ({ code: `${book}:${currency}`, currency, overdraft: true })),
  )
  assert.deepEqual(rows, codes)
  await bank.db.transaction((tx) => openFxBooks(tx, tenantId, ['JPY', 'MXN', 'PHP'], now))
  assert.deepEqual((await codesIn('JPY')).length, 5)
  assert.deepEqual((await codesIn('PHP')).toSorted(), fxBooksOf(['PHP']).toSorted())
})

test('fxBooksOf: position, customers, market, margin and result in each currency', () => {
  assert.deepEqual(fxBooksOf(['USD', 'EUR']), [
    'fx-position:USD',
    'fx-customers:USD',
    'fx-market:USD',
    'fx-margin:USD',
    'fx-result:USD',
    'fx-position:EUR',
    'fx-customers:EUR',
    'fx-market:EUR',
    'fx-margin:EUR',
    'fx-result:EUR',
  ])
})

test('openPayoutBooks: opens the books of new currencies, in the order of their codes, and skips known ones', async () => {
  const before = await booksIn('USD')
  await bank.db.transaction((tx) => openPayoutBooks(tx, tenantId, ['TRY', 'USD', 'SEK'], now))
  assert.deepEqual(await booksIn('USD'), before)
  assert.deepEqual(await booksIn('TRY'), booksOf('TRY'))
  const rows = await bank.db.read((db) =>
    db.query<{ currency: string }>(
      `select currency from ledger_accounts
       where tenant_id = $1 and kind = 'settlement' and currency in ('TRY', 'SEK') order by id`,
      [tenantId],
    ),
  )
  assert.deepEqual(
    rows.map(({ currency }) => currency),
    ['SEK', 'TRY'],
  )
})

test("the institution's books can be overdrawn: a debit of an empty one is written", async () => {
  await bank.db.transaction(async (tx) => {
    await openFxBooks(tx, tenantId, ['AUD'], now)
    const books = await openBooks(tx, tenantId, { accountIds: [], books: ['fx-market:AUD', 'fx-position:AUD'] })
    mustTransfer(books, {
      id: randomUUID(),
      kind: 'posted',
      debitAccountId: books.book('fx-market:AUD'),
      creditAccountId: books.book('fx-position:AUD'),
      amount: 1n,
      currency: 'AUD',
      purpose: 'fxCover',
      referenceId: randomUUID(),
    })
    await books.write(now)
  })
})
