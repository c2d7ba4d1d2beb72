import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHistory, placeOf, placeOfPosition, segmentAt, timelineOf } from './wal-segments.ts'

test('the segment after the last one of a log is the first one of the next', () => {
  assert.equal(segmentAt(1, placeOf('0000000100000000000000FF') + 1), '000000010000000100000000')
  assert.equal(timelineOf('0000002A00000001000000FE'), 42)
})

test('a position is in the segment of its 16 MB', () => {
  assert.equal(segmentAt(1, placeOfPosition('1/FFFFFFFF')), '0000000100000001000000FF')
  assert.equal(segmentAt(1, placeOfPosition('2/0')), '000000010000000200000000')
})

test('a history names each timeline and where it was left', () => {
  const text = '1\t0/13006B10\tbefore 2026-11-23 07:31:43+00\n\n2\t0/2A000000\tno recovery target specified\n'
  assert.deepEqual(parseHistory(text), [
    { timeline: 1, until: '0/13006B10' },
    { timeline: 2, until: '0/2A000000' },
  ])
})
