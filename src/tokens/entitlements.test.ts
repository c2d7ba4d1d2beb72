import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTITLEMENTS, isEntitlement } from './entitlements.ts'

test("an entitlement is its application and its name, in the catalog's spelling", () => {
  assert.ok(isEntitlement('Payments.Initiate_Payments'))
  assert.ok(isEntitlement('Customers.View_Account_Number'))
  assert.ok(!isEntitlement('Payments.initiate_payments'))
  assert.ok(!isEntitlement('Initiate_Payments'))
  assert.ok(!isEntitlement('Payments.constructor'))
})

test('the catalog lists each entitlement once', () => {
  assert.equal(new Set(ENTITLEMENTS).size, ENTITLEMENTS.length)
  assert.equal(ENTITLEMENTS.length, 54)
})
