import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairName, pairOf } from '../../kernel/currency-pair.ts'
import { legsOf } from './legs.ts'

const rates = (...names: string[]) => names.map((name) => pairOf(...(name.split('/') as [string, string])))
const legs = (names: string[], one: string, other: string) => {
  const found = legsOf(rates(...names), pairOf(one, other))
  return found && [found.base.map(pairName), found.quote.map(pairName)]
}

test('legsOf: the rates against USD, whatever other rates there are', () => {
  const all = ['EUR/GBP', 'EUR/CAD', 'GBP/CAD', 'EUR/USD', 'GBP/USD', 'USD/CAD']
  assert.deepEqual(legs(all, 'EUR', 'GBP'), [['EUR/USD'], ['GBP/USD']])
  assert.deepEqual(legs(all, 'GBP', 'CAD'), [['GBP/USD'], ['USD/CAD']])
  assert.equal(legs(all, 'EUR', 'USD'), undefined)
})

test('legsOf: a currency without a rate against USD has the fewest legs, and those in common are left out', () => {
  const all = ['EUR/USD', 'GBP/USD', 'EUR/CAD', 'GBP/CAD', 'CAD/JPY', 'EUR/MXN']
  assert.equal(legs(all, 'EUR', 'CAD'), undefined)
  assert.deepEqual(legs(all, 'GBP', 'CAD'), [['GBP/USD'], ['EUR/CAD', 'EUR/USD']])
  assert.deepEqual(legs(all, 'CAD', 'MXN'), [['EUR/CAD'], ['EUR/MXN']])
  assert.deepEqual(legs(all, 'EUR', 'JPY'), [[], ['CAD/JPY', 'EUR/CAD']])
})

test('legsOf: rates that nothing connects with USD have legs among themselves, and none with others', () => {
  const all = ['EUR/CAD', 'EUR/JPY', 'CAD/JPY', 'USD/MXN']
  assert.equal(legs(all, 'EUR', 'CAD'), undefined)
  assert.equal(legs(all, 'CAD', 'JPY'), undefined)
  assert.deepEqual(legs(all, 'EUR', 'JPY'), [['EUR/CAD'], ['CAD/JPY']])
  assert.equal(legs(all, 'CAD', 'MXN'), undefined)
  assert.equal(legs([], 'EUR', 'GBP'), undefined)
})
