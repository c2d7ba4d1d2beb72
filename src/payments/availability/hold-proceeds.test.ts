import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { defaultSettings } from '../../institution/institution.ts'
import { availabilityOf } from './hold-proceeds.ts'

const settings = defaultSettings({ sandbox: true, currency: 'USD' })
const at = (days: number, settledAt: string, others: object = {}, timeZone = 'America/New_York') => {
  const institution = { timeZone, settings: { ...settings, ...others } }
  const { availableOn, releasesAt } = availabilityOf(institution, days, Temporal.Instant.from(settledAt))
  return [String(availableOn), String(releasesAt)]
}
const MORNING = 'T12:30:00Z'

for (const [what, days, settledAt, availableOn] of [
  ['the next day', 1, `2026-07-01${MORNING}`, '2026-07-02'],
  ['over a weekend', 1, `2026-07-10${MORNING}`, '2026-07-13'],
  ['over a weekend and a holiday on its Monday', 1, `2026-09-04${MORNING}`, '2026-09-08'],
  ['over a holiday', 2, `2026-11-25${MORNING}`, '2026-11-30'],
  ['two weeks at most', 10, `2026-07-01${MORNING}`, '2026-07-15'],
  ['from a Saturday, on which a sandbox settles', 1, `2026-07-11${MORNING}`, '2026-07-13'],
] as const)
  test(`availabilityOf: ${days} banking days, ${what}`, () => {
    assert.deepEqual(at(days, settledAt), [availableOn, `${availableOn}T0${availableOn > '2026-11' ? 5 : 4}:00:00Z`])
  })

test("availabilityOf: the institution's closed days do not count", () => {
  assert.equal(at(1, `2026-11-25${MORNING}`, { closedDays: ['2026-11-27'] })[0], '2026-11-30')
})

test('availabilityOf: proceeds become available when business starts', () => {
  const businessHours = { start: '09:00', end: '18:00' }
  assert.deepEqual(at(1, `2026-07-01${MORNING}`, { businessHours }), ['2026-07-02', '2026-07-02T13:00:00Z'])
})

test("availabilityOf: the day of settlement is the institution's, so the release is never before it", () => {
  const lateInNewYork = '2026-07-02T01:00:00Z'
  assert.equal(at(1, lateInNewYork)[0], '2026-07-02')
  assert.deepEqual(at(1, lateInNewYork, {}, 'Asia/Tokyo'), ['2026-07-03', '2026-07-02T15:00:00Z'])
})
