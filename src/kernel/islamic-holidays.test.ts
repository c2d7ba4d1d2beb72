import assert from 'node:assert/strict'
import { test } from 'node:test'
import { islamicHolidays } from './islamic-holidays.ts'

const holidays = (...args: Parameters<typeof islamicHolidays>) => islamicHolidays(...args).map(String)

test('islamicHolidays: the first and last day of the year are included', () => {
  assert.deepEqual(holidays(2026, [[7, 12]]), ['2026-01-01', '2026-12-21'])
  assert.deepEqual(holidays(2026, [[7, 22]]), ['2026-01-11', '2026-12-31'])
})

test('islamicHolidays: the first and last day of a longer feast are included', () => {
  assert.deepEqual(holidays(2025, [[10, 1, 3]]), ['2025-03-30', '2025-03-31', '2025-04-01'])
  assert.deepEqual(holidays(2025, [[10, 1]]), ['2025-03-30'])
})
