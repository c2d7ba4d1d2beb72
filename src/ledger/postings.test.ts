import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Book, bookCode, CHART, currencyOfBook, glAccountOf, isBookOrCode } from './chart.ts'
import { describeChart } from './chart-docs.ts'
import { POSTINGS, type PostingName, posting } from './postings.ts'

const books = { book: (code: string) => BigInt([...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)) }
const terms = { id: randomUUID(), amount: 12_50n, currency: 'USD', referenceId: randomUUID() }
const parties = {
  ...{ rail: 'ACH', fee: 100_500n, contra: 'adjustment-cash' as const },
  ...{ customer: 100_200n, payee: 100_300n, receivable: 100_400n },
}

/** Both legs of an exchange, and dishonored returns, which move money as the other return does. */
const REPEATED = /^(contract|cover|cancel|expiry)|Dishonored$/

test('posting: each row debits and credits the accounts that it names, and no two rows of a purpose are the same', () => {
  const seen = new Set<string>()
  for (const [name, { debit, credit, purpose }] of Object.entries(POSTINGS)) {
    assert.notEqual(debit, credit, name)
    assert.ok(!seen.has(`${purpose} ${debit} ${credit}`) || REPEATED.test(name), name)
    seen.add(`${purpose} ${debit} ${credit}`)
    const idOf = (side: Book | 'customer' | 'payee' | 'receivable' | 'contra') => {
      if (side === 'customer' || side === 'payee' || side === 'receivable') return parties[side]
      return books.book(
        bookCode(side === 'contra' ? parties.contra : side, { ...parties, customer: undefined, currency: 'USD' }),
      )
    }
    assert.deepEqual(posting(books, name as PostingName, { ...terms, ...parties }), {
      ...terms,
      kind: 'posted',
      purpose,
      debitAccountId: idOf(debit),
      creditAccountId: idOf(credit),
    })
  }
})

test('posting: money that comes back can go to suspense instead of the account of its customer', () => {
  const returned = posting(books, 'paymentReturned', { ...terms, customer: 'suspense', rail: 'ACH' })
  assert.equal(returned.creditAccountId, books.book('suspense:unposted:USD'))
})

test('posting: a hold is pending', () => {
  assert.equal(posting(books, 'payment', { ...terms, ...parties, kind: 'pending' }).kind, 'pending')
})

test('posting: an account that is missing is an error that names the posting', () => {
  assert.throws(
    () => posting(books, 'bookTransfer', { ...terms, customer: 1n, payee: undefined }),
    /bookTransfer needs the account of its payee/,
  )
  assert.throws(
    () => posting(books, 'payment', { ...terms, customer: 1n } as typeof terms & { customer: bigint; rail: string }),
    /clearing needs a rail/,
  )
})

test('bookCode: the rail is part of the code only where the chart says so', () => {
  assert.equal(bookCode('clearing', { rail: 'FEDWIRE', currency: 'USD' }), 'clearing:FEDWIRE:USD')
  assert.equal(bookCode('settlement', { rail: 'FEDWIRE', currency: 'EUR' }), 'settlement:EUR')
  assert.equal(bookCode('fx-result', { currency: 'JPY' }), 'fx-result:JPY')
})

test('bookCode: the income of each fee has an account', () => {
  assert.equal(bookCode('fees', { currency: 'USD', fee: 7n }), 'fees:USD:7')
  assert.throws(() => bookCode('fees', { currency: 'USD' }), /fees needs a fee/)
})

test('currencyOfBook: the currency of a code, wherever it is in it', () => {
  assert.equal(currencyOfBook('clearing:ACH:USD'), 'USD')
  assert.equal(currencyOfBook('fees:EUR:7'), 'EUR')
  assert.equal(currencyOfBook('settlement:JPY'), 'JPY')
  assert.throws(() => currencyOfBook('nothing:JPY'), /not in the chart/)
  assert.throws(() => currencyOfBook('settlement'), /not in the chart/)
})

test('glAccountOf: the number of a fee, then that of the fees of its currency, then that of all fees', () => {
  const own = { fees: '4000', 'fees:USD': '4100', 'fees:USD:7': '4107' }
  assert.deepEqual(
    ['fees:USD:7', 'fees:USD:8', 'fees:USD', 'fees:EUR:7'].map((code) => glAccountOf(code, own)),
    ['4107', '4100', '4100', '4000'],
  )
  assert.equal(glAccountOf('fees:USD:7'), '4010')
})

test('isBookOrCode: fees are named together, by currency, or one by one', () => {
  for (const account of ['fees', 'fees:USD', 'fees:USD:7']) assert.ok(isBookOrCode(account), account)
  for (const account of ['fees:', 'fees:7', 'fees:USD:', 'fees:USD:X']) assert.ok(!isBookOrCode(account), account)
})

test('bookCode: a receivable has one account for each customer', () => {
  assert.equal(bookCode('receivables', { currency: 'USD', customer: 500_001n }), 'receivables:USD:500001')
  assert.throws(() => bookCode('receivables', { currency: 'USD' }), /receivables needs a customer/)
})

test('describeChart: names every account and every posting', () => {
  const page = describeChart()
  for (const { code, meaning } of Object.values(CHART))
    assert.ok(page.includes(`| \`${code}\``) && page.includes(meaning))
  for (const [name, { event }] of Object.entries(POSTINGS)) assert.ok(page.includes(`| \`${name}\` | ${event} |`))
  assert.ok(
    page.includes(
      '| `paymentReturned` | The return of a settled payment. | `return` | `clearing:{rail}:{currency}` | customer * |',
    ),
  )
})
