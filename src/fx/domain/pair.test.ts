import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairName, pairOf } from './pair.ts'

/** The base of each pair comes before its quote; MXN, PHP and TRY follow by their codes. */
const inMarketOrder = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'KWD', 'MXN', 'PHP', 'TRY', 'JPY']

test('pairOf: any two currencies are in market order, whichever comes first; the yen is always the quote', () => {
  for (const [place, quote] of inMarketOrder.entries())
    for (const base of inMarketOrder.slice(0, place)) {
      assert.equal(pairName(pairOf(base, quote)), `${base}/${quote}`)
      assert.equal(pairName(pairOf(quote, base)), `${base}/${quote}`)
    }
})

test('pairOf: a currency without a place precedes another by its code, before the yen', () => {
  assert.equal(pairName(pairOf('BRL', 'ARS')), 'ARS/BRL')
  assert.equal(pairName(pairOf('ZAR', 'JPY')), 'ZAR/JPY')
  assert.equal(pairName(pairOf('ARS', 'KWD')), 'KWD/ARS')
  assert.equal(pairName(pairOf('ARS', 'CHF')), 'CHF/ARS')
  assert.equal(pairName(pairOf('ARS', 'CAD')), 'CAD/ARS')
})
