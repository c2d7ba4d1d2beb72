import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeByClosing, changeByContract, changeByCover, changeByDesk, changeByRealized } from './position.ts'

const valueDate = '2026-06-11'
/** A customer sells dollars for euros. */
const exchange = {
  receives: { currency: 'USD', amount: 108_25n },
  delivers: { currency: 'EUR', amount: 100_00n },
}

test('changeByContract: the position buys what it receives and sells what it delivers', () => {
  assert.deepEqual(changeByContract(exchange, valueDate), [
    { currency: 'USD', valueDate, bought: 108_25n, sold: 0n, covered: 0n, desk: 0n },
    { currency: 'EUR', valueDate, bought: 0n, sold: 100_00n, covered: 0n, desk: 0n },
  ])
})

test('changeByClosing: undoes the change of the contract, and keeps its cover', () => {
  assert.deepEqual(changeByClosing(exchange, valueDate), [
    { currency: 'USD', valueDate, bought: -108_25n, sold: 0n, covered: 0n, desk: 0n },
    { currency: 'EUR', valueDate, bought: 0n, sold: -100_00n, covered: 0n, desk: 0n },
  ])
})

test('changeByCover: the market takes the opposite exchange, so the position is flat', () => {
  const changes = changeByCover(exchange, valueDate)
  assert.deepEqual(changes, [
    { currency: 'USD', valueDate, bought: 0n, sold: 0n, covered: -108_25n, desk: 0n },
    { currency: 'EUR', valueDate, bought: 0n, sold: 0n, covered: 100_00n, desk: 0n },
  ])
  for (const [place, { bought, sold }] of changeByContract(exchange, valueDate).entries())
    assert.equal(bought - sold + changes[place]!.covered, 0n)
})

test('changeByDesk: the market delivers what the desk bought, and what was realized leaves the position', () => {
  const nothing = { valueDate, bought: 0n, sold: 0n, covered: 0n }
  assert.deepEqual(changeByDesk(exchange, valueDate), [
    { ...nothing, currency: 'USD', desk: 108_25n },
    { ...nothing, currency: 'EUR', desk: -100_00n },
  ])
  assert.deepEqual(changeByRealized('USD', -5n, valueDate), [{ ...nothing, currency: 'USD', desk: 5n }])
})
