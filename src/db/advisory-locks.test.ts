import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCK_NAMES, lockClass } from './advisory-locks.ts'

test('no two advisory locks share a class', () => {
  assert.equal(new Set(LOCK_NAMES.map(lockClass)).size, LOCK_NAMES.length)
})

test('lockClass: reads the four letters as PostgreSQL reads an integer', () => {
  assert.equal(lockClass('hierarchy'), 0x68696572)
})
