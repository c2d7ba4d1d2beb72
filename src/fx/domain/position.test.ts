import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeByClosing,
  changeByContract,
  changeByCover,
  changeByDesk,
  changeByRealized,
  ownValueOf,
  realizedBy,
} from './position.ts'

const valueDate = '2026-06-11'
const terms = { valueDate, value: 108_25n }
/** A customer sells dollars for euros. */
const exchange = {
  receives: { currency: 'USD', amount: 108_25n },
  delivers: { currency: 'EUR', amount: 100_00n },
}

test('changeByContract: the position buys what it receives and sells what it delivers', () => {
  assert.deepEqual(changeByContract(exchange, terms), [
    { currency: 'USD', valueDate, bought: 108_25n, sold: 0n, covered: 0n, desk: 0n, cost: 108_25n },
    { currency: 'EUR', valueDate, bought: 0n, sold: 100_00n, covered: 0n, desk: 0n, cost: -108_25n },
  ])
})

test('changeByClosing: undoes the change of the contract, and keeps its cover', () => {
  assert.deepEqual(changeByClosing(exchange, terms), [
    { currency: 'USD', valueDate, bought: -108_25n, sold: 0n, covered: 0n, desk: 0n, cost: -108_25n },
    { currency: 'EUR', valueDate, bought: 0n, sold: -100_00n, covered: 0n, desk: 0n, cost: 108_25n },
  ])
})

test('changeByCover: the market takes the opposite exchange, so the position is flat', () => {
  const changes = changeByCover(exchange, terms)
  assert.deepEqual(changes, [
    { currency: 'USD', valueDate, bought: 0n, sold: 0n, covered: -108_25n, desk: 0n, cost: -108_25n },
    { currency: 'EUR', valueDate, bought: 0n, sold: 0n, covered: 100_00n, desk: 0n, cost: 108_25n },
  ])
  for (const [place, { bought, sold }] of changeByContract(exchange, terms).entries())
    assert.equal(bought - sold + changes[place]!.covered, 0n)
})

test('changeByDesk: the market delivers what the desk bought, and what was realized leaves the position', () => {
  const nothing = { valueDate, bought: 0n, sold: 0n, covered: 0n }
  assert.deepEqual(changeByDesk(exchange, terms), [
    { ...nothing, currency: 'USD', desk: 108_25n, cost: 108_25n },
    { ...nothing, currency: 'EUR', desk: -100_00n, cost: -108_25n },
  ])
  assert.deepEqual(changeByRealized('EUR', { own: 'USD', result: -5n, valueDate }), [
    { ...nothing, currency: 'EUR', desk: 0n, cost: -5n },
    { ...nothing, currency: 'USD', desk: 5n, cost: 5n },
  ])
  assert.deepEqual(changeByRealized('EUR', { own: 'USD', result: 0n, valueDate }), [])
})

test('ownValueOf: the side in the own currency, or else the given value', () => {
  assert.equal(ownValueOf(exchange, 'USD', 7n), 108_25n)
  assert.equal(ownValueOf(exchange, 'EUR', 7n), 100_00n)
  assert.equal(ownValueOf(exchange, 'JPY', 7n), 7n)
})

const long = { amount: 1000n, cost: 1100n }
const short = { amount: -1000n, cost: -1100n }

test('realizedBy: a trade that enlarges a position realizes nothing', () => {
  assert.equal(realizedBy(long, { amount: 1n, cost: 5n }), 0n)
  assert.equal(realizedBy(short, { amount: -1n, cost: -5n }), 0n)
})

test('realizedBy: a trade that closes a position realizes what it brings less what the position cost', () => {
  assert.equal(realizedBy(long, { amount: -1000n, cost: -1200n }), 100n)
  assert.equal(realizedBy(short, { amount: 1000n, cost: 1200n }), -100n)
})

test('realizedBy: a part is realized at average cost', () => {
  assert.equal(realizedBy(long, { amount: -400n, cost: -400n }), -40n)
  assert.equal(realizedBy({ amount: 3n, cost: 10n }, { amount: -1n, cost: -5n }), 2n)
})

test('realizedBy: a trade larger than the position realizes only the part that closes it', () => {
  assert.equal(realizedBy(long, { amount: -2000n, cost: -2400n }), 100n)
})

test('realizedBy: what was left of a flat position is realized in full', () => {
  assert.equal(realizedBy({ amount: 0n, cost: -7n }, { amount: 10n, cost: 11n }), 7n)
  assert.equal(realizedBy({ amount: 0n, cost: 0n }, { amount: -10n, cost: -11n }), 0n)
})
