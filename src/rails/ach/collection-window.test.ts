import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { defaultSettings } from '../../institution/settings.ts'
import { businessCalendar } from '../../kernel/business-calendar.ts'
import {
  type AchSpeed,
  effectiveEntryDate,
  latestCollection,
  nextCollection,
  sendingDate,
  settlementOf,
  settlementTimes,
} from './collection-window.ts'

const NEW_YORK = 'America/New_York'
const calendar = businessCalendar({ holidays: 'FederalReserve' })
const windows = { kind: 'windows', economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] } as const

/** The latest collection, both in New York time: `2026-07-01 18:00`. */
function latest(
  now: string,
  speed: AchSpeed = 'Economy',
  collection: Parameters<typeof latestCollection>[2] = windows,
) {
  const instant = Temporal.PlainDateTime.from(now).toZonedDateTime(NEW_YORK).toInstant()
  const found = latestCollection(instant, speed, collection, NEW_YORK, calendar)
  return found?.toZonedDateTimeISO(NEW_YORK).toPlainDateTime().toString().replace('T', ' ')
}

const cases: [name: string, now: string, collection: string, speed?: AchSpeed][] = [
  ['exactly at a window, that window', '2026-07-01T18:00:00', '2026-07-01 18:00:00'],
  ['a millisecond before a window, the window before it', '2026-07-01T17:59:59.999', '2026-07-01 14:15:00'],
  ['between two windows, the earlier one', '2026-07-01T16:00:00', '2026-07-01 14:15:00'],
  ['late in the evening, the last window of the day', '2026-07-01T23:59:59.999', '2026-07-01 18:00:00'],
  ['before the first window, the last one of the day before', '2026-07-01T14:14:59.999', '2026-06-30 18:00:00'],
  ['just after midnight, the last one of the day before', '2026-07-02T00:00:00', '2026-07-01 18:00:00'],
  ['on a Saturday, the last one of Friday', '2026-07-11T19:00:00', '2026-07-10 18:00:00'],
  ['on Monday morning, the last one of Friday', '2026-07-13T09:00:00', '2026-07-10 18:00:00'],
  ['on a holiday, the last one before it', '2026-11-26T18:00:00', '2026-11-25 18:00:00'],
  ['after a long weekend, the last one before it', '2026-09-08T08:00:00', '2026-09-04 18:00:00'],
  ['on a Friday before a Saturday holiday, the Federal Reserve is open', '2026-07-03T18:00:00', '2026-07-03 18:00:00'],
  ['same-day entries have separate windows', '2026-07-01T16:15:00', '2026-07-01 16:15:00', 'Economy Plus'],
  ['same-day entries are not collected in the evening', '2026-07-01T18:00:00', '2026-07-01 16:15:00', 'Economy Plus'],
  [
    'same-day entries before the first window wait from the day before',
    '2026-07-01T09:59:59.999',
    '2026-06-30 16:15:00',
    'Economy Plus',
  ],
]
for (const [name, now, expected, speed] of cases)
  test(`latestCollection: ${name}`, () => assert.equal(latest(now, speed), expected))

const next: [name: string, from: string, collection: string, speed?: AchSpeed][] = [
  ['exactly at a window, that window', '2026-07-01T14:15:00', '2026-07-01T14:15:00'],
  ['a millisecond after a window, the next one', '2026-07-01T14:15:00.001', '2026-07-01T18:00:00'],
  ['after the last window, the first of the next banking day', '2026-07-02T18:00:00.001', '2026-07-03T14:15:00'],
  ['on a Saturday, the first of Monday', '2026-07-11T19:00:00', '2026-07-13T14:15:00'],
  ['on a holiday, the first of the day after', '2026-11-26T09:00:00', '2026-11-27T14:15:00'],
  ['same-day entries have separate windows', '2026-07-01T16:15:00.001', '2026-07-02T10:00:00', 'Economy Plus'],
]
for (const [name, from, expected, speed = 'Economy'] of next)
  test(`nextCollection: ${name}`, () => {
    const instant = Temporal.PlainDateTime.from(from).toZonedDateTime(NEW_YORK).toInstant()
    const found = nextCollection(instant, speed, windows, NEW_YORK, calendar)
    assert.equal(found.toZonedDateTimeISO(NEW_YORK).toPlainDateTime().toString(), expected)
  })

