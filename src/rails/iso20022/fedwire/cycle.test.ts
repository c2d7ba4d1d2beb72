import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import type { NetworkRules } from '../../../kernel/rail-rules.ts'
import { cycleDayAt } from './cycle.ts'

const at = (text: string) => Temporal.Instant.from(text)
const dateAt = (text: string) => cycleDayAt(at(text)).date.toString()

test('a cycle day begins at 21:00 Eastern of the evening before, and ends at 19:00', () => {
  assert.equal(dateAt('2026-03-10T18:59:59-04:00'), '2026-03-10')
  assert.equal(dateAt('2026-03-10T19:00:00-04:00'), '2026-03-10')
  assert.equal(dateAt('2026-03-10T19:00:01-04:00'), '2026-03-11')
  assert.equal(dateAt('2026-03-10T21:00:00-04:00'), '2026-03-11')
  const { opensAt, customerCutOff, closesAt } = cycleDayAt(at('2026-03-10T12:00:00-04:00'))
  assert.deepEqual([opensAt, customerCutOff, closesAt].map(String), [
    '2026-03-10T01:00:00Z',
    '2026-03-10T22:45:00Z',
    '2026-03-10T23:00:00Z',
  ])
})

test('the days of the cycle are those of the rule in force: with six days a week, Saturday alone is none', () => {
  const hours = { opens: '21:00', closes: '19:00' }
  const always = [{ validFrom: '2000-01-01', days: 'all', cutOffs: [] }] as const
  const FEDWIRE = [
    { validFrom: '2000-01-01', days: 'FederalReserve', cutOffs: ['18:45'], hours },
    { validFrom: '2028-10-01', days: 'SundayToFriday', cutOffs: ['18:30'], hours },
  ] as const
  const rules: NetworkRules = { ACH: always, RTP: always, FEDNOW: always, SWIFT: always, FEDWIRE }
  const dateBy = (text: string) => cycleDayAt(at(text), rules).date.toString()
  assert.equal(dateBy('2028-09-24T12:00:00-04:00'), '2028-09-25')
  // The Sunday on which the rule begins, after a Friday of the old one.
  assert.equal(dateBy('2028-09-29T19:30:00-04:00'), '2028-10-01')
  assert.equal(cycleDayAt(at('2028-09-30T21:00:00-04:00'), rules).opensAt.toString(), '2028-10-01T01:00:00Z')
  assert.equal(dateBy('2028-10-06T19:30:00-04:00'), '2028-10-08')
  // Columbus Day.
  assert.equal(dateBy('2028-10-08T19:30:00-04:00'), '2028-10-09')
  assert.equal(cycleDayAt(at('2028-10-09T12:00:00-04:00'), rules).customerCutOff.toString(), '2028-10-09T22:30:00Z')
})

test('Monday opens on Sunday evening, and no cycle day is a holiday of the Federal Reserve', () => {
  assert.equal(dateAt('2026-03-06T19:30:00-05:00'), '2026-03-09')
  assert.equal(cycleDayAt(at('2026-03-07T12:00:00-05:00')).opensAt.toString(), '2026-03-09T01:00:00Z')
  assert.equal(dateAt('2026-12-24T20:00:00-05:00'), '2026-12-28')
})
