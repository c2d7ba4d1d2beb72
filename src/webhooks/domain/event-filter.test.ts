import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_FILTER, isWanted } from './event-filter.ts'

test('a filter is an exact name, all below a name, or all', () => {
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

test('what is neither of them is no filter', () => {
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