test('nextCollection: a sandbox collects every few seconds, at the times of latestCollection', () => {
  const continuous = { kind: 'continuous', everySeconds: 2 } as const
  const at = (from: string) => nextCollection(Temporal.Instant.from(from), 'Economy', continuous, NEW_YORK, calendar)
  assert.equal(at('2026-07-01T14:00:00.001Z').toString(), '2026-07-01T14:00:02Z')
  assert.equal(at('2026-07-01T14:00:02Z').toString(), '2026-07-01T14:00:02Z')
})

test('latestCollection: windows follow the wall clock before and after each daylight saving change', () => {
  const utc = (now: string) =>
    latestCollection(Temporal.Instant.from(now), 'Economy', windows, NEW_YORK, calendar)?.toString()
  // Daylight saving time begins on Sunday, March 8, 2026 and ends on Sunday, November 1, 2026.
  assert.equal(utc('2026-03-06T23:00:00Z'), '2026-03-06T23:00:00Z')
  assert.equal(utc('2026-03-09T21:59:59.999Z'), '2026-03-09T18:15:00Z')
  assert.equal(utc('2026-03-09T22:00:00Z'), '2026-03-09T22:00:00Z')
  assert.equal(utc('2026-10-30T22:00:00Z'), '2026-10-30T22:00:00Z')
  assert.equal(utc('2026-11-02T22:59:59.999Z'), '2026-11-02T19:15:00Z')
  assert.equal(utc('2026-11-02T23:00:00Z'), '2026-11-02T23:00:00Z')
})

test('latestCollection: on the day of a daylight saving change, each window occurs once', () => {
  const open = { isBusinessDay: () => true }
  const night = { kind: 'windows', economy: ['02:30'], economyPlus: [] } as const
  const at = (now: string) => latestCollection(Temporal.Instant.from(now), 'Economy', night, NEW_YORK, open)?.toString()
  // 02:30 does not exist on March 8, 2026. The clock then shows 03:30.
  assert.equal(at('2026-03-08T07:29:59Z'), '2026-03-07T07:30:00Z')
  assert.equal(at('2026-03-08T07:30:00Z'), '2026-03-08T07:30:00Z')
  // 01:30 occurs twice on November 1, 2026. The first counts.
  const twice = { kind: 'windows', economy: ['01:30'], economyPlus: [] } as const
  const autumn = latestCollection(Temporal.Instant.from('2026-11-01T06:45:00Z'), 'Economy', twice, NEW_YORK, open)
  assert.equal(autumn?.toString(), '2026-11-01T05:30:00Z')
})

test('latestCollection: the date is the local date, not the UTC date', () => {
  // Friday evening in New York is Saturday in UTC.
  const now = Temporal.Instant.from('2026-07-11T01:00:00Z')
  const found = latestCollection(now, 'Economy', windows, NEW_YORK, calendar)
  assert.equal(found?.toString(), '2026-07-10T22:00:00Z')
})

test('latestCollection: the order of the windows in the settings does not matter', () => {
  const turned = { ...windows, economy: ['18:00', '14:15'] }
  assert.equal(latest('2026-07-01T19:00:00', 'Economy', turned), '2026-07-01 18:00:00')
})

test('latestCollection: undefined without windows, or if every day is closed', () => {
  assert.equal(latest('2026-07-01T19:00:00', 'Economy', { ...windows, economy: [] }), undefined)
  const now = Temporal.Instant.from('2026-07-01T12:00:00Z')
  assert.equal(latestCollection(now, 'Economy', windows, NEW_YORK, { isBusinessDay: () => false }), undefined)
})

test('latestCollection: a sandbox collects at a fixed interval, at any hour of any day', () => {
  const every = (everySeconds: number) => ({ kind: 'continuous', everySeconds }) as const
  assert.equal(latest('2026-07-04T03:00:01.999', 'Economy Plus', every(1)), '2026-07-04 03:00:01')
  assert.equal(latest('2026-07-04T03:00:29.999', 'Economy', every(30)), '2026-07-04 03:00:00')
  assert.equal(latest('2026-07-04T03:00:30', 'Economy', every(30)), '2026-07-04 03:00:30')
})

