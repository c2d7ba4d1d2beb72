import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { applyTransfer, availableOf, type LedgerAccount, postedOf, type Transfer } from './transfer.ts'

const CUSTOMER = 1n
const OTHER = 2n
const BOOK = 3n
const EURO = 4n

function account(id: bigint, fields: Partial<LedgerAccount> = {}): LedgerAccount {
  return {
    id,
    currency: 'USD',
    overdraft: false,
    debitsPending: 0n,
    debitsPosted: 0n,
    creditsPending: 0n,
    creditsPosted: 0n,
    receivableId: null,
    ...fields,
  }
}

/**
 * A customer with 100.00, a customer with zero, a book of the institution, and a customer in euros.
 */
function accounts() {
  return new Map([
    [CUSTOMER, account(CUSTOMER, { creditsPosted: 100_00n })],
    [OTHER, account(OTHER)],
    [BOOK, account(BOOK, { overdraft: true, debitsPosted: 100_00n })],
    [EURO, account(EURO, { currency: 'EUR', creditsPosted: 100_00n })],
  ])
}

const pay = {
  id: 'transfer',
  kind: 'posted',
  debitAccountId: CUSTOMER,
  creditAccountId: BOOK,
  amount: 1n,
  currency: 'USD',
  purpose: 'payment',
  referenceId: 'payment',
} as const satisfies Transfer

const hold = { ...pay, kind: 'pending', amount: 40_00n } as const satisfies Transfer

function end(kind: 'post_pending' | 'void_pending', amount: bigint): Transfer {
  return { ...hold, kind, amount, pendingId: hold.id, pendingAmount: hold.amount }
}

const refusals: [name: string, transfer: Transfer, refusal: string][] = [
  ['an amount of nothing', { ...pay, amount: 0n }, 'amountNotPositive'],
  ['a negative amount', { ...pay, amount: -1n }, 'amountNotPositive'],
  ['a transfer to the same account', { ...pay, creditAccountId: CUSTOMER }, 'sameAccount'],
  ['an unknown debit account', { ...pay, debitAccountId: 99n }, 'accountUnknown'],
  ['an unknown credit account', { ...pay, creditAccountId: 99n }, 'accountUnknown'],
  ['a debit account in another currency', { ...pay, debitAccountId: EURO }, 'currencyMismatch'],
  ['a credit account in another currency', { ...pay, creditAccountId: EURO }, 'currencyMismatch'],
  ['a transfer in a currency of neither account', { ...pay, currency: 'EUR' }, 'currencyMismatch'],
  ['one cent more than is available', { ...pay, amount: 100_01n }, 'insufficientFunds'],
  ['a hold of one cent more than is available', { ...hold, amount: 100_01n }, 'insufficientFunds'],
  ['a post of one cent more than is held', end('post_pending', 40_01n), 'exceedsHold'],
  ['a void of one cent more than is held', end('void_pending', 40_01n), 'exceedsHold'],
  ['a void of one cent less than is held', end('void_pending', 39_99n), 'voidsInPart'],
  ['a post of nothing', end('post_pending', 0n), 'amountNotPositive'],
]

for (const [name, transfer, refusal] of refusals)
  test(`applyTransfer: ${name} is refused and changes nothing`, () => {
    const books = accounts()
    assert.deepEqual(applyTransfer(books, transfer), { ok: false, refusal })
    assert.deepEqual(books, accounts())
  })

for (const kind of ['posted', 'pending'] as const)
  test(`applyTransfer: exactly the available balance can be ${kind}, and nothing more`, () => {
    const books = accounts()
    assert.equal(applyTransfer(books, { ...pay, kind, amount: 100_00n }).ok, true)
    assert.equal(availableOf(books.get(CUSTOMER)!), 0n)
    assert.deepEqual(applyTransfer(books, { ...pay, amount: 1n }), { ok: false, refusal: 'insufficientFunds' })
  })

test('applyTransfer: a posted transfer debits one account and credits the other', () => {
  const books = accounts()
  assert.equal(applyTransfer(books, { ...pay, amount: 30_00n }).ok, true)
  assert.deepEqual(books.get(CUSTOMER), account(CUSTOMER, { creditsPosted: 100_00n, debitsPosted: 30_00n }))
  assert.deepEqual(books.get(BOOK), account(BOOK, { overdraft: true, debitsPosted: 100_00n, creditsPosted: 30_00n }))
  assert.equal(postedOf(books.get(CUSTOMER)!), 70_00n)
})

test('applyTransfer: a hold reduces the available balance and leaves the posted balance', () => {
  const books = accounts()
  assert.equal(applyTransfer(books, hold).ok, true)
  const customer = books.get(CUSTOMER)!
  assert.deepEqual([availableOf(customer), postedOf(customer)], [60_00n, 100_00n])
  assert.equal(books.get(BOOK)!.creditsPending, 40_00n)
  assert.equal(books.get(BOOK)!.creditsPosted, 0n)
})

test('applyTransfer: a pending credit cannot be paid out', () => {
  const books = accounts()
  assert.equal(applyTransfer(books, { ...hold, creditAccountId: OTHER }).ok, true)
  const again = { ...pay, debitAccountId: OTHER, creditAccountId: BOOK, amount: 1n }
  assert.deepEqual(applyTransfer(books, again), { ok: false, refusal: 'insufficientFunds' })
})

