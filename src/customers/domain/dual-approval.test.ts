import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DUAL_APPROVALS, guardsItsPeople, waitsForApproval } from './dual-approval.ts'

test('an update requires approval if customerDualApproval was on before it', () => {
  assert.equal(waitsForApproval({ customerDualApproval: true }, { customerDualApproval: true }), true)
  assert.equal(waitsForApproval({ customerDualApproval: true }, {}), true)
  assert.equal(waitsForApproval({}, { customerDualApproval: true }), false)
  assert.equal(waitsForApproval({}, {}), false)
})

test('turning off a dual approval of any kind requires approval; turning one on or keeping it does not', () => {
  for (const setting of DUAL_APPROVALS) {
    assert.equal(waitsForApproval({ [setting]: true }, { [setting]: false }), true, setting)
    assert.equal(waitsForApproval({ [setting]: true }, {}), true, setting)
    assert.equal(waitsForApproval({}, { [setting]: true }), false, setting)
    if (setting !== 'customerDualApproval')
      assert.equal(waitsForApproval({ [setting]: true }, { [setting]: true }), false, setting)
  }
})

test('changing the number or limits of payment approvers requires approval if payments need approvers', () => {
  const figures = ['paymentNumberOfApprovers', 'paymentLimitforFirstApprover', 'paymentLimitforSecondApprover']
  for (const figure of figures)
    for (const [was, will] of [
      [2, 1],
      [1, 2],
      [undefined, 1],
      [1, undefined],
      [0, undefined],
    ]) {
      const change = (paymentDualApproval: boolean) =>
        waitsForApproval({ paymentDualApproval, [figure]: was }, { paymentDualApproval, [figure]: will })
      // A figure that is set keeps the customer's people guarded, so one person cannot remove it.
      const isGuarded = was !== undefined && was > 0
      assert.deepEqual([change(true), change(false)], [true, isGuarded], `${figure}: ${was} → ${will}`)
    }
  const kept = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
  assert.equal(waitsForApproval(kept, { ...kept, beneDualApproval: true }), false)
})

test('a second person decides about users and roles if they do by setting, or if payments need approvers', () => {
  assert.equal(guardsItsPeople({}), false)
  assert.equal(guardsItsPeople({ userDualApproval: true }), true)
  assert.equal(guardsItsPeople({ paymentDualApproval: true }), true)
  assert.equal(guardsItsPeople({ userDualApproval: false, paymentDualApproval: false, beneDualApproval: true }), false)
  assert.equal(guardsItsPeople({ paymentNumberOfApprovers: 1 }), true)
  assert.equal(guardsItsPeople({ paymentLimitforFirstApprover: 0, paymentLimitforSecondApprover: 0 }), false)
})
