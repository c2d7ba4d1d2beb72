import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsCallBack } from './call-back.ts'

test('needsCallBack: exactly the limit needs none, one cent more does', () => {
  assert.equal(needsCallBack({ callBackAbove: 100_00n }, 'FEDWIRE', { amount: 100_00n }), false)
  assert.equal(needsCallBack({ callBackAbove: 100_00n }, 'FEDWIRE', { amount: 100_01n }), true)
  assert.equal(needsCallBack({ callBackAbove: 0n }, 'SWIFT', { amount: 1n }), true)
})

test('needsCallBack: only wires of an account with call-backs need one', () => {
  assert.equal(needsCallBack({ callBackAbove: undefined }, 'FEDWIRE', { amount: 100_01n }), false)
  for (const rail of ['ACH', 'RTP', 'FEDNOW', 'BOOK'] as const)
    assert.equal(needsCallBack({ callBackAbove: 0n }, rail, { amount: 100_01n }), false)
})
