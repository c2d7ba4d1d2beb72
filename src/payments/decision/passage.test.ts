import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { defaultSettings } from '../../institution/institution.ts'
import { nextPassage, type Way } from '../../rails/rails.ts'
import { passageOf } from './passage.ts'
import type { WorkingSet } from './working-set.ts'

const defaults = defaultSettings({ sandbox: false, currency: 'USD' })
const settings = {
  ...defaults,
  ach: {
    ...defaults.ach,
    collection: { kind: 'windows' as const, economy: ['17:00', '10:30'], economyPlus: ['09:15', '13:00'] },
  },
}
const institution = { timeZone: 'America/Los_Angeles', settings } as unknown as WorkingSet['institution']
const start = Temporal.Instant.from('2026-11-24T08:00:00Z')

const passageAt = (now: Temporal.Instant, way: Way, notBefore: Temporal.PlainDate) =>
  passageOf({ institution, now, passages: new Map() }, way, notBefore)
const shown = (passage: object) => JSON.stringify(passage)

test('passageOf: at any time, in any order of times, a payment leaves as the timetable says', () => {
  const way = fc.constantFrom<Way>(
    { rail: 'ACH', speed: 'Economy', currencies: ['USD', 'USD'] },
    { rail: 'ACH', speed: 'Economy Plus', currencies: ['USD', 'USD'] },
    { rail: 'FEDWIRE', speed: 'Express', currencies: ['USD', 'USD'] },
  )
  const seconds = fc.integer({ min: 0, max: 4 * 86_400 })
  const days = fc.integer({ min: -1, max: 5 })
  fc.assert(
    fc.property(fc.array(fc.tuple(way, seconds, days), { minLength: 1, maxLength: 30 }), (asked) => {
      for (const [way, seconds, days] of asked) {
        const now = start.add({ seconds })
        const notBefore = Temporal.PlainDate.from('2026-11-25').add({ days })
        assert.equal(
          shown(passageAt(now, way, notBefore)),
          shown(nextPassage(institution, way, { notBefore, from: now })),
        )
      }
    }),
    { numRuns: 100 },
  )
})

test('passageOf: a payment leaves with a file until its cut-off, and a millisecond later with the next one', () => {
  const way: Way = { rail: 'ACH', speed: 'Economy', currencies: ['USD', 'USD'] }
  const day = Temporal.PlainDate.from('2026-11-24')
  const { leavesAt } = passageAt(start, way, day)
  assert.equal(String(leavesAt), '2026-11-24T15:30:00Z')
  assert.equal(String(passageAt(leavesAt, way, day).leavesAt), '2026-11-24T15:30:00Z')
  assert.equal(String(passageAt(leavesAt.add({ milliseconds: 1 }), way, day).leavesAt), '2026-11-24T22:00:00Z')
  assert.equal(String(passageAt(start, way, day).leavesAt), '2026-11-24T15:30:00Z')
})

test('passageOf: other settings have other files', () => {
  const way: Way = { rail: 'ACH', speed: 'Economy', currencies: ['USD', 'USD'] }
  const day = Temporal.PlainDate.from('2026-11-24')
  const later = {
    ...settings,
    ach: { ...settings.ach, collection: { ...settings.ach.collection, economy: ['12:00'] } },
  }
  passageAt(start, way, day)
  const moved = { ...institution, settings: later } as unknown as WorkingSet['institution']
  const { leavesAt } = passageOf({ institution: moved, now: start, passages: new Map() }, way, day)
  assert.equal(String(leavesAt), '2026-11-24T17:00:00Z')
})
