import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalsIn } from './waits.ts'

test('approvalsIn: a change that waits, parts that wait, and a change that is done', () => {
  assert.deepEqual(approvalsIn({ approvalUID: 'a', status: 'Pending', contentHash: 'h' }), ['a'])
  assert.deepEqual(approvalsIn({ rates: [], waiting: [{ approvalUID: 'a' }, { approvalUID: 'b' }] }), ['a', 'b'])
  assert.deepEqual(approvalsIn({ rates: [] }), [])
  assert.deepEqual(approvalsIn({ approvalUID: 'a', status: 'Approved' }), [])
  assert.deepEqual(approvalsIn(undefined), [])
})
