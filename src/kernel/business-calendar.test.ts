import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../test/support/fast-check.ts'
import {
  addBusinessDays,
  businessCalendar,
  federalReserveHolidays,
  nextBusinessDay,
  previousBusinessDay,
  rollToBusinessDay,
  targetHolidays,
} from './business-calendar.ts'

const federalReserve = businessCalendar({ holidays: 'FederalReserve' })
const target = businessCalendar({ holidays: 'TARGET' })
const date = (text: string) => Temporal.PlainDate.from(text)
const anyDate = fc.integer({ min: 0, max: 20_000 }).map((days) => date('2000-01-01').add({ days }))

const railData = process.env['GIRO_RAIL_DATA']
const withRailData = { skip: railData ? false : 'GIRO_RAIL_DATA does not name the folder of published rail data' }

/** The rows of a published file, without its header. */
function publishedRows(name: string): string[][] {
  const [, ...lines] = readFileSync(join(railData!, 'vectors', name), 'utf8')
    .trim()
    .split(/\r?\n/)
  return lines.map((line) => line.split(','))
}

function years(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}

test('federalReserveHolidays: are the closed days published for 2020 to 2035', withRailData, () => {
  const published = publishedRows('fed-holidays-2020-2035.csv').map(([, , , closed]) => closed!)
  const closed = published.filter((day) => day !== '').toSorted()
  assert.ok(closed.length > 150)
  assert.deepEqual(years(2020, 2035).flatMap(federalReserveHolidays).map(String), closed)
})

test('targetHolidays: are the closing days published for 2020 to 2035', withRailData, () => {
  const published = publishedRows('target-holidays-2020-2035.csv').map(([, day]) => day!)
  assert.equal(published.length, 96)
  assert.deepEqual(years(2020, 2035).flatMap(targetHolidays).map(String), published.toSorted())
})

test('federalReserveHolidays: a Sunday is observed on Monday, a Saturday not at all', () => {
  const days = federalReserveHolidays(2022).map(String)
  assert.ok(days.includes('2022-12-26') && !days.includes('2022-12-25'))
  assert.ok(!days.includes('2022-01-01') && federalReserve.isBusinessDay(date('2021-12-31')))
})

test('federalReserveHolidays: a holiday is observed from its first year', () => {
  assert.ok(!federalReserveHolidays(1985).map(String).includes('1985-01-21'))
  assert.ok(federalReserveHolidays(1986).map(String).includes('1986-01-20'))
  assert.ok(!federalReserveHolidays(2020).map(String).includes('2020-06-19'))
  assert.ok(federalReserveHolidays(2023).map(String).includes('2023-06-19'))
})

test('targetHolidays: Good Friday and Easter Monday are right for the earliest and the latest Easter', () => {
  assert.deepEqual(targetHolidays(2285).slice(1, 3).map(String), ['2285-03-20', '2285-03-23'])
  assert.deepEqual(targetHolidays(2038).slice(1, 3).map(String), ['2038-04-23', '2038-04-26'])
})

test('businessCalendar: closed on weekends, on the holidays of its rule and on the extra days', () => {
  const calendar = businessCalendar({ holidays: 'FederalReserve', extraClosedDays: ['2026-07-02'] })
  assert.equal(calendar.isBusinessDay(date('2026-07-01')), true)
  assert.equal(calendar.isBusinessDay(date('2026-07-02')), false)
  assert.equal(calendar.isBusinessDay(date('2026-07-03')), true)
  assert.equal(calendar.isBusinessDay(date('2026-07-04')), false)
  assert.equal(calendar.isBusinessDay(date('2026-09-07')), false)
  assert.equal(federalReserve.isBusinessDay(date('2026-07-02')), true)
})

test('businessCalendar: each rule has its own holidays', () => {
  const weekendsOnly = businessCalendar({ holidays: 'WeekendsOnly' })
  const open = (day: string) => [federalReserve, target, weekendsOnly].map((c) => c.isBusinessDay(date(day)))
  assert.deepEqual(open('2026-05-01'), [true, false, true])
  assert.deepEqual(open('2026-11-26'), [false, true, true])
  assert.deepEqual(open('2026-12-25'), [false, false, true])
  assert.deepEqual(open('2026-12-27'), [false, false, false])
})

