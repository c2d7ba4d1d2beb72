import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceededBy, type LineAmounts, usageOf } from './line.ts'

const NOTHING: LineAmounts = { exposure: 0n, spot: 0n, forward: 0n }

test('a gain on one part does not offset the loss on another', () => {
  const parts = [
    { productType: 'SPOT', notional: 100n, loss: 7n },
    { productType: 'SPOT', notional: 50n, loss: -9n },
    { productType: 'FORWARD', notional: 30n, loss: 2n },
    { productType: 'FORWARD', notional: 1n, loss: 1n },
  ] as const
  assert.deepEqual(usageOf(parts), { exposure: 10n, spot: 150n, forward: 31n })
  assert.deepEqual(usageOf([]), NOTHING)
})

test('each amount of a line is inclusive, and one more is refused', () => {
  const line = { exposure: 10n, spot: 100n, forward: 50n }
  const used = { exposure: 4n, spot: 60n, forward: 20n }
  for (const [name, left] of [
    ['exposure', 6n],
    ['spot', 40n],
    ['forward', 30n],
  ] as const) {
    assert.equal(exceededBy(line, { used, added: { ...NOTHING, [name]: left } }), undefined)
    assert.equal(exceededBy(line, { used, added: { ...NOTHING, [name]: left + 1n } }), name)
  }
})

test('the smallest trade on a line that is used up is refused', () => {
  const line = { exposure: 10n, spot: 100n, forward: 50n }
  for (const name of ['spot', 'forward'] as const)
    assert.equal(
      exceededBy(line, { used: { ...NOTHING, [name]: line[name] }, added: { ...NOTHING, [name]: 1n } }),
      name,
    )
})

test('a trade is not refused for the notional of another product, but for exposure beyond the line', () => {
  const line = { exposure: 10n, spot: 100n, forward: 0n }
  const added = { exposure: 0n, spot: 100n, forward: 0n }
  assert.equal(exceededBy(line, { used: { exposure: 10n, spot: 0n, forward: 1n }, added }), undefined)
  assert.equal(exceededBy(line, { used: { exposure: 11n, spot: 0n, forward: 0n }, added }), 'exposure')
})
