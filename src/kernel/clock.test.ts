import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock, systemClock, today } from './clock.ts'

test("systemClock: tells the machine's time in whole milliseconds", () => {
  const before = Date.now()
  const now = systemClock.now()
  assert.ok(before <= now.epochMilliseconds && now.epochMilliseconds <= Date.now())
  assert.equal(now.epochNanoseconds % 1_000_000n, 0n)
})

test('fixedClock: stands still until it is moved', () => {
  const clock = fixedClock('2026-07-01T12:00:00Z')
  assert.equal(clock.now().toString(), '2026-07-01T12:00:00Z')
  clock.advance({ hours: 36 })
  assert.equal(clock.now().toString(), '2026-07-03T00:00:00Z')
  clock.advance('-PT1S')
  assert.equal(clock.now().toString(), '2026-07-02T23:59:59Z')
  clock.set('2020-02-29T00:00:00Z')
  assert.equal(clock.now().toString(), '2020-02-29T00:00:00Z')
})

test('fixedClock: a day is 24 hours, a month has no length and is refused', () => {
  const clock = fixedClock('2026-03-08T00:00:00Z')
  clock.advance({ days: 1 })
  assert.equal(clock.now().toString(), '2026-03-09T00:00:00Z')
  assert.throws(() => clock.advance({ months: 1 }), RangeError)
})

test('today: the date in the time zone', () => {
  const now = Temporal.Instant.from('2026-01-01T04:59:59Z')
  assert.equal(today(now, 'UTC').toString(), '2026-01-01')
  assert.equal(today(now, 'America/New_York').toString(), '2025-12-31')
  assert.equal(today(now.add({ seconds: 1 }), 'America/New_York').toString(), '2026-01-01')
})

test('today: throws for a time zone that does not exist', () => {
  assert.throws(() => today(systemClock.now(), 'Mars/Olympus_Mons'), RangeError)
})
