import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { defaultSettings, type InstitutionSettings } from '../institution/settings.ts'
import { type NetworkRules, ruleOn } from '../kernel/rail-rules.ts'
import { cutOffOn, lastChance, nextPassage, railCalendar, sameDayFile, type Way } from './timetable.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const at = (text: string) => Temporal.Instant.from(text)
const settings = defaultSettings({ sandbox: false, currency: 'USD' })
const home = { timeZone: 'America/New_York', settings }
const wire: Way = { rail: 'FEDWIRE', speed: 'Express', currencies: ['USD'] }
const abroad = (...currencies: string[]): Way => ({ rail: 'SWIFT', speed: 'SPOT', currencies })
const sameDay: Way = { rail: 'ACH', speed: 'Economy Plus', currencies: ['USD'] }
const nextDay: Way = { rail: 'ACH', speed: 'Economy', currencies: ['USD'] }
const instant: Way = { rail: 'RTP', speed: 'Instant', currencies: ['USD'] }

test('ruleOn: each day follows the rule in force on it, from its first day on', () => {
  assert.deepEqual(ruleOn('ACH', day('2021-03-18')).cutOffs, ['10:30', '14:45'])
  assert.deepEqual(ruleOn('ACH', day('2021-03-19')).cutOffs, ['10:30', '14:45', '16:45'])
  assert.deepEqual(ruleOn('FEDWIRE', day('2021-03-07')).cutOffs, ['18:00'])
  assert.deepEqual(ruleOn('FEDWIRE', day('2021-03-08')).cutOffs, ['18:45'])
})

test('ruleOn: a coming rule is a row, and a day before every row follows the first', () => {
  const always = [{ validFrom: '2000-01-01', days: 'all', cutOffs: [] }] as const
  const closing = { validFrom: '2029-01-01', days: 'FederalReserve', cutOffs: ['12:00'] } as const
  const rules: NetworkRules = { ACH: always, FEDWIRE: always, FEDNOW: always, SWIFT: always, RTP: [...always, closing] }
  assert.deepEqual(ruleOn('RTP', day('2028-12-31'), rules), always[0])
  assert.deepEqual(ruleOn('RTP', day('2029-01-01'), rules), closing)
  assert.deepEqual(ruleOn('RTP', day('1999-12-31'), rules), always[0])
})

const open = (way: Way, date: string, more: Partial<InstitutionSettings> = {}) =>
  railCalendar(way, { ...settings, ...more }).isBusinessDay(day(date))

test('railCalendar: ACH and Fedwire follow the Federal Reserve and the closed days; instant networks run every day', () => {
  for (const way of [wire, sameDay, nextDay]) {
    assert.equal(open(way, '2026-07-02'), true)
    assert.equal(open(way, '2026-07-04'), false, 'a Saturday')
    assert.equal(open(way, '2026-11-26'), false, 'Thanksgiving')
    assert.equal(open(way, '2026-07-02', { closedDays: ['2026-07-02'] }), false)
  }
  for (const way of [instant, { ...instant, rail: 'BOOK' } as const])
    assert.equal(open(way, '2026-12-25', { closedDays: ['2026-12-25'] }), true)
})

test('railCalendar: SWIFT needs the centres of both currencies, and the institution', () => {
  assert.equal(open(abroad('USD', 'EUR'), '2026-05-01'), false, 'Labour Day in the euro area')
  assert.equal(open(abroad('USD'), '2026-05-01'), true)
  assert.equal(open(abroad('USD', 'EUR'), '2026-07-03'), true)
  assert.equal(open(abroad('EUR', 'USD'), '2026-11-26'), false, 'Thanksgiving')
  assert.equal(open(abroad('EUR'), '2026-11-26'), true)
  assert.equal(open(abroad('EUR'), '2026-11-26', { closedDays: ['2026-11-26'] }), false)
  assert.equal(open(abroad('XAF'), '2026-11-26'), true, 'weekdays only')
  assert.equal(open(abroad('XAF'), '2026-11-28'), false)
})

