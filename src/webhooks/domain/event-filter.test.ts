import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '../../events/event-types.ts'
import { EVENT_FILTER, isWanted, unknownFilters } from './event-filter.ts'

test('a filter is an exact name, a prefix, or all', () => {
  const wants = (filter: string, type: string) => isWanted(type, [filter])
  assert.equal(wants('payment.created', 'payment.created'), true)
  assert.equal(wants('payment.created', 'payment.created.again'), false)
  assert.equal(wants('payment.*', 'payment.status.changed'), true)
  assert.equal(wants('payment.status.*', 'payment.status.changed'), true)
  assert.equal(wants('payment.*', 'payments.created'), false)
  assert.equal(wants('payment.*', 'payment'), false)
  assert.equal(wants('*', 'anything.at.all'), true)
  assert.equal(isWanted('customer.created', ['payment.*', 'customer.created']), true)
  assert.equal(isWanted('customer.created', []), false)
})

test('any other text is not a filter', () => {
  const pattern = new RegExp(EVENT_FILTER)
  for (const filter of [
    '*',
    'payment.*',
    'payment.status.*',
    'payment.status.changed',
    'api-client.created',
    'customer',
  ])
    assert.match(filter, pattern)
  for (const filter of [
    '',
    '.*',
    '*.created',
    'payment*',
    'pay*.x',
    'Payment.created',
    'payment.',
    'payment..x',
    'a b',
    '**',
  ])
    assert.doesNotMatch(filter, pattern)
})

test('unknownFilters: returns the filters that match no type, and accepts every type, its prefixes and all', () => {
  const types = ['payment.status.changed', 'customerFee.created']
  const known = ['*', 'payment.*', 'payment.status.*', 'payment.status.changed', 'customerFee.created']
  assert.deepEqual(unknownFilters(known, types), [])
  const unknown = ['payment', 'payments.*', 'payment.status', 'payment.status.changed.*', 'customerfee.created']
  assert.deepEqual(unknownFilters([...known, ...unknown], types), unknown)
})

test('EVENT_FILTER: accepts every event type', () => {
  for (const type of EVENT_TYPES) assert.match(type, new RegExp(EVENT_FILTER))
})
