import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { defaultSettings } from '../institution/settings.ts'
import { nextPassage, type Way, windowOf } from './timetable.ts'

const settings = defaultSettings({ sandbox: false, currency: 'USD' })
const sameDay: Way = { rail: 'ACH', speed: 'Economy Plus', currencies: ['USD'] }
const nextDay: Way = { rail: 'ACH', speed: 'Economy', currencies: ['USD'] }
const wire: Way = { rail: 'FEDWIRE', speed: 'Express', currencies: ['USD'] }
const NEW_YORK = 'America/New_York'
const HONOLULU = 'Pacific/Honolulu'

type Row = [why: string, way: Way, from: string, leaves: string, closes: string, settles: string, timeZone?: string]

/**
 * A payment that is ready at `from`: when its file leaves, until when the network takes it, and
 * when it settles. Computed by hand from the calendar of the Federal Reserve and its windows. The
 * institution collects at 10:00, 14:15 and 16:15, and for the next day at 14:15 and 18:00. Ends of
 * days and windows are inclusive.
 */
const TIMES: Row[] = [
  ['the first window', sameDay, '2026-07-01T10:00-04:00', '2026-07-01T10:00-04', '01T10:30-04', '01T13:00-04'],
  ['the second', sameDay, '2026-07-01T10:00:00.001-04:00', '2026-07-01T14:15-04', '01T14:45-04', '01T17:00-04'],
  ['the third', sameDay, '2026-07-01T14:15:00.001-04:00', '2026-07-01T16:15-04', '01T16:45-04', '01T18:00-04'],
  ['the next day', sameDay, '2026-07-01T16:15:00.001-04:00', '2026-07-02T10:00-04', '02T10:30-04', '02T13:00-04'],
  ['open on July 3', sameDay, '2026-07-03T09:00-04:00', '2026-07-03T10:00-04', '03T10:30-04', '03T13:00-04'],
  ['over a weekend', sameDay, '2026-07-03T16:16-04:00', '2026-07-06T10:00-04', '06T10:30-04', '06T13:00-04'],
  ['on a Saturday', sameDay, '2026-07-04T12:00-04:00', '2026-07-06T10:00-04', '06T10:30-04', '06T13:00-04'],
  ['on Thanksgiving', sameDay, '2026-11-26T09:00-05:00', '2026-11-27T10:00-05', '27T10:30-05', '27T13:00-05'],
  ['clocks go forward', sameDay, '2026-03-06T17:00-05:00', '2026-03-09T10:00-04', '09T10:30-04', '09T13:00-04'],
  ['clocks go back', sameDay, '2026-10-30T17:00-04:00', '2026-11-02T10:00-05', '02T10:30-05', '02T13:00-05'],
  ['over New Year', sameDay, '2026-12-31T16:16-05:00', '2027-01-04T10:00-05', '04T10:30-05', '04T13:00-05'],
  ['an evening file', nextDay, '2026-07-01T18:00-04:00', '2026-07-01T18:00-04', '01T22:45-04', '02T08:30-04'],
  ['after it', nextDay, '2026-07-01T18:00:00.001-04:00', '2026-07-02T14:15-04', '02T22:45-04', '03T08:30-04'],
  ['over a weekend', nextDay, '2026-07-03T12:00-04:00', '2026-07-03T14:15-04', '05T22:45-04', '06T08:30-04'],
  ['a holiday between', nextDay, '2026-11-25T12:00-05:00', '2026-11-25T14:15-05', '26T22:45-05', '27T08:30-05'],
  ['clocks go forward', nextDay, '2026-03-06T12:00-05:00', '2026-03-06T14:15-05', '08T22:45-04', '09T08:30-04'],
  [
    'the year ends',
    nextDay,
    '2026-12-31T12:00-05:00',
    '2026-12-31T14:15-05',
    '2027-01-03T22:45-05',
    '2027-01-04T08:30-05',
  ],
  ['8:00 in Hawaii', sameDay, '2026-07-01T08:00-10:00', '2026-07-01T14:15-04', '01T14:45-04', '01T17:00-04', HONOLULU],
  ['11:00 there', sameDay, '2026-07-01T11:00-10:00', '2026-07-02T10:00-04', '02T10:30-04', '02T13:00-04', HONOLULU],
  [
    'Friday night there',
    sameDay,
    '2026-07-03T20:00-10:00',
    '2026-07-06T10:00-04',
    '06T10:30-04',
    '06T13:00-04',
    HONOLULU,
  ],
  ['winter there', sameDay, '2026-12-02T06:00-10:00', '2026-12-02T14:15-05', '02T14:45-05', '02T17:00-05', HONOLULU],
  ['a wire at once', wire, '2026-07-01T18:30-04:00', '2026-07-01T18:30-04', '01T18:45-04', '01T18:30-04'],
  ['after the cut-off', wire, '2026-07-01T18:31-04:00', '2026-07-02T00:00-04', '02T18:45-04', '02T00:00-04'],
  ['over a weekend', wire, '2026-03-06T18:31-05:00', '2026-03-09T00:00-04', '09T18:45-04', '09T00:00-04'],
  ['over New Year', wire, '2026-12-31T18:31-05:00', '2027-01-04T00:00-05', '04T18:45-05', '04T00:00-05'],
  ['12:30 in Hawaii', wire, '2026-07-01T12:30-10:00', '2026-07-01T18:30-04', '01T18:45-04', '01T18:30-04', HONOLULU],
  ['12:31 there', wire, '2026-07-01T12:31-10:00', '2026-07-02T06:00-04', '02T18:45-04', '02T06:00-04', HONOLULU],
]

