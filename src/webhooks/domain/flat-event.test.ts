import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { flatEvent } from './flat-event.ts'

test('flatEvent: the data stands beside the event, and objects give their name to their fields', () => {
  const data = { amount: 1, occurrences: { frequency: 'Weekly', end: { date: null } }, fee: [{ amount: 2 }] }
  assert.deepEqual(flatEvent({ type: 'payment.created', data }), {
    type: 'payment.created',
    amount: 1,
    occurrencesFrequency: 'Weekly',
    occurrencesEndDate: null,
    fee: [{ amount: 2 }],
  })
})

test('flatEvent: a field of the event wins over one of its data', () => {
  assert.deepEqual(flatEvent({ type: 'a', data: { type: 'b' } }), { type: 'a' })
})

test('flatEvent: data that is no object has no fields', () => {
  for (const data of [null, 'text', 1, [1]]) assert.deepEqual(flatEvent({ type: 'a', data }), { type: 'a' })
})

test('flatEvent: no field of any event is an object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (event) => {
      for (const value of Object.values(flatEvent({ data: event })))
        assert.ok(value === null || typeof value !== 'object' || Array.isArray(value))
    }),
  )
})