test("cutOffOn: Fedwire's is 18:45 Eastern less the margin, in summer, in winter and in any time zone", () => {
  assert.equal(String(cutOffOn(home, wire, day('2026-07-01'))), '2026-07-01T22:30:00Z')
  assert.equal(String(cutOffOn(home, wire, day('2026-12-01'))), '2026-12-01T23:30:00Z')
  const west = { timeZone: 'Pacific/Honolulu', settings: { ...settings, cutOffs: { marginMinutes: 45 } } }
  assert.equal(String(cutOffOn(west, wire, day('2026-07-01'))), '2026-07-01T22:00:00Z')
})

test("cutOffOn: SWIFT's is the institution's, ACH's is its last collection, instant networks have none", () => {
  const early = { timeZone: 'America/Chicago', settings: { ...settings, cutOffs: { swift: '14:00' } } }
  assert.equal(String(cutOffOn(home, abroad('EUR'), day('2026-07-01'))), '2026-07-01T20:00:00Z')
  assert.equal(String(cutOffOn(early, abroad('EUR'), day('2026-07-01'))), '2026-07-01T19:00:00Z')
  assert.equal(String(cutOffOn(home, sameDay, day('2026-07-01'))), '2026-07-01T20:15:00Z')
  assert.equal(String(cutOffOn(home, nextDay, day('2026-07-01'))), '2026-07-01T22:00:00Z')
  for (const rail of ['RTP', 'FEDNOW', 'BOOK'] as const)
    assert.equal(cutOffOn(home, { ...instant, rail }, day('2026-07-01')), undefined)
})

test('cutOffOn: a currency with its own SWIFT cut-off has it when it is delivered, on days of both times', () => {
  const swiftByCurrency = { EUR: '10:00' }
  const euros = { ...home, settings: { ...settings, cutOffs: { swiftByCurrency } } }
  assert.equal(String(cutOffOn(euros, abroad('USD', 'EUR'), day('2026-07-01'))), '2026-07-01T14:00:00Z')
  assert.equal(String(cutOffOn(euros, abroad('EUR'), day('2026-03-06'))), '2026-03-06T15:00:00Z')
  assert.equal(String(cutOffOn(euros, abroad('EUR'), day('2026-03-09'))), '2026-03-09T14:00:00Z')
  assert.equal(String(cutOffOn(euros, abroad('EUR', 'USD'), day('2026-07-01'))), '2026-07-01T20:00:00Z')
})

test('lastChance: the last cut-off of the date, or of the next business day once it has passed', () => {
  const chance = (way: Way, date: string, now: string) => String(lastChance(home, way, day(date), at(now)))
  assert.equal(chance(wire, '2026-07-01', '2026-06-01T00:00:00Z'), '2026-07-01T22:30:00Z')
  assert.equal(chance(wire, '2026-07-01', '2026-07-01T22:29:59Z'), '2026-07-01T22:30:00Z')
  assert.equal(chance(wire, '2026-07-01', '2026-07-01T22:30:00Z'), '2026-07-02T22:30:00Z')
  assert.equal(chance(wire, '2026-07-02', '2026-07-02T22:30:00Z'), '2026-07-03T22:30:00Z')
  assert.equal(chance(wire, '2026-12-31', '2026-12-31T23:30:00Z'), '2027-01-04T23:30:00Z', 'over New Year')
  assert.equal(chance(wire, '2026-07-04', '2026-07-01T00:00:00Z'), '2026-07-06T22:30:00Z', 'a Saturday')
  assert.equal(chance(wire, '2026-06-01', '2026-07-01T12:00:00Z'), '2026-07-01T22:30:00Z', 'a date long past')
})

test('lastChance: a network that never closes takes the payment until the end of its date', () => {
  const chance = (date: string, now: string) => String(lastChance(home, instant, day(date), at(now)))
  assert.equal(chance('2026-07-05', '2026-07-01T12:00:00Z'), '2026-07-06T04:00:00Z')
  // The day on which daylight saving time begins has 23 hours, and the day on which it ends has 25.
  assert.equal(chance('2026-03-08', '2026-03-08T05:00:00Z'), '2026-03-09T04:00:00Z')
  assert.equal(chance('2026-11-01', '2026-11-01T04:00:00Z'), '2026-11-02T05:00:00Z')
})

/** The cut-off, the time of leaving and the value date of a payment for a date. */
function passage(way: Way, from: string, { on = '2026-07-01', timeZone = home.timeZone } = {}) {
  const { cutOff, leavesAt, valueDate } = nextPassage({ ...home, timeZone }, way, {
    notBefore: day(on),
    from: at(from),
  })
  return [cutOff, leavesAt, valueDate].map(String)
}