test('businessCalendar: gives the same result after more years than it caches', () => {
  for (const year of years(1980, 2100)) assert.equal(federalReserve.isBusinessDay(date(`${year}-12-25`)), false)
  assert.equal(federalReserve.isBusinessDay(date('1980-12-25')), false)
})

test('businessCalendar: an extra day that is not a date is refused', () => {
  assert.throws(() => businessCalendar({ holidays: 'TARGET', extraClosedDays: ['2026-02-30'] }), RangeError)
})

test('nextBusinessDay and previousBusinessDay: never the date itself, over a long weekend', () => {
  assert.equal(nextBusinessDay(date('2026-09-04'), federalReserve).toString(), '2026-09-08')
  assert.equal(previousBusinessDay(date('2026-09-08'), federalReserve).toString(), '2026-09-04')
  assert.equal(nextBusinessDay(date('2026-04-02'), target).toString(), '2026-04-07')
})

test('nextBusinessDay: previousBusinessDay leads back to the same business day', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 1, max: 30 }), (from, n) => {
      const start = rollToBusinessDay(from, target, 'following')
      assert.ok(addBusinessDays(addBusinessDays(start, n, target), -n, target).equals(start))
    }),
  )
})

test('addBusinessDays: counts the business days after the date, before it if n is negative', () => {
  assert.equal(addBusinessDays(date('2026-07-02'), 2, federalReserve).toString(), '2026-07-06')
  assert.equal(addBusinessDays(date('2026-07-06'), -2, federalReserve).toString(), '2026-07-02')
  assert.equal(addBusinessDays(date('2026-07-04'), 1, federalReserve).toString(), '2026-07-06')
  assert.equal(addBusinessDays(date('2026-07-04'), 0, federalReserve).toString(), '2026-07-04')
  assert.throws(() => addBusinessDays(date('2026-07-04'), 0.5, federalReserve), RangeError)
})

test('rollToBusinessDay: a business day does not move, by any convention', () => {
  for (const convention of ['following', 'preceding', 'modifiedFollowing'] as const) {
    assert.equal(rollToBusinessDay(date('2026-07-02'), federalReserve, convention).toString(), '2026-07-02')
  }
})

test('rollToBusinessDay: modified following stays within the month', () => {
  const roll = (day: string, convention: 'following' | 'preceding' | 'modifiedFollowing') =>
    rollToBusinessDay(date(day), federalReserve, convention).toString()
  assert.equal(roll('2026-01-31', 'following'), '2026-02-02')
  assert.equal(roll('2026-01-31', 'preceding'), '2026-01-30')
  assert.equal(roll('2026-01-31', 'modifiedFollowing'), '2026-01-30')
  assert.equal(roll('2026-01-24', 'modifiedFollowing'), '2026-01-26')
})

test('rollToBusinessDay: modified following stays in December at the end of the year', () => {
  for (const [day, rolled] of [
    ['2023-12-31', '2023-12-29'],
    ['2028-12-30', '2028-12-29'],
    ['2028-12-31', '2028-12-29'],
  ] as const)
    assert.equal(rollToBusinessDay(date(day), federalReserve, 'modifiedFollowing').toString(), rolled)
  assert.equal(rollToBusinessDay(date('2028-12-31'), federalReserve, 'following').toString(), '2029-01-02')
  assert.equal(rollToBusinessDay(date('2029-01-01'), federalReserve, 'modifiedFollowing').toString(), '2029-01-02')
})

test('rollToBusinessDay: gives a business day, with none between it and the date', () => {
  fc.assert(
    fc.property(anyDate, (from) => {
      const to = rollToBusinessDay(from, federalReserve, 'following')
      assert.ok(federalReserve.isBusinessDay(to))
      for (let day = from; !day.equals(to); day = day.add({ days: 1 })) assert.ok(!federalReserve.isBusinessDay(day))
    }),
  )
})

test('nextBusinessDay: a calendar that never opens is an error, not an endless search', () => {
  assert.throws(() => nextBusinessDay(date('2026-01-01'), { isBusinessDay: () => false }), RangeError)
})
