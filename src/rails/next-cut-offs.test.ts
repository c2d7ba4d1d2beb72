import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { defaultSettings } from '../institution/settings.ts'
import { nextCutOffs } from './next-cut-offs.ts'

const settings = defaultSettings({ sandbox: false, currency: 'USD' })
const rails = { ACH: false, FEDWIRE: true, RTP: true, FEDNOW: false, SWIFT: false }
const home = { timeZone: 'America/New_York', currency: 'USD', settings: { ...settings, rails } }
const shown = (at: string, of = home) =>
  nextCutOffs(of, Temporal.Instant.from(at)).map(({ rail, speed, currency, cutOff, valueDate }) =>
    [rail, speed, currency, String(cutOff), String(valueDate)].filter(Boolean).join(' '),
  )

test('nextCutOffs: a rail that is off, and one that never closes, have none', () => {
  assert.deepEqual(shown('2026-07-01T14:00:00Z'), ['FEDWIRE Express 2026-07-01T22:30:00Z 2026-07-01'])
})

test('nextCutOffs: the cut-off is inclusive; a second later, that of the next business day follows', () => {
  assert.deepEqual(shown('2026-07-02T22:30:00Z'), ['FEDWIRE Express 2026-07-02T22:30:00Z 2026-07-02'])
  assert.deepEqual(shown('2026-07-02T22:30:01Z'), ['FEDWIRE Express 2026-07-03T22:30:00Z 2026-07-03'])
  assert.deepEqual(shown('2026-07-03T22:30:01Z'), ['FEDWIRE Express 2026-07-06T22:30:00Z 2026-07-06'])
})

test('nextCutOffs: each currency of SWIFT with a time of its own is named, the soonest first', () => {
  const cutOffs = { ...settings.cutOffs, swift: '16:00', swiftByCurrency: { EUR: '10:00' } }
  const abroad = { ...home.settings, rails: { ...rails, FEDWIRE: false, SWIFT: true }, cutOffs }
  assert.deepEqual(shown('2026-07-01T13:00:00Z', { ...home, settings: abroad } as typeof home), [
    'SWIFT SPOT EUR 2026-07-01T14:00:00Z 2026-07-01',
    'SWIFT SPOT USD 2026-07-01T20:00:00Z 2026-07-01',
  ])
})
