import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { CannotOpen, createSealer } from './sealer.ts'

const sealer = createSealer(randomBytes(32))

test('a sealed secret opens with the same key and context, byte for byte', () => {
  const plain = randomBytes(1000)
  assert.deepEqual(sealer.open(sealer.seal(plain, 'a'), 'a'), plain)
  assert.equal(sealer.open(sealer.seal('päß 🔑', 'a'), 'a').toString(), 'päß 🔑')
  assert.equal(sealer.open(sealer.seal('', 'a'), 'a').length, 0)
})

test('sealing the same text twice gives different bytes', () => {
  assert.notDeepEqual(sealer.seal('text', 'a'), sealer.seal('text', 'a'))
})

test('another encryption key does not open a secret, and the message names the setting', () => {
  const sealed = sealer.seal('text', 'signing_key:1:abc')
  assert.throws(() => createSealer(randomBytes(32)).open(sealed, 'signing_key:1:abc'), {
    name: 'Error',
    message: /signing_key:1:abc cannot be opened: GIRO_ENCRYPTION_KEY/,
  })
})

test('a secret sealed in one context does not open in another', () => {
  assert.throws(() => sealer.open(sealer.seal('text', 'a'), 'b'), CannotOpen)
})

test('a change of any byte is detected', () => {
  const sealed = sealer.seal('text', 'a')
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    assert.throws(() => sealer.open(changed, 'a'), CannotOpen)
  }
  assert.throws(() => sealer.open(sealed.subarray(0, 28), 'a'), CannotOpen)
})

test('a key that is not 32 bytes long is refused', () => {
  assert.throws(() => createSealer(randomBytes(31)), RangeError)
})
