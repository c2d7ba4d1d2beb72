import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDigitOf, drawAccountNumber } from './account-number.ts'

test('checkDigitOf: the published examples of ISO/IEC 7812-1', () => {
  assert.equal(checkDigitOf('7992739871'), '3')
  assert.equal(checkDigitOf('1789372997'), '4')
  assert.equal(checkDigitOf('0'), '0')
})

test('checkDigitOf: every single wrong digit is noticed', () => {
  const digits = '400123456'
  for (let place = 0; place < digits.length; place++)
    for (let wrong = 0; wrong <= 9; wrong++) {
      const changed = digits.slice(0, place) + wrong + digits.slice(place + 1)
      if (changed !== digits) assert.notEqual(checkDigitOf(changed), checkDigitOf(digits), changed)
    }
})

test('drawAccountNumber: the number has the prefix, the length and the check digit of its scheme', () => {
  let next = 0
  const number = drawAccountNumber({ prefix: '40', length: 10 }, () => next++)
  assert.equal(number, `400123456${checkDigitOf('400123456')}`)
})

test('drawAccountNumber: without a prefix, the first digit is never zero', () => {
  for (let digit = 0; digit <= 9; digit++)
    assert.match(
      drawAccountNumber({ prefix: '', length: 8 }, () => digit),
      /^[1-9][0-9]{7}$/,
    )
})

test('drawAccountNumber: without a prefix, every first digit from 1 to 9 is drawn, and zero becomes 1', () => {
  const first = (digit: number) => drawAccountNumber({ prefix: '', length: 4 }, () => digit)[0]
  assert.deepEqual([0, 1, 7, 8, 9].map(first), ['1', '2', '8', '9', '1'])
})
