import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimal, minorUnits } from '../../sdk/src/index.ts'

test('minorUnits and decimal: text and minor units are the same amount, to the last digit', () => {
  for (const [text, minor, decimals] of [
    ['125.50', 12550n, 2],
    ['0.01', 1n, 2],
    ['-0.01', -1n, 2],
    ['1250', 1250n, 0],
    ['0.001', 1n, 3],
    ['9007199254740993.01', 900719925474099301n, 2],
  ] as const) {
    assert.equal(minorUnits(text, decimals), minor)
    assert.equal(decimal(minor, decimals), text)
  }
  assert.equal(minorUnits('5', 2), 500n)
  assert.equal(minorUnits('5.500', 2), 550n, 'zeros at the end change nothing')
})

test('minorUnits: what is no decimal of the currency is refused, not rounded', () => {
  for (const [text, decimals] of [
    ['1.005', 2],
    ['1.5', 0],
    ['1e3', 2],
    ['1,000.00', 2],
    ['', 2],
    ['.5', 2],
    ['NaN', 2],
  ] as const)
    assert.throws(() => minorUnits(text, decimals), RangeError, text)
})
