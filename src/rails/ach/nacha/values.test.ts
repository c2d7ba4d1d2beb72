import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDigitOf, endsInCheckDigit, isCalendarDate, isClockTime, isDayOfYear } from './values.ts'

test('endsInCheckDigit: only the correct check digit is valid', () => {
  assert.equal(checkDigitOf('02100002'), '1')
  for (let digit = 0; digit < 10; digit++) assert.equal(endsInCheckDigit(`02100002${digit}`), digit === 1)
  assert.equal(endsInCheckDigit('02100002'), false)
  assert.equal(endsInCheckDigit('02100002 1'), false)
})

test('isCalendarDate: leap days and month ends', () => {
  assert.deepEqual(['240229', '250228', '251231'].map(isCalendarDate), [true, true, true])
  assert.deepEqual(['250229', '251301', '250431', '250100', '2501', ''].map(isCalendarDate), Array(6).fill(false))
  assert.equal(isDayOfYear('0229'), true)
  assert.equal(isDayOfYear('0230'), false)
})

test('isClockTime: 0000 to 2359', () => {
  assert.deepEqual(['0000', '2359', '2400', '1260', '930'].map(isClockTime), [true, true, false, false, false])
})
