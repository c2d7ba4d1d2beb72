import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAlmost, nearestOf } from './nearest.ts'

test('isAlmost: up to two letters differ', () => {
  assert.equal(isAlmost('GIRO_PROT', 'GIRO_PORT'), true)
  assert.equal(isAlmost('GIRO_DATA', 'GIRO_DATA_DIR'), false)
})

test('nearestOf: names the filter that was meant, in any case', () => {
  const filters = ['accountUID', 'accountNumber', 'customerUID', 'status', 'page', 'limit']
  const meant = {
    accountNo: 'accountNumber',
    accountNum: 'accountNumber',
    customeruid: 'customerUID',
    Limits: 'limit',
    colour: undefined,
  }
  for (const [asked, near] of Object.entries(meant)) assert.equal(nearestOf(asked, filters), near, asked)
  assert.equal(nearestOf('a'.repeat(101), ['a'.repeat(100)]), undefined)
  assert.equal(nearestOf('page', []), undefined)
})

test('nearestOf: a name that leaves out a word of a known one means that one', () => {
  const known = ['INSTANT_PAYMENT_LIMIT_PER_DAY', 'INSTANT_PAYMENT_LIMIT_PER_WEEK', 'ACH_CREDIT_LIMIT_PER_DAY']
  assert.equal(nearestOf('INSTANT_LIMIT_PER_WEEK', known), 'INSTANT_PAYMENT_LIMIT_PER_WEEK')
  assert.equal(nearestOf('ach_credit_per_day', known), 'ACH_CREDIT_LIMIT_PER_DAY')
  assert.equal(nearestOf('day', known), undefined)
  assert.equal(nearestOf('DAY_PER_LIMIT', known), undefined)
})