test('nextCollection: finds the collection that takes an entry, and no earlier one takes it', () => {
  const from = Temporal.Instant.from('2026-01-01T00:00:00Z').epochMilliseconds
  const collections = [windows, { kind: 'continuous', everySeconds: 2 }] as const
  const speeds: AchSpeed[] = ['Economy', 'Economy Plus']
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 * 86_400_000 }),
      fc.constantFrom(...speeds),
      fc.constantFrom(...collections),
      (ms, speed, collection) => {
        const accepted = Temporal.Instant.fromEpochMilliseconds(from + ms)
        const first = nextCollection(accepted, speed, collection, NEW_YORK, calendar)
        assert.ok(Temporal.Instant.compare(first, accepted) >= 0)
        assert.equal(`${latestCollection(first, speed, collection, NEW_YORK, calendar)}`, `${first}`)
        const before = latestCollection(first.subtract({ milliseconds: 1 }), speed, collection, NEW_YORK, calendar)
        assert.ok(before && Temporal.Instant.compare(before, accepted) < 0)
      },
    ),
  )
})

test('the default windows of an institution are valid times in ascending order', () => {
  const { collection } = defaultSettings({ sandbox: false, currency: 'USD' }).ach
  assert.ok(collection.kind === 'windows')
  for (const times of [collection.economy, collection.economyPlus]) {
    for (const time of times) assert.match(time, /^([01]\d|2[0-3]):[0-5]\d$/)
    assert.deepEqual([...times].sort(), times)
  }
})

const dates: [name: string, sent: string, speed: AchSpeed, effective: string][] = [
  ['Economy settles on the next banking day', '2026-07-01', 'Economy', '2026-07-02'],
  ['Economy over a weekend', '2026-07-10', 'Economy', '2026-07-13'],
  ['Economy over a long weekend', '2026-09-04', 'Economy', '2026-09-08'],
  ['Economy sent late, on a Sunday', '2026-07-12', 'Economy', '2026-07-13'],
  ['Economy before Thanksgiving', '2026-11-25', 'Economy', '2026-11-27'],
  ['Economy Plus settles on the same day', '2026-07-01', 'Economy Plus', '2026-07-01'],
  ['Economy Plus on a Saturday settles on Monday', '2026-07-11', 'Economy Plus', '2026-07-13'],
  ['Economy Plus on a holiday settles on the next banking day', '2026-11-26', 'Economy Plus', '2026-11-27'],
]
for (const [name, sent, speed, effective] of dates)
  test(`effectiveEntryDate: ${name}`, () =>
    assert.equal(effectiveEntryDate(Temporal.PlainDate.from(sent), speed, calendar).toString(), effective))

/** When entries of a date settle that are sent at a time, Eastern. */
const settlements: [why: string, speed: AchSpeed, effective: string, sent: string, settles: string][] = [
  ['at the end of a window', 'Economy Plus', '2026-07-01', '2026-07-01T10:30-04:00', '2026-07-01T13:00-04:00'],
  ['after it', 'Economy Plus', '2026-07-01', '2026-07-01T10:30:00.001-04:00', '2026-07-01T17:00-04:00'],
  ['after the second', 'Economy Plus', '2026-07-01', '2026-07-01T14:45:00.001-04:00', '2026-07-01T18:00-04:00'],
  ['at the end of the last', 'Economy Plus', '2026-07-01', '2026-07-01T16:45-04:00', '2026-07-01T18:00-04:00'],
  ['after the last', 'Economy Plus', '2026-07-01', '2026-07-01T16:45:00.001-04:00', '2026-07-02T08:30-04:00'],
  ['the evening before', 'Economy Plus', '2026-07-02', '2026-07-01T20:00-04:00', '2026-07-02T13:00-04:00'],
  ['half an hour after', 'Economy Plus', '2026-07-01', '2026-07-01T17:15-04:00', '2026-07-02T08:30-04:00'],
  ['late on a Friday', 'Economy Plus', '2026-07-10', '2026-07-10T19:00-04:00', '2026-07-13T08:30-04:00'],
  ['late before Thanksgiving', 'Economy Plus', '2026-11-25', '2026-11-25T19:00-05:00', '2026-11-27T08:30-05:00'],
  ['before there were windows', 'Economy Plus', '2016-09-22', '2016-09-22T10:00-04:00', '2016-09-23T08:30-04:00'],
  ['before there was a third', 'Economy Plus', '2021-03-18', '2021-03-18T15:00-04:00', '2021-03-19T08:30-04:00'],
  ['in the evening', 'Economy', '2026-07-02', '2026-07-01T18:00-04:00', '2026-07-02T08:30-04:00'],
  ['until 2:15', 'Economy', '2026-07-02', '2026-07-02T02:15-04:00', '2026-07-02T08:30-04:00'],
  ['after 2:15', 'Economy', '2026-07-02', '2026-07-02T02:15:00.001-04:00', '2026-07-03T08:30-04:00'],
  ['for a Monday', 'Economy', '2026-03-09', '2026-03-06T18:00-05:00', '2026-03-09T08:30-04:00'],
  ['late on a Monday', 'Economy', '2026-03-09', '2026-03-09T03:00-04:00', '2026-03-10T08:30-04:00'],
  ['in winter', 'Economy', '2026-12-02', '2026-12-01T18:00-05:00', '2026-12-02T08:30-05:00'],
]
for (const [why, speed, effective, sent, settles] of settlements)
  test(`settlementOf: ${speed} of ${effective}, sent at ${sent}: ${why}`, () => {
    const entries = { effectiveDate: Temporal.PlainDate.from(effective), speed }
    const found = settlementOf(entries, Temporal.Instant.from(sent), calendar)
    const expected = Temporal.Instant.from(settles)
    assert.equal(String(found.settlesAt), String(expected))
    assert.equal(String(found.valueDate), String(expected.toZonedDateTimeISO(NEW_YORK).toPlainDate()))
  })

