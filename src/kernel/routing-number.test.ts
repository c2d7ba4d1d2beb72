import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { isRoutingNumber } from './routing-number.ts'

test('isRoutingNumber: numbers of banks, the Treasury and the Federal Reserve pass', () => {
  for (const text of ['021000021', '011401533', '091000019', '122105155', '000000518', '231380104']) {
    assert.ok(isRoutingNumber(text), text)
  }
})

test('isRoutingNumber: one wrong digit is always detected', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (place, shift) => {
      const digits = Array.from('021000021', Number)
      digits[place] = (digits[place]! + shift) % 10
      assert.equal(isRoutingNumber(digits.join('')), false)
    }),
  )
})

test('isRoutingNumber: only assigned first two digits pass', () => {
  const passing = Array.from({ length: 100 }, (_, prefix) => prefix).filter((prefix) =>
    Array.from({ length: 10 }, (_, last) => `${String(prefix).padStart(2, '0')}000010${last}`).some(isRoutingNumber),
  )
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)
  assert.deepEqual(passing, [...range(0, 12), ...range(21, 32), ...range(61, 72), 80])
})

test('isRoutingNumber: nine zeros are refused as an empty field', () => {
  assert.equal(isRoutingNumber('000000000'), false)
})

test('isRoutingNumber: any text but nine digits is refused', () => {
  for (const text of [
    '',
    '02100002',
    '0210000210',
    ' 021000021',
    '021000021\n',
    '02100002x',
    '0210-0002-1',
    '०२१०००००२',
  ]) {
    assert.equal(isRoutingNumber(text), false, JSON.stringify(text))
  }
})
