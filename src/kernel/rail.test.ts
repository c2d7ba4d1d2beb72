import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACH_SPEEDS,
  isDomestic,
  MESSAGE_RAILS,
  RAILS,
  railOf,
  railOfWire,
  SPEEDS,
  WIRE_TYPES,
  wireTypeOf,
} from './rail.ts'

test('railOf: every speed has a rail, and every rail a speed', () => {
  const reached = new Set(SPEEDS.flatMap((speed) => [railOf(speed, 'RTP'), railOf(speed, 'FEDNOW')]))
  assert.deepEqual([...reached].sort(), [...RAILS].sort())
})

test('railOf: only Instant depends on the chosen network', () => {
  assert.deepEqual(
    SPEEDS.filter((speed) => railOf(speed, 'RTP') !== railOf(speed, 'FEDNOW')),
    ['Instant'],
  )
})

test('isDomestic: every rail but SWIFT', () => {
  assert.deepEqual(
    RAILS.filter((rail) => !isDomestic(rail)),
    ['SWIFT'],
  )
})

test('MESSAGE_RAILS: every rail but ACH', () => {
  assert.deepEqual(MESSAGE_RAILS, ['FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'])
})

test('ACH_SPEEDS: the speeds whose rail is ACH', () => {
  assert.deepEqual(
    ACH_SPEEDS,
    SPEEDS.filter((speed) => railOf(speed, 'RTP') === 'ACH'),
  )
})

test('wireTypeOf: Fedwire is domestic, SWIFT international, any other rail is not a wire', () => {
  assert.deepEqual(
    RAILS.map((rail) => wireTypeOf(rail)),
    [undefined, 'Domestic', undefined, undefined, 'International'],
  )
  for (const type of WIRE_TYPES) assert.equal(wireTypeOf(railOfWire[type]), type)
})
