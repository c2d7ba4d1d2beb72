import assert from 'node:assert/strict'
import { test } from 'node:test'
import { achFaultOf } from './ach-account-number.ts'

test('achFaultOf: 17 characters fit, 18 are too long, and zeros alone are refused', () => {
  const numbers = ['700100200300', '1'.repeat(17), '1'.repeat(18), '0000', '0001']
  assert.deepEqual(numbers.map(achFaultOf), ['none', 'none', 'tooLong', 'zeros', 'none'])
})