/** A time of the table; a day without a month is of the month in which the file leaves. */
function timeOf(text: string, leaves: string): string {
  const full = text.includes('-', 8) && text.length > 12 ? text : `${leaves.slice(0, 8)}${text}`
  return String(Temporal.Instant.from(full))
}

for (const [why, way, from, leaves, closes, settles, timeZone = NEW_YORK] of TIMES)
  test(`nextPassage: the window of ${way.speed} from ${from} in ${timeZone}: ${why}`, () => {
    const home = { timeZone, settings }
    const ready = Temporal.Instant.from(from)
    const notBefore = ready.toZonedDateTimeISO(timeZone).toPlainDate()
    const { leavesAt, valueDate, window } = nextPassage(home, way, { notBefore, from: ready })
    assert.deepEqual(
      [leavesAt, window?.closesAt, window?.settlesAt].map(String),
      [leaves, closes, settles].map((text) => timeOf(text, leaves)),
    )
    assert.equal(String(window?.settlesAt.toZonedDateTimeISO(NEW_YORK).toPlainDate()), String(valueDate))
    assert.deepEqual(windowOf(home, way, { leavesAt, valueDate }), window)
  })

test('a window says its times in Eastern time, and in the time of an institution elsewhere', () => {
  const at = { notBefore: Temporal.PlainDate.from('2026-07-01'), from: Temporal.Instant.from('2026-07-01T12:00Z') }
  const says = (way: Way, timeZone: string) => nextPassage({ timeZone, settings }, way, at).window?.says
  assert.equal(
    says(sameDay, NEW_YORK),
    'Same-day ACH: the operator takes it until 2026-07-01 10:30 Eastern, and it settles at 2026-07-01 13:00 Eastern.',
  )
  assert.equal(
    says(nextDay, HONOLULU),
    'Next-day ACH: the operator takes it until 2026-07-01 22:45 Eastern (2026-07-01 16:45 Pacific/Honolulu), and it settles at 2026-07-02 08:30 Eastern (2026-07-02 02:30 Pacific/Honolulu).',
  )
  assert.match(says(wire, NEW_YORK)!, /^Fedwire: the network takes it until 2026-07-01 18:45 Eastern/)
})

test('rails without windows have none, nor has ACH in a sandbox that collects every few seconds', () => {
  const sandbox = { timeZone: NEW_YORK, settings: defaultSettings({ sandbox: true, currency: 'USD' }) }
  const at = { notBefore: Temporal.PlainDate.from('2026-07-01'), from: Temporal.Instant.from('2026-07-01T12:00Z') }
  assert.equal(nextPassage(sandbox, sameDay, at).window, undefined)
  assert.equal(nextPassage(sandbox, { ...wire, rail: 'RTP', speed: 'Instant' }, at).window, undefined)
})
