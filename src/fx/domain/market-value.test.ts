import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingAmount, lossAtMarket, type OpenPart, partOf } from './market-value.ts'
import { rateOf } from './rate.ts'

const rate = { bid: rateOf('1.0842'), ask: rateOf('1.0844') }
const pair = { baseCurrency: 'EUR', quoteCurrency: 'USD' }
const bought: OpenPart = { ...pair, customerBuysBase: true, baseAmount: 1001n, quoteAmount: 1090n }
const sold: OpenPart = { ...pair, customerBuysBase: false, baseAmount: 1001n, quoteAmount: 1080n }

test('the institution sells at the bid, rounded down, or buys at the ask, rounded up', () => {
  // 1001 at 1.0842 is 1085.28, and at 1.0844 1085.48.
  assert.equal(closingAmount(bought, rate), 1085n)
  assert.equal(closingAmount(sold, rate), 1086n)
})

test('the loss at the market is what the customer owes above it, or gets below it', () => {
  assert.equal(lossAtMarket(bought, rate), 5n)
  assert.equal(lossAtMarket(sold, rate), 6n)
  assert.equal(lossAtMarket({ ...bought, quoteAmount: 1080n }, rate), -5n)
  assert.equal(lossAtMarket({ ...sold, quoteAmount: 1090n }, rate), -4n)
})

test('partOf: the base and the quote amount, whichever of them the customer buys', () => {
  const [euros, dollars] = [
    { currency: 'EUR', amount: 1001n },
    { currency: 'USD', amount: 1090n },
  ]
  assert.deepEqual(partOf({ receives: dollars, delivers: euros }, 'EUR'), bought)
  assert.deepEqual(partOf({ receives: euros, delivers: dollars }, 'EUR'), { ...sold, quoteAmount: 1090n })
})
