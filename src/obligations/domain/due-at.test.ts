import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { dueAt, ruleOf, type Start } from './due-at.ts'
import type { RuledKind } from './obligation-rules.ts'

const chicago = { timeZone: 'America/Chicago' }
const honolulu = { timeZone: 'Pacific/Honolulu' }

/** Each time computed by hand from the calendar of the Federal Reserve. */
const TIMES: [why: string, kind: RuledKind, from: string, due: string, home?: typeof honolulu][] = [
  ['Monday to Wednesday', 'ReceiptReturn', '2026-07-06', '2026-07-08T02:15-04:00'],
  ['over a weekend on which the clock goes forward', 'ReceiptReturn', '2026-03-05', '2026-03-09T02:15-04:00'],
  ['over a weekend on which the clock goes back', 'ReceiptReturn', '2026-10-29', '2026-11-02T02:15-05:00'],
  ['Veterans Day does not count', 'ReceiptReturn', '2026-11-10', '2026-11-13T02:15-05:00'],
  ['Thanksgiving does not count, the Friday after does', 'ReceiptReturn', '2026-11-25', '2026-11-30T02:15-05:00'],
  ['a Friday before a holiday on Saturday counts', 'ReceiptReturn', '2026-07-02', '2026-07-06T02:15-04:00'],
  ['over the end of the year', 'ReceiptReturn', '2026-12-30', '2027-01-04T02:15-05:00'],
  ['the institution may be anywhere', 'ReceiptReturn', '2026-12-30', '2027-01-04T02:15-05:00', honolulu],
  ['day 60 is the Friday before Labor Day', 'ExtendedReturn', '2026-07-06', '2026-09-08T02:15-04:00'],
  ['day 60 is a Saturday', 'ExtendedReturn', '2026-09-01', '2026-11-02T02:15-05:00'],
  ['day 60 is a Tuesday', 'ExtendedReturn', '2026-01-02', '2026-03-04T02:15-05:00'],
  ['six banking days over Christmas', 'WrittenStatementReturn', '2026-12-21T20:00Z', '2026-12-30T02:15-05:00'],
  ['ten banking days with Veterans Day', 'ReturnRequestAnswer', '2026-11-09T16:00Z', '2026-11-25T00:00-06:00'],
  [
    ...(['the same in Honolulu', 'ReturnRequestAnswer', '2026-11-09T16:00Z', '2026-11-25T00:00-10:00'] as const),
    honolulu,
  ],
  ['five banking days over the end of the year', 'DishonoredReturn', '2026-12-24', '2027-01-04T22:45-05:00'],
  ['two banking days over a change of clocks', 'ContestedReturn', '2026-03-06', '2026-03-10T22:45-04:00'],
  ['two banking days from a Friday', 'NotificationOfChange', '2026-07-10', '2026-07-15T00:00-05:00'],
  [
    ...(['the end of the day in Honolulu', 'NotificationOfChange', '2026-07-10', '2026-07-15T00:00-10:00'] as const),
    honolulu,
  ],
  ['five banking days', 'Reversal', '2026-07-06', '2026-07-13T22:45-04:00'],
  ['24 hours also when a day has 23', 'DiscoveredReversal', '2026-03-07T20:00Z', '2026-03-08T20:00Z'],
  ['the third banking day', 'FirstLiveEntry', '2026-07-02', '2026-07-07T00:00-04:00'],
  ['six banking days until the change of the rule', 'FirstLiveEntry', '2014-09-18', '2014-09-26T00:00-04:00'],
  ['three from its first day on', 'FirstLiveEntry', '2014-09-19', '2014-09-24T00:00-04:00'],
  ['the end of a Sunday with 25 hours', 'FedNowFinalAnswer', '2026-11-01T03:30Z', '2026-11-02T00:00-05:00'],
  ['five seconds', 'FedNowAnswer', '2026-07-06T12:00:00Z', '2026-07-06T12:00:05Z'],
]

const startOf = (text: string): Start =>
  text.includes('T') ? Temporal.Instant.from(text) : Temporal.PlainDate.from(text)

for (const [why, kind, from, due, home = chicago] of TIMES)
  test(`dueAt: ${kind} from ${from} (${home.timeZone}): ${why}`, () => {
    assert.equal(String(dueAt(kind, startOf(from), home)), String(Temporal.Instant.from(due)))
  })

test('dueAt: a day that the institution closes by its own choice does not move a time', () => {
  const closed = { ...chicago, settings: { closedDays: ['2026-07-07'] } }
  const time = dueAt('ReceiptReturn', Temporal.PlainDate.from('2026-07-06'), closed)
  assert.equal(String(time), '2026-07-08T06:15:00Z')
})

test('dueAt: a clock of seconds needs a moment', () => {
  assert.throws(() => dueAt('FedNowAnswer', Temporal.PlainDate.from('2026-07-06'), chicago), /counts from a moment/)
})

test('ruleOf: cites the rule in force when the clock starts', () => {
  const rule = (from: string) => ruleOf('FirstLiveEntry', startOf(from), chicago)
  assert.match(rule('2014-09-18'), /six banking days/)
  assert.match(rule('2014-09-19'), /third banking day/)
})
