import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone } from './time-zone.ts'

test('a time zone has the name of a place or UTC; an offset is none, because it has no daylight saving time', () => {
  for (const text of ['America/New_York', 'Europe/Berlin', 'UTC', 'Etc/GMT+5'])
    assert.equal(isTimeZone(text), true, text)
  for (const text of ['-05:00', '+0200', '+00', 'Mars/Olympus', '', ' America/New_York'])
    assert.equal(isTimeZone(text), false, text)
})