test('applyTransfer: an amount posted in the same transaction can be paid out', () => {
  const books = accounts()
  assert.equal(applyTransfer(books, { ...pay, creditAccountId: OTHER, amount: 5_00n }).ok, true)
  assert.equal(applyTransfer(books, { ...pay, debitAccountId: OTHER, amount: 5_00n }).ok, true)
  assert.equal(availableOf(books.get(OTHER)!), 0n)
})

test("applyTransfer: an account with overdraft, such as the institution's own, has no limit", () => {
  const books = accounts()
  const deposit = { ...pay, debitAccountId: BOOK, creditAccountId: CUSTOMER, amount: 10n ** 15n }
  assert.equal(applyTransfer(books, deposit).ok, true)
  assert.equal(availableOf(books.get(BOOK)!), -100_00n - 10n ** 15n)
})

test('applyTransfer: a hold posted in whole moves its amount and reserves nothing more', () => {
  const books = accounts()
  applyTransfer(books, hold)
  assert.equal(applyTransfer(books, end('post_pending', 40_00n)).ok, true)
  assert.deepEqual(books.get(CUSTOMER), account(CUSTOMER, { creditsPosted: 100_00n, debitsPosted: 40_00n }))
  assert.equal(books.get(BOOK)!.creditsPosted, 40_00n)
  assert.equal(books.get(BOOK)!.creditsPending, 0n)
})

test('applyTransfer: a hold posted in part moves that part, and the rest becomes available again', () => {
  const books = accounts()
  applyTransfer(books, hold)
  assert.equal(applyTransfer(books, end('post_pending', 39_99n)).ok, true)
  const customer = books.get(CUSTOMER)!
  assert.deepEqual([availableOf(customer), postedOf(customer), customer.debitsPending], [60_01n, 60_01n, 0n])
})

test('applyTransfer: a void restores the accounts as before the hold', () => {
  const books = accounts()
  applyTransfer(books, hold)
  assert.equal(applyTransfer(books, end('void_pending', 40_00n)).ok, true)
  assert.deepEqual(books, accounts())
})

test('applyTransfer: a hold can be posted even if the available balance is zero', () => {
  const books = accounts()
  applyTransfer(books, { ...pay, amount: 60_00n })
  applyTransfer(books, hold)
  assert.equal(availableOf(books.get(CUSTOMER)!), 0n)
  assert.equal(applyTransfer(books, end('post_pending', 40_00n)).ok, true)
  assert.equal(availableOf(books.get(CUSTOMER)!), 0n)
})

test('applyTransfer: for any transfers in any order, debits equal credits, no total is negative, no customer is overdrawn', () => {
  const currencies = ['USD', 'EUR']
  const ids = currencies.flatMap((currency, place) =>
    [false, true, false].map((overdraft, n) => ({ id: BigInt(place * 3 + n + 1), currency, overdraft })),
  )
  const anyId = fc.constantFrom(...ids.map(({ id }) => id), 99n)
  const command = fc.record({
    kind: fc.constantFrom('posted', 'pending', 'post_pending', 'void_pending'),
    debit: anyId,
    credit: anyId,
    amount: fc.bigInt({ min: -2n, max: 50n }),
    currency: fc.constantFrom(...currencies),
    pick: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(command, { maxLength: 120 }), (commands) => {
      const books = new Map(ids.map((data) => [data.id, account(data.id, data)]))
      // An opening balance, by the same function.
      for (const { id, currency, overdraft } of ids)
        if (!overdraft) {
          const from = ids.find((book) => book.overdraft && book.currency === currency)!.id
          const deposit = { ...pay, debitAccountId: from, creditAccountId: id, amount: 60n, currency }
          assert.equal(applyTransfer(books, deposit).ok, true)
        }
      const holds: Extract<Transfer, { kind: 'posted' | 'pending' }>[] = []
      for (const { kind, debit, credit, amount, currency, pick } of commands) {
        const before = structuredClone(books)
        const data = { ...pay, debitAccountId: debit, creditAccountId: credit, amount, currency }
        let result: ReturnType<typeof applyTransfer>
        if (kind === 'posted' || kind === 'pending') {
          result = applyTransfer(books, { ...data, kind })
          if (result.ok && kind === 'pending') holds.push({ ...data, kind })
        } else {
          const at = pick % (holds.length || 1)
          const open = holds[at]
          if (!open) continue
          result = applyTransfer(books, { ...open, kind, amount, pendingId: open.id, pendingAmount: open.amount })
          if (result.ok) holds.splice(at, 1)
        }
        if (!result.ok) assert.deepEqual(books, before)
      }
      for (const currency of currencies) {
        const of = [...books.values()].filter((one) => one.currency === currency)
        const sum = (total: 'debitsPending' | 'debitsPosted' | 'creditsPending' | 'creditsPosted') =>
          of.reduce((all, one) => all + one[total], 0n)
        assert.equal(sum('debitsPosted'), sum('creditsPosted'))
        assert.equal(sum('debitsPending'), sum('creditsPending'))
        const held = holds.filter((open) => open.currency === currency).reduce((all, { amount }) => all + amount, 0n)
        assert.equal(sum('debitsPending'), held)
      }
      for (const one of books.values()) {
        for (const total of [one.debitsPending, one.debitsPosted, one.creditsPending, one.creditsPosted])
          assert.ok(total >= 0n)
        if (!one.overdraft) assert.ok(availableOf(one) >= 0n)
      }
    }),
    { numRuns: 300 },
  )
})
