import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { identifierText, isIdentifier } from './character-sets.ts'
import { newReference } from './reference.ts'

test('an identifier is spelled in set X, and has no slash at its ends and no two in a row', () => {
  assert.equal(identifierText('INV-2026/07'), 'INV-2026/07')
  assert.equal(identifierText('Zoë & Söhne_#7'), 'Zoe + Sohne- 7')
  assert.equal(identifierText('//a//b/'), 'a/b')
  assert.equal(identifierText('🙂'), undefined)
  assert.equal(identifierText('x'.repeat(34) + '/y'), 'x'.repeat(34))
})

test('every printable character has a spelling in set X', () => {
  for (let code = 0x20; code < 0x7f; code++)
    assert.ok(isIdentifier(identifierText(`a${String.fromCharCode(code)}b`) ?? ''), String.fromCharCode(code))
})

test('a reference has sixteen characters of set X, and a thousand of one millisecond differ', () => {
  const now = Temporal.Instant.from('2026-07-01T12:00:00Z')
  assert.match(newReference(now), /^[0-9A-Z]{16}$/)
  const many = new Set(Array.from({ length: 1000 }, () => newReference(now)))
  assert.equal(many.size, 1000)
})
