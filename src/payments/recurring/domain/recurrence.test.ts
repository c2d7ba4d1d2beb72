import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../../test/support/fast-check.ts'
import {
  countUntil,
  DAYS_AHEAD,
  FREQUENCIES,
  type Frequency,
  nextLook,
  nominalDate,
  occurrenceCount,
  type PayUntil,
  progressOf,
  type Schedule,
} from './recurrence.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const series = (frequency: Frequency, start: string, until: PayUntil = { payUntil: 'Cancelled' }): Schedule => ({
  frequency,
  startDate: day(start),
  until,
})
const dates = (schedule: Schedule, count: number) =>
  Array.from({ length: count }, (_, index) => nominalDate(schedule, index + 1).toString())

/** The same rule, written independently of the code under test. */
const DAYS: Partial<Record<Frequency, number>> = { Daily: 1, Weekly: 7, BiWeekly: 14 }
const MONTHS: Partial<Record<Frequency, number>> = { Monthly: 1, Quarterly: 3, SemiAnnual: 6, Yearly: 12 }

function expectedDate(frequency: Frequency, start: string, n: number): string {
  const [year, month, dayOfMonth] = start.split('-').map(Number) as [number, number, number]
  const text = (...parts: [number, number, number]) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10)
  const days = DAYS[frequency]
  if (days !== undefined) return text(year, month - 1, dayOfMonth + days * (n - 1))
  const monthsSince = month - 1 + MONTHS[frequency]! * (n - 1)
  // Day 0 of the month after is the last day of the month.
  const lastOfMonth = new Date(Date.UTC(year, monthsSince + 1, 0)).getUTCDate()
  return text(year, monthsSince, Math.min(dayOfMonth, lastOfMonth))
}

const IN_TWO_YEARS: Record<Frequency, number> = {
  Daily: 731,
  Weekly: 105,
  BiWeekly: 53,
  Monthly: 25,
  Quarterly: 9,
  SemiAnnual: 5,
  Yearly: 3,
}

for (const frequency of FREQUENCIES)
  for (const start of ['2027-01-29', '2027-01-30', '2027-01-31', '2028-02-29'])
    test(`${frequency} from ${start}: every date of two years counts from the start`, () => {
      const count = IN_TWO_YEARS[frequency]
      const expected = Array.from({ length: count }, (_, index) => expectedDate(frequency, start, index + 1))
      assert.deepEqual(dates(series(frequency, start), count), expected)
    })

test('a date that a month does not have becomes its last day', () => {
  assert.deepEqual(dates(series('Monthly', '2027-01-31'), 4), ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  assert.deepEqual(dates(series('Monthly', '2028-01-30'), 3), ['2028-01-30', '2028-02-29', '2028-03-30'])
  assert.deepEqual(dates(series('Quarterly', '2027-11-30'), 3), ['2027-11-30', '2028-02-29', '2028-05-30'])
  assert.deepEqual(dates(series('SemiAnnual', '2027-08-31'), 3), ['2027-08-31', '2028-02-29', '2028-08-31'])
  const leap = ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']
  assert.deepEqual(dates(series('Yearly', '2028-02-29'), 5), leap)
  assert.deepEqual(dates(series('BiWeekly', '2027-12-24'), 3), ['2027-12-24', '2028-01-07', '2028-01-21'])
})

const anySeries = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    start: fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }),
  })
  .map(({ frequency, start }) => series(frequency, start.toISOString().slice(0, 10)))

test('for any start: dates increase, and each keeps the day of the month or is the last day of its month', () => {
  fc.assert(
    fc.property(anySeries, fc.integer({ min: 1, max: 1500 }), (schedule, n) => {
      const [date, next] = [nominalDate(schedule, n), nominalDate(schedule, n + 1)]
      assert.ok(Temporal.PlainDate.compare(date, next) < 0)
      assert.equal(date.toString(), expectedDate(schedule.frequency, schedule.startDate.toString(), n))
      if (schedule.frequency in MONTHS) assert.equal(date.day, Math.min(schedule.startDate.day, date.daysInMonth))
      else if (schedule.frequency !== 'Daily') assert.equal(date.dayOfWeek, schedule.startDate.dayOfWeek)
    }),
  )
})

