import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recoveryCodeFrom, recoveryCodeOf } from './recovery-codes.ts'

test('recoveryCodeOf: sixteen characters in groups, which can be typed back', () => {
  let next = 0
  const code = recoveryCodeOf((count) => next++ % count)
  assert.equal(code, '0123-4567-89AB-CDEF')
  assert.equal(recoveryCodeFrom(code), code)
})

test('recoveryCodeFrom: small letters, spaces and letters that look like digits are understood', () => {
  assert.equal(recoveryCodeFrom(' 7q2m k9xd-ortw-4hLi '), '7Q2M-K9XD-0RTW-4H11')
})

for (const wrong of ['', '7Q2M', '7Q2M-K9XD-0RTW-4HEBX', '7Q2M-K9XD-0RTW-4HEU', 'x'.repeat(1_000)])
  test(`recoveryCodeFrom: ${wrong.slice(0, 30) || 'nothing'} cannot be a code`, () =>
    assert.equal(recoveryCodeFrom(wrong), undefined))
