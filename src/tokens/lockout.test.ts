import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { afterFailure, type Failures, forgottenAt, knownUntil, lockOf, OF_KEY, OF_ORIGIN } from './lockout.ts'

const start = Temporal.Instant.from('2026-07-01T12:00:00Z')
const after = (seconds: number) => start.add({ milliseconds: Math.round(seconds * 1_000) })

function fail(times: number, at = start, rule = OF_ORIGIN): Failures {
  let failures: Failures | undefined
  for (let n = 0; n < times; n++) failures = afterFailure(rule, failures, at)
  return failures!
}

test('four failures do not lock; the fifth locks for half a minute', () => {
  assert.equal(fail(4).lockedUntil, null)
  assert.equal(fail(5).lockedUntil?.toString(), after(30).toString())
})

test('ninety-nine failures from all origins do not lock the key; a hundred do', () => {
  assert.equal(fail(99, start, OF_KEY).lockedUntil, null)
  assert.equal(fail(100, start, OF_KEY).lockedUntil?.toString(), after(30).toString())
})

test('failures already in progress when the lock began do not extend it', () => {
  assert.deepEqual(fail(60), fail(5))
})

test('each failure after a lock doubles the lock, up to a quarter of an hour', () => {
  let failures = fail(5)
  const locks: number[] = []
  for (let n = 0; n < 8; n++) {
    const now = failures.lockedUntil!
    failures = afterFailure(OF_ORIGIN, failures, now)
    locks.push(failures.lockedUntil!.since(now).total('seconds'))
  }
  assert.deepEqual(locks, [60, 120, 240, 480, 900, 900, 900, 900])
})

test('failures are forgotten an hour after the last one or after its lock', () => {
  assert.equal(forgottenAt(fail(4)).toString(), after(3_600).toString())
  assert.equal(afterFailure(OF_ORIGIN, fail(4), after(3_599.999)).count, 5)
  assert.equal(afterFailure(OF_ORIGIN, fail(4), after(3_600)).count, 1)
  assert.equal(afterFailure(OF_ORIGIN, fail(5), after(3_629.999)).count, 6)
  assert.equal(afterFailure(OF_ORIGIN, fail(5), after(3_630)).count, 1)
})

test('a lock ends in its exact millisecond', () => {
  const origin = { failures: fail(5), succeededAt: null }
  assert.equal(lockOf(origin, undefined, after(29.999))?.until.toString(), after(30).toString())
  assert.equal(lockOf(origin, undefined, after(30)), undefined)
})

test('a lock of the key applies to new origins, not to one used successfully within thirty days', () => {
  const ofKey = fail(100, start, OF_KEY)
  const known = { failures: undefined, succeededAt: start.subtract({ hours: 30 * 24 - 1 }) }
  const forgotten = { failures: undefined, succeededAt: start.subtract({ hours: 30 * 24 }) }
  assert.equal(knownUntil(forgotten.succeededAt).toString(), start.toString())
  assert.equal(lockOf(undefined, ofKey, start)?.until.toString(), after(30).toString())
  assert.equal(lockOf(forgotten, ofKey, start)?.until.toString(), after(30).toString())
  assert.equal(lockOf(known, ofKey, start), undefined)
})

test('an origin used successfully within thirty days is locked by its own failures, but not for the right secret', () => {
  const locked = { failures: fail(5) }
  const known = { ...locked, succeededAt: start.subtract({ hours: 30 * 24 - 1 }) }
  const forgotten = { ...locked, succeededAt: start.subtract({ hours: 30 * 24 }) }
  assert.equal(lockOf(known, undefined, start)?.admitsRightSecret, true)
  assert.equal(lockOf(forgotten, undefined, start)?.admitsRightSecret, false)
  assert.equal(lockOf({ ...locked, succeededAt: null }, undefined, start)?.admitsRightSecret, false)
})
