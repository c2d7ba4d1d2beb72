import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairName, pairOf } from './currency-pair.ts'

/**
 * Each currency is the base of those after it. MXN, PHP and TRY are in the order of their codes.
 */
const inMarketOrder = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'KWD', 'MXN', 'PHP', 'TRY', 'JPY']

test('pairOf: two currencies in either order become the market pair; the yen is always the quote', () => {
  for (const [place, quote] of inMarketOrder.entries())
    for (const base of inMarketOrder.slice(0, place)) {
      assert.equal(pairName(pairOf(base, quote)), `${base}/${quote}`)
      assert.equal(pairName(pairOf(quote, base)), `${base}/${quote}`)
    }
})

test('pairOf: other currencies are ordered by code, before the yen', () => {
  assert.equal(pairName(pairOf('BRL', 'ARS')), 'ARS/BRL')
  assert.equal(pairName(pairOf('ZAR', 'JPY')), 'ZAR/JPY')
  assert.equal(pairName(pairOf('ARS', 'KWD')), 'KWD/ARS')
  assert.equal(pairName(pairOf('ARS', 'CHF')), 'CHF/ARS')
  assert.equal(pairName(pairOf('ARS', 'CAD')), 'CAD/ARS')
})
