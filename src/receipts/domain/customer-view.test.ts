import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReceiptStatus } from '../receipt-state.ts'
import { isCodeForCustomers, statusesSeenAs, stepsForCustomers } from './customer-view.ts'

test('statusesSeenAs: a review and an unposted item are found as PENDING, and not by their own names', () => {
  assert.deepEqual(statusesSeenAs('PENDING'), ['SCREENING', 'PENDING', 'UNPOSTED'])
  assert.deepEqual(statusesSeenAs('SCREENING'), [])
  assert.deepEqual(statusesSeenAs('UNPOSTED'), [])
  assert.deepEqual(statusesSeenAs('POSTED'), ['POSTED'])
})

test('stepsForCustomers: an item that was reviewed has the steps of one that was not', () => {
  const stepsOf = (...statuses: ReceiptStatus[]) =>
    stepsForCustomers(statuses.map((to, at) => ({ from: statuses[at - 1] ?? null, to })))
  const straight = stepsOf('RECEIVED', 'PENDING', 'POSTED')
  assert.deepEqual(stepsOf('RECEIVED', 'SCREENING', 'PENDING', 'POSTED'), straight)
  assert.deepEqual(stepsOf('RECEIVED', 'PENDING', 'UNPOSTED', 'POSTED'), straight)
  assert.deepEqual(stepsOf('RECEIVED', 'UNPOSTED', 'POSTED'), straight)
  assert.equal(straight.length, 3)
})

test('isCodeForCustomers: the balance and what the customer refused, but not a freeze or a suspicion', () => {
  assert.deepEqual(['R01', 'R10', 'R29'].filter(isCodeForCustomers), ['R01', 'R10', 'R29'])
  assert.deepEqual(['R02', 'R03', 'R16', 'R17', 'R20', 'R23'].filter(isCodeForCustomers), [])
})
