import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviationPercent, isPricedApart, priceOfSides } from './desk-price.ts'
import { formatRate, rateOf } from './rate.ts'

const sides = (baseAmount: bigint, quoteAmount: bigint, quoteCurrency = 'USD') => ({
  ...{ baseCurrency: 'EUR', baseAmount, quoteCurrency, quoteAmount },
})

test('a price exactly at the tolerance is not apart, and one minor unit further is, on both sides', () => {
  const rate = rateOf('1.1')
  for (const [quote, apart] of [
    [111_100n, false],
    [111_101n, true],
    [108_900n, false],
    [108_899n, true],
  ] as const)
    assert.equal(isPricedApart(sides(100_000n, quote), rate, 1), apart, String(quote))
})

test('a price between currencies with other minor units is compared in whole units', () => {
  assert.equal(formatRate(priceOfSides(sides(100_00n, 16_400n, 'JPY'))), '164')
  assert.equal(isPricedApart(sides(100_00n, 16_400n, 'JPY'), rateOf('164'), 0), false)
  assert.equal(isPricedApart(sides(100_00n, 16_401n, 'JPY'), rateOf('164'), 0), true)
  assert.equal(formatRate(priceOfSides(sides(100_00n, 33_333n, 'KWD'))), '0.33333')
})

test('a deviation is shown rounded away from zero, with its sign', () => {
  const shown = (quote: bigint) => formatRate(deviationPercent(sides(100_000n, quote), rateOf('1.1')))
  assert.deepEqual([shown(110_000n), shown(110_001n), shown(109_999n), shown(110n)], ['0', '0.01', '-0.01', '-99.9'])
})

test('a price is rounded to eight decimals, half to even', () => {
  assert.equal(formatRate(priceOfSides(sides(300n, 100n))), '0.33333333')
  assert.equal(formatRate(priceOfSides(sides(300n, 200n))), '0.66666667')
})
