import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { businessCalendar } from '../../kernel/business-calendar.ts'
import { sendingDateFor } from './sending-date.ts'

const calendar = businessCalendar({ holidays: 'FederalReserve' })

test('a payment that is to settle on a day leaves on the banking day before it', () => {
  for (const [settlesOn, today, expected] of [
    ['2026-07-15', '2026-07-01', '2026-07-14'],
    ['2026-07-13', '2026-07-01', '2026-07-10'],
    // Saturday and Thanksgiving: it settles on the next banking day.
    ['2026-07-18', '2026-07-01', '2026-07-17'],
    ['2026-11-26', '2026-07-01', '2026-11-25'],
    // It is to leave today, or should have left before: it leaves at once.
    ['2026-07-02', '2026-07-01', undefined],
    ['2026-07-13', '2026-07-11', undefined],
    // Today and days that are over are judged as they are.
    ['2026-07-01', '2026-07-01', '2026-07-01'],
    ['2026-06-30', '2026-07-01', '2026-06-30'],
  ] as const)
    assert.equal(sendingDateFor(settlesOn, Temporal.PlainDate.from(today), calendar), expected, settlesOn)
})
