import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeIn } from './places.ts'

const of = (row: Record<string, unknown>) => (column: string) => row[column]

test('placeIn: a value is at home in its row, a copy where it was copied from', () => {
  assert.equal(placeIn('contacts', 'account_number', of({ id: 5n })), 'contacts.account_number:5')
  const number = (row: Record<string, unknown>) => placeIn('payments', 'receiver_account_number', of(row))
  assert.equal(number({ contact_id: 5n, receiver_account_id: null }), 'contacts.account_number:5')
  assert.equal(number({ contact_id: 5n }), 'contacts.account_number:5')
  assert.equal(number({ contact_id: null, receiver_account_id: 7n }), 'accounts.account_number:7')
})

test('placeIn: a row that does not have the whole key names no place', () => {
  assert.equal(placeIn('contacts', 'account_number', of({})), undefined)
  assert.equal(placeIn('payments', 'receiver_account_number', of({ contact_id: null })), undefined)
  assert.equal(placeIn('idempotency_keys', 'response', of({ client_id: 'a', key: 'b' })), undefined)
})

test('placeIn: keys of several parts that read alike are two places', () => {
  const place = (client: string, key: string) =>
    placeIn('idempotency_keys', 'response', of({ client_id: client, operation: 'create', key }))
  assert.notEqual(place('a:create', 'b'), place('a', 'create:b'))
})
