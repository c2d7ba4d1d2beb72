import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { placeTag, placeTagOf } from '../kernel/sealed-text.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import { Keyring, UnknownKey } from './keyring.ts'

function keyringOf(...tenants: bigint[]): Keyring {
  const keyring = new Keyring({ provider: undefined })
  for (const tenantId of tenants)
    for (const id of [0, 1]) keyring.put({ tenantId, id, activeFrom: 0, bindsPlace: false }, randomBytes(32))
  return keyring
}

test('open: what was sealed opens for the same institution and field', () => {
  const keyring = keyringOf(1n)
  assert.equal(keyring.open(1n, 'tax_id', keyring.seal(1n, { field: 'tax_id' }, '842345678 ü🏦')), '842345678 ü🏦')
})

test('open: a text of another field, of another institution, or altered is refused', () => {
  const keyring = keyringOf(1n, 2n)
  const sealed = keyring.seal(1n, { field: 'tax_id' }, '842345678')
  assert.throws(() => keyring.open(1n, 'phone_number', sealed), CannotOpen)
  assert.throws(() => keyring.open(2n, 'tax_id', sealed), /copied from institution 1/)
  const altered = `${sealed.slice(0, -6)}${sealed.at(-6) === 'A' ? 'B' : 'A'}${sealed.slice(-5)}`
  assert.throws(() => keyring.open(1n, 'tax_id', altered), CannotOpen)
  assert.throws(() => keyring.open(1n, 'tax_id', 'sealed:AAAA'), /format is unknown/)
})

test('seal: two seals of one value differ, and a pending key does not seal before its moment', () => {
  const keyring = keyringOf(1n)
  assert.notEqual(keyring.seal(1n, { field: 'tax_id' }, '1'), keyring.seal(1n, { field: 'tax_id' }, '1'))
  keyring.put({ tenantId: 1n, id: 2, activeFrom: 5_000, bindsPlace: false }, randomBytes(32))
  assert.equal(keyring.activeKeyOf(1n, 4_999), 1)
  assert.equal(keyring.activeKeyOf(1n, 5_000), 2)
})

test('open: after a rotation, values of the earlier key still open', () => {
  const keyring = keyringOf(1n)
  const earlier = keyring.seal(1n, { field: 'tax_id' }, '1')
  keyring.put({ tenantId: 1n, id: 2, activeFrom: 0, bindsPlace: false }, randomBytes(32))
  assert.equal(keyring.open(1n, 'tax_id', earlier), '1')
  assert.equal(keyring.open(1n, 'tax_id', keyring.seal(1n, { field: 'tax_id' }, '2')), '2')
})

test('open: a key that this node does not know is named', () => {
  const sealed = keyringOf(1n).seal(1n, { field: 'tax_id' }, '1')
  assert.throws(() => new Keyring({ provider: undefined }).open(1n, 'tax_id', sealed), UnknownKey)
})

test('indexOf: equal values have equal indexes in one institution and field only', () => {
  const keyring = keyringOf(1n, 2n)
  const index = keyring.indexOf(1n, 'tax_id', '1')
  assert.equal(keyring.indexOf(1n, 'tax_id', '1'), index)
  for (const other of [
    keyring.indexOf(1n, 'tax_id', '2'),
    keyring.indexOf(1n, 'phone_number', '1'),
    keyring.indexOf(2n, 'tax_id', '1'),
  ])
    assert.notEqual(other, index)
})

test('a database without keys neither seals nor makes an index', () => {
  const keyring = new Keyring({ provider: undefined })
  assert.throws(() => keyring.seal(1n, { field: 'tax_id' }, '1'), CannotOpen)
  assert.throws(() => keyring.indexOf(1n, 'tax_id', '1'), CannotOpen)
})

test('seal: only from the first key that binds on, a text names its place, and no other can be written into it', () => {
  const keyring = keyringOf(1n)
  const [here, there] = ['contacts.account_number:1', 'contacts.account_number:2']
  const binding = { field: 'account_number', place: here }
  assert.equal(placeTagOf(keyring.seal(1n, binding, '4711')), undefined)
  keyring.put({ tenantId: 1n, id: 2, activeFrom: 0, bindsPlace: true }, randomBytes(32))
  keyring.put({ tenantId: 1n, id: 3, activeFrom: 0, bindsPlace: false }, randomBytes(32))
  const sealed = keyring.seal(1n, binding, '4711')
  assert.equal(placeTagOf(sealed), placeTag(here))
  assert.equal(keyring.open(1n, 'account_number', sealed), '4711')
  const moved = sealed.replace(placeTag(here), placeTag(there))
  assert.equal(placeTagOf(moved), placeTag(there))
  assert.throws(() => keyring.open(1n, 'account_number', moved), CannotOpen)
  assert.throws(() => keyring.open(1n, 'account_number', `${sealed.slice(0, 12)}\n${sealed.slice(12)}`), CannotOpen)
})