test('for any start: countUntil is n on the nth date, and n - 1 the day before', () => {
  fc.assert(
    fc.property(anySeries, fc.integer({ min: 1, max: 1500 }), (schedule, n) => {
      const date = nominalDate(schedule, n)
      assert.equal(countUntil(schedule, date), n)
      assert.equal(countUntil(schedule, date.subtract({ days: 1 })), n - 1)
    }),
  )
})

test('EndDate is inclusive, and is compared with nominal dates', () => {
  const until = (endDate: string): PayUntil => ({ payUntil: 'EndDate', endDate: day(endDate) })
  assert.equal(occurrenceCount(series('Monthly', '2027-01-31', until('2027-03-31'))), 3)
  assert.equal(occurrenceCount(series('Monthly', '2027-01-31', until('2027-03-30'))), 2)
  assert.equal(occurrenceCount(series('Monthly', '2027-01-31', until('2027-01-31'))), 1)
  assert.equal(occurrenceCount(series('Monthly', '2027-01-31', until('2027-01-30'))), 0)
  // January 31, 2027 is a Sunday: the payment moves to February 1, and still belongs to the series.
  const { status } = progressOf(series('Daily', '2027-01-30', until('2027-01-31')), 1, toMonday, day('2027-01-30'))
  assert.equal(status, 'Active')
})

test('NumberOfPayments is the total, and payUntil Cancelled has no end', () => {
  const until: PayUntil = { payUntil: 'NumberOfPayments', numberOfPayments: 1000 }
  assert.equal(occurrenceCount(series('Daily', '2027-01-31', until)), 1000)
  assert.equal(occurrenceCount(series('Daily', '2027-01-31')), Number.POSITIVE_INFINITY)
})

function toMonday(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.dayOfWeek < 6 ? date : date.add({ days: 8 - date.dayOfWeek })
}

test('the next payment is created DAYS_AHEAD days before its date of payment', () => {
  // March 31 is a Wednesday, January 31 a Sunday.
  const monthly = series('Monthly', '2026-12-31')
  const dueAfter = (made: number) => progressOf(monthly, made, toMonday, day('2027-01-01')).dueOn
  assert.equal(String(dueAfter(1)), String(day('2027-02-01').subtract({ days: DAYS_AHEAD })))
  assert.equal(String(dueAfter(3)), String(day('2027-03-31').subtract({ days: DAYS_AHEAD })))
})

test('a series is Completed on the date of its last payment, not before', () => {
  const until: PayUntil = { payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  const twice = series('Monthly', '2026-12-31', until)
  assert.equal(progressOf(twice, 1, toMonday, day('2027-03-01')).status, 'Active')
  const scheduled = progressOf(twice, 2, toMonday, day('2027-01-31'))
  assert.deepEqual([scheduled.status, String(scheduled.dueOn)], ['Active', '2027-02-01'])
  assert.deepEqual(progressOf(twice, 2, toMonday, day('2027-02-01')), { status: 'Completed', dueOn: null })
})

test('an end before payments already created completes the series on the date of the last payment within the end', () => {
  const until: PayUntil = { payUntil: 'NumberOfPayments', numberOfPayments: 2 }
  const shortened = progressOf(series('Daily', '2027-03-01', until), 8, toMonday, day('2027-03-01'))
  assert.deepEqual([shortened.status, String(shortened.dueOn)], ['Active', '2027-03-02'])
})

test('countUntil: zero on any day before the start', () => {
  for (const frequency of FREQUENCIES)
    for (const before of ['2027-01-30', '2026-12-31', '2024-01-31'])
      assert.equal(countUntil(series(frequency, '2027-01-31'), day(before)), 0)
})

test('DAYS_AHEAD: a payment of a series is created a week before its date', () => {
  assert.equal(DAYS_AHEAD, 7)
})

test('nextLook: a series that waits is due again the next day', () => {
  const { status, dueOn } = nextLook(day('2027-02-28'))
  assert.deepEqual([status, String(dueOn)], ['Active', '2027-03-01'])
})
