import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { canSettleSameDay, largestPayment, ruleOn } from './rail-rules.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const today = day('2026-07-01')

test('largestPayment: the maximum of each network, in cents', () => {
  assert.equal(largestPayment('ACH', 'Economy', today), 99_999_999_99n)
  assert.equal(largestPayment('ACH', 'Economy Plus', today), 1_000_000_00n)
  assert.equal(largestPayment('RTP', 'Instant', today), 10_000_000_00n)
  assert.equal(largestPayment('FEDNOW', 'Instant', today), 10_000_000_00n)
  assert.equal(largestPayment('FEDWIRE', 'Express', today), 9_999_999_999_99n)
  assert.equal(largestPayment('SWIFT', 'SPOT', today), undefined)
})

test('largestPayment: each day has the maximum in force on it, from its first day on', () => {
  const sameDay = (text: string) => largestPayment('ACH', 'Economy Plus', day(text))
  assert.deepEqual(['2016-09-23', '2020-03-19'].map(sameDay), [25_000_00n, 25_000_00n])
  assert.deepEqual(['2020-03-20', '2022-03-17'].map(sameDay), [100_000_00n, 100_000_00n])
  assert.equal(sameDay('2022-03-18'), 1_000_000_00n)
  assert.equal(largestPayment('RTP', 'Instant', day('2025-02-08')), 1_000_000_00n)
  assert.equal(largestPayment('RTP', 'Instant', day('2025-02-09')), 10_000_000_00n)
  const fedNow = (text: string) => largestPayment('FEDNOW', 'Instant', day(text))
  assert.deepEqual(['2023-07-20', '2025-06-23', '2025-06-24'].map(fedNow), [500_000_00n, 500_000_00n, 1_000_000_00n])
  assert.deepEqual(['2025-11-30', '2025-12-01'].map(fedNow), [1_000_000_00n, 10_000_000_00n])
})

test('ruleOn: Fedwire opens on the evening before, and the windows of ACH are those of the operator', () => {
  assert.deepEqual(ruleOn('FEDWIRE', today).hours, { opens: '21:00', closes: '19:00' })
  const { sameDay, nextDay } = ruleOn('ACH', today).windows!
  assert.deepEqual(
    sameDay.map(({ deposit, settles }) => [deposit, settles]),
    [
      ['10:30', '13:00'],
      ['14:45', '17:00'],
      ['16:45', '18:00'],
    ],
  )
  assert.deepEqual(
    nextDay.map(({ deposit, settles }) => [deposit, settles]),
    [
      ['22:45', '08:30'],
      ['02:15', '08:30'],
    ],
  )
})

test('canSettleSameDay: international entries never do, others do', () => {
  assert.equal(canSettleSameDay('IAT', today), false)
  assert.equal(canSettleSameDay('PPD', today), true)
  assert.equal(canSettleSameDay('IAT', day('2016-09-23')), false, 'the first day of same-day settlement')
})
