import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { POSTINGS } from '../../ledger/postings.ts'
import {
  type Booking,
  bookClosing,
  bookContract,
  bookCover,
  bookDeskTrade,
  bookRealized,
  type Exchange,
} from './bookings.ts'

/** Credits less debits of each book in each currency. */
function balancesOf(bookings: Booking[]): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  const add = (book: string, currency: string, amount: bigint) =>
    balances.set(`${book}:${currency}`, (balances.get(`${book}:${currency}`) ?? 0n) + amount)
  for (const { posting, currency, amount } of bookings) {
    const { debit, credit } = POSTINGS[posting]
    add(debit, currency, -amount)
    add(credit, currency, amount)
  }
  return balances
}

const contract: Exchange = {
  receives: { currency: 'USD', amount: 10_850_000n },
  delivers: { currency: 'EUR', amount: 10_000_000n },
}

test('a contract opens a position in both currencies; its cover leaves a flat position and the margin earned', () => {
  assert.deepEqual(Object.fromEntries(balancesOf(bookContract(contract))), {
    'fx-customers:USD': -10_850_000n,
    'fx-position:USD': 10_850_000n,
    'fx-position:EUR': -10_000_000n,
    'fx-customers:EUR': 10_000_000n,
  })
  const cover = { receives: contract.delivers, delivers: { currency: 'USD', amount: 10_825_000n } }
  assert.deepEqual(Object.fromEntries(balancesOf([...bookContract(contract), ...bookCover(contract, cover)])), {
    'fx-customers:USD': -10_850_000n,
    'fx-position:USD': 0n,
    'fx-position:EUR': 0n,
    'fx-customers:EUR': 10_000_000n,
    'fx-market:USD': 10_825_000n,
    'fx-market:EUR': -10_000_000n,
    'fx-result:USD': 25_000n,
  })
})

test('a cover that costs more than the contract is a loss, exact to the minor unit in yen and dinars', () => {
  const sold: Exchange = {
    receives: { currency: 'JPY', amount: 1_000n },
    delivers: { currency: 'KWD', amount: 2_001n },
  }
  const cover = { receives: { currency: 'KWD', amount: 2_000n }, delivers: sold.receives }
  const balances = balancesOf([...bookContract(sold), ...bookCover(sold, cover)])
  assert.equal(balances.get('fx-result:KWD'), -1n)
  assert.equal(balances.get('fx-position:KWD'), 0n)
  assert.equal(balances.get('fx-position:JPY'), 0n)
})

test('a closed contract leaves zero balances', () => {
  for (const end of ['cancellation', 'expiry'] as const) {
    const closing = bookClosing(contract, end)
    assert.ok(closing.every(({ posting }) => posting.startsWith(end)))
    const balances = balancesOf([...bookContract(contract), ...closing])
    assert.deepEqual([...balances.values()].filter(Boolean), [])
  }
})

test('a trade of the desk moves the position to the market in both currencies', () => {
  assert.deepEqual(Object.fromEntries(balancesOf(bookDeskTrade(contract))), {
    'fx-market:EUR': 10_000_000n,
    'fx-position:EUR': -10_000_000n,
    'fx-market:USD': -10_850_000n,
    'fx-position:USD': 10_850_000n,
  })
})

test('a realized profit or loss leaves the position for the result, to the minor unit', () => {
  assert.deepEqual(bookRealized('USD', 1n), [{ posting: 'deskGain', currency: 'USD', amount: 1n }])
  assert.deepEqual(bookRealized('USD', -1n), [{ posting: 'deskLoss', currency: 'USD', amount: 1n }])
  assert.deepEqual(bookRealized('USD', 0n), [], 'most trades close nothing, and no entry has an amount of zero')
})

test('zero amounts are not booked', () => {
  const tiny: Exchange = { receives: { currency: 'JPY', amount: 0n }, delivers: { currency: 'USD', amount: 0n } }
  assert.deepEqual([...bookContract(tiny), ...bookCover(tiny, tiny), ...bookClosing(tiny, 'expiry')], [])
})

test('for any contracts, covers and closings, every currency balances and only the rest is open', () => {
  const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const deal = fc
    .record({ one: currency, other: currency, amounts: fc.tuple(amount, amount, amount, amount), end: fc.nat(2) })
    .filter(({ one, other }) => one !== other)
  fc.assert(
    fc.property(fc.array(deal, { maxLength: 20 }), (deals) => {
      const bookings: Booking[] = []
      const open = new Map<string, bigint>()
      for (const { one, other, amounts, end } of deals) {
        const made = {
          receives: { currency: one, amount: amounts[0] },
          delivers: { currency: other, amount: amounts[1] },
        }
        bookings.push(...bookContract(made))
        if (end === 1) bookings.push(...bookClosing(made, 'cancellation'))
        if (end === 2)
          bookings.push(
            ...bookCover(made, {
              receives: { currency: other, amount: amounts[2] },
              delivers: { currency: one, amount: amounts[3] },
            }),
          )
        if (end > 0) continue
        open.set(one, (open.get(one) ?? 0n) + amounts[0])
        open.set(other, (open.get(other) ?? 0n) - amounts[1])
      }
      const balances = balancesOf(bookings)
      for (const code of ['USD', 'EUR', 'JPY', 'KWD']) {
        const ofCurrency = [...balances].filter(([book]) => book.endsWith(code))
        assert.equal(
          ofCurrency.reduce((sum, [, balance]) => sum + balance, 0n),
          0n,
        )
        assert.equal(balances.get(`fx-position:${code}`) ?? 0n, open.get(code) ?? 0n)
      }
      assert.ok(bookings.every((booking) => booking.amount > 0n))
    }),
    { numRuns: 300 },
  )
})
