import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { atMarket, bookMargin, bookNewMargin, type MarginedContract, marginOf, marginParts } from './margin.ts'
import { rateOf } from './rate.ts'

const contract: MarginedContract = {
  ...{ marginAmount: 100n, marginDeferred: false, sellAmount: 300n },
  ...{ drawnSellAmount: 0n, closedSellAmount: 0n },
}

test('a margin is income at once, less its share of what was closed out, rounded down', () => {
  assert.deepEqual(marginParts(contract), { closed: 0n, earned: 100n, deferred: 0n })
  assert.deepEqual(marginParts({ ...contract, closedSellAmount: 100n }), { closed: 33n, earned: 67n, deferred: 0n })
  assert.deepEqual(marginParts({ ...contract, closedSellAmount: 300n }), { closed: 100n, earned: 0n, deferred: 0n })
})

test('a deferred margin is earned as payments draw, and the last of them earns the rest', () => {
  const deferred = { ...contract, marginDeferred: true }
  assert.deepEqual(marginParts(deferred), { closed: 0n, earned: 0n, deferred: 100n })
  assert.deepEqual(marginParts({ ...deferred, drawnSellAmount: 200n }), { closed: 0n, earned: 66n, deferred: 34n })
  assert.deepEqual(marginParts({ ...deferred, drawnSellAmount: 300n }), { closed: 0n, earned: 100n, deferred: 0n })
  const ended = { ...deferred, drawnSellAmount: 200n, closedSellAmount: 100n }
  assert.deepEqual(marginParts(ended), { closed: 33n, earned: 67n, deferred: 0n })
})

test('the parts of a margin are never negative, and their sum is the margin', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(amount, fc.boolean(), amount, amount, amount, (marginAmount, marginDeferred, drawn, closed, left) => {
      const sellAmount = drawn + closed + left + 1n
      const parts = marginParts({
        ...{ marginAmount, marginDeferred, sellAmount },
        ...{ drawnSellAmount: drawn, closedSellAmount: closed },
      })
      assert.equal(parts.closed + parts.earned + parts.deferred, marginAmount)
      for (const part of Object.values(parts)) assert.ok(part >= 0n)
    }),
  )
})

const pair = { baseCurrency: 'EUR', quoteCurrency: 'USD' }
const buysEuros = { ...pair, sellCurrency: 'USD', buyCurrency: 'EUR', sellAmount: 1089_83n, buyAmount: 1000_00n }
const sellsEuros = { ...pair, sellCurrency: 'EUR', buyCurrency: 'USD', sellAmount: 1000_00n, buyAmount: 1078_77n }

test('a margin is the difference to the market, in the quote currency, whichever currency is sold', () => {
  assert.equal(marginOf(buysEuros, rateOf('1.0844')), 543n)
  assert.equal(marginOf(sellsEuros, rateOf('1.0842')), 543n)
  assert.equal(marginOf(buysEuros, rateOf('1.2')), 0n)
  assert.equal(marginOf({ ...buysEuros, sellAmount: 1084_41n }, rateOf('1.0844')), 1n)
})

const inDollars = { ...contract, quoteCurrency: 'USD' }
const deferred = { ...inDollars, marginDeferred: true }

test('a new margin is booked as income, or as deferred income; none is not booked', () => {
  assert.deepEqual(bookNewMargin(inDollars), [{ posting: 'marginBooked', currency: 'USD', amount: 100n }])
  assert.deepEqual(bookNewMargin(deferred), [{ posting: 'marginDeferred', currency: 'USD', amount: 100n }])
  assert.deepEqual(bookNewMargin({ ...inDollars, marginAmount: 0n }), [])
})

test('a close-out reverses its share of the margin, from the income or from the deferred income', () => {
  const closed = { closedSellAmount: 150n }
  const more = { closedSellAmount: 180n }
  assert.deepEqual(bookMargin({ ...inDollars, ...closed }, { ...inDollars, ...more }), [
    { posting: 'marginReversed', currency: 'USD', amount: 10n },
  ])
  assert.deepEqual(bookMargin({ ...deferred, ...closed }, { ...deferred, ...more }), [
    { posting: 'marginDeferredReversed', currency: 'USD', amount: 10n },
  ])
})

test('a draw earns its share of a deferred margin, and gives it back when it is released', () => {
  const [before, after] = [
    { ...deferred, drawnSellAmount: 30n },
    { ...deferred, drawnSellAmount: 90n },
  ]
  assert.deepEqual(bookMargin(before, after), [{ posting: 'marginEarned', currency: 'USD', amount: 20n }])
  assert.deepEqual(bookMargin(after, before), [{ posting: 'marginReleased', currency: 'USD', amount: 20n }])
  assert.deepEqual(bookMargin({ ...inDollars, drawnSellAmount: 30n }, { ...inDollars, drawnSellAmount: 90n }), [])
})

test('at the market, an exchange has the base amount of the contract and the quote amount without its margin', () => {
  const [dollars, euros] = [
    { currency: 'USD', amount: 500n },
    { currency: 'EUR', amount: 400n },
  ]
  assert.deepEqual(atMarket({ receives: dollars, delivers: euros }, 'USD', 3n), {
    receives: { currency: 'USD', amount: 497n },
    delivers: euros,
  })
  assert.deepEqual(atMarket({ receives: euros, delivers: dollars }, 'USD', 3n), {
    receives: euros,
    delivers: { currency: 'USD', amount: 503n },
  })
})