test('settlementTimes: each time of the operator once, in order, by the rules of the day', () => {
  const times = (date: string) => settlementTimes(Temporal.PlainDate.from(date)).map(String)
  assert.deepEqual(times('2026-07-01'), [
    '2026-07-01T12:30:00Z',
    '2026-07-01T17:00:00Z',
    '2026-07-01T21:00:00Z',
    '2026-07-01T22:00:00Z',
  ])
  assert.deepEqual(times('2016-09-22'), ['2016-09-22T12:30:00Z'])
})

test('sendingDate: a same-day file 30 minutes after the last window is sent today, a minute later tomorrow', () => {
  const collection = { kind: 'windows', economy: ['18:00'], economyPlus: ['10:00', '16:15'] } as const
  const at = (instant: string, speed: AchSpeed) =>
    sendingDate(Temporal.Instant.from(instant), speed, collection, 'America/New_York').toString()
  assert.equal(at('2026-07-01T20:45:00Z', 'Economy Plus'), '2026-07-01')
  assert.equal(at('2026-07-01T20:46:00Z', 'Economy Plus'), '2026-07-02')
  assert.equal(at('2026-07-01T20:46:00Z', 'Economy'), '2026-07-01')
})

/** The grace ends at the operator's deposit times: 16:45, and 14:45 before March 19, 2021. */
const graces: [last: string, inTime: string, late: string][] = [
  ['16:00', '2026-07-01T16:30-04:00', '2026-07-01T16:30:00.001-04:00'],
  ['16:30', '2026-07-01T16:45-04:00', '2026-07-01T16:45:00.001-04:00'],
  ['16:45', '2026-07-01T16:45-04:00', '2026-07-01T16:45:00.001-04:00'],
  ['14:30', '2021-03-18T14:45-04:00', '2021-03-18T14:45:00.001-04:00'],
]
for (const [last, inTime, late] of graces)
  test(`sendingDate: the last window at ${last} takes a same-day file until ${inTime}, and no later`, () => {
    const collection = { kind: 'windows', economy: ['18:00'], economyPlus: ['10:00', last] } as const
    const isToday = (instant: string) => {
      const sent = sendingDate(Temporal.Instant.from(instant), 'Economy Plus', collection, NEW_YORK)
      const entries = {
        effectiveDate: effectiveEntryDate(sent, 'Economy Plus', calendar),
        speed: 'Economy Plus',
      } as const
      const { valueDate } = settlementOf(entries, Temporal.Instant.from(instant), calendar)
      assert.ok(valueDate.equals(entries.effectiveDate), 'entries settle on the date that they name')
      return sent.toString() === instant.slice(0, 10)
    }
    assert.deepEqual([isToday(inTime), isToday(late)], [true, false])
  })