test('nextPassage: until the cut-off, inclusive, a payment leaves at once; later, at the start of the next business day', () => {
  const today = (ready: string) => ['2026-07-01T22:30:00Z', ready, '2026-07-01']
  const tomorrow = ['2026-07-02T22:30:00Z', '2026-07-02T04:00:00Z', '2026-07-02']
  for (const ready of ['2026-07-01T14:00:00Z', '2026-07-01T22:30:00Z'])
    assert.deepEqual(passage(wire, ready), today(ready))
  assert.deepEqual(passage(wire, '2026-07-01T22:30:01Z'), tomorrow)
  assert.deepEqual(passage(wire, '2026-07-03T22:30:01Z'), [
    '2026-07-06T22:30:00Z',
    '2026-07-06T04:00:00Z',
    '2026-07-06',
  ])
})

test('nextPassage: a payment for a later date waits for it, and on a closed day for the next business day', () => {
  const monday = ['2026-07-06T22:30:00Z', '2026-07-06T04:00:00Z', '2026-07-06']
  for (const on of ['2026-07-04', '2026-07-06']) assert.deepEqual(passage(wire, '2026-07-01T14:00:00Z', { on }), monday)
})

test('nextPassage: networks that never close take a payment on any day', () => {
  for (const rail of ['RTP', 'FEDNOW', 'BOOK'] as const)
    assert.deepEqual(passage({ ...instant, rail }, '2026-07-04T23:00:00Z', { on: '2026-07-04' }), [
      'undefined',
      '2026-07-04T23:00:00Z',
      '2026-07-04',
    ])
  const late = { on: '2026-07-01', timeZone: 'Pacific/Honolulu' }
  assert.equal(passage(instant, '2026-07-02T05:00:00Z', late)[2], '2026-07-01', 'still that day at the institution')
})

test('nextPassage: ACH entries leave with the next file, and settle on its effective entry date', () => {
  const file = '2026-07-01T22:00:00Z'
  assert.deepEqual(passage(nextDay, '2026-07-01T20:00:00Z'), [file, file, '2026-07-02'])
  assert.deepEqual(passage(nextDay, '2026-07-03T22:00:01Z', { on: '2026-07-03' })[2], '2026-07-07')
})

test('nextPassage: a payment over the Federal Reserve leaves on its date there, wherever the institution is', () => {
  const tokyo = { timeZone: 'Asia/Tokyo' }
  // Fedwire opens the day at 21:00 Eastern on the evening before.
  assert.deepEqual(passage(wire, '2026-06-30T12:00:00Z', tokyo)[1], '2026-07-01T01:00:00Z')
  assert.deepEqual(passage(nextDay, '2026-06-30T12:00:00Z', tokyo)[2], '2026-07-02')
  assert.deepEqual(passage(abroad('EUR'), '2026-06-30T12:00:00Z', tokyo)[1], '2026-06-30T15:00:00Z')
  const honolulu = { timeZone: 'Pacific/Honolulu' }
  assert.deepEqual(passage(wire, '2026-06-30T12:00:00Z', honolulu)[1], '2026-07-01T10:00:00Z')
})

test('sameDayFile: a file is in time until half an hour after the last window; collection every few seconds always is', () => {
  const isInTime = (text: string, more: Partial<InstitutionSettings> = {}) =>
    sameDayFile({ settings: { ...settings, ...more } }, at(text)).isInTime
  const [last] = [settings.ach.collection].flatMap((collection) =>
    collection.kind === 'windows' ? collection.economyPlus.toSorted().slice(-1) : [],
  )
  assert.ok(last)
  const latest = day('2026-07-01').toZonedDateTime({ timeZone: home.timeZone, plainTime: last }).add({ minutes: 30 })
  assert.equal(isInTime(String(latest.toInstant())), true)
  assert.equal(isInTime(String(latest.toInstant().add({ milliseconds: 1 }))), false)
  assert.equal(isInTime('2026-07-04T14:00:00Z'), false, 'a Saturday')
  const ach = { ...settings.ach, collection: { kind: 'continuous', everySeconds: 5 } } as const
  assert.equal(isInTime('2026-07-04T14:00:00Z', { ach }), true)
})
