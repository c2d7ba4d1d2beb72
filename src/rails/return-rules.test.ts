import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { businessCalendar } from '../kernel/business-calendar.ts'
import { judgeReturn, type ReturnedItem, returnableUntil } from './return-rules.ts'

const calendar = businessCalendar({ holidays: 'FederalReserve' })
const day = (text: string) => Temporal.PlainDate.from(text)
/** A consumer debit that settled on a Wednesday. */
const debit: ReturnedItem = { rail: 'ACH', entryType: 'DEBIT', secCode: 'PPD', settledOn: day('2026-07-01') }
const corporate: ReturnedItem = { ...debit, secCode: 'CCD' }
const credit: ReturnedItem = { ...debit, entryType: 'CREDIT' }
const wire: ReturnedItem = { rail: 'FEDWIRE', entryType: 'CREDIT', secCode: null, settledOn: day('2026-07-01') }

const judged = (item: ReturnedItem, code: string, on: string) => {
  const result = judgeReturn(item, code, day(on), calendar)
  return result.ok ? undefined : result.refusal
}

// The second banking day is Friday: the Federal Reserve keeps no holiday that falls on a Saturday.
for (const [item, code, last, tooLate] of [
  [debit, 'R01', '2026-07-03', '2026-07-04'],
  [credit, 'R03', '2026-07-03', '2026-07-04'],
  [corporate, 'R29', '2026-07-03', '2026-07-04'],
  // The 60th calendar day is Sunday 30 August; the next banking day is Monday.
  [debit, 'R10', '2026-08-31', '2026-09-01'],
  [debit, 'R07', '2026-08-31', '2026-09-01'],
  [debit, 'R11', '2026-08-31', '2026-09-01'],
  [corporate, 'R05', '2026-08-31', '2026-09-01'],
] as const)
  test(`judgeReturn: ${code} of a ${item.secCode} ${item.entryType} can come back until ${last}, not on ${tooLate}`, () => {
    assert.equal(judged(item, code, last), undefined)
    assert.match(judged(item, code, tooLate)!, new RegExp(`settled on 2026-07-01, and ${code} .* by ${last}`))
  })

for (const [item, code, says] of [
  [wire, 'R01', 'R01 is no return code of FEDWIRE'],
  [debit, 'AC04', 'AC04 is no return code of ACH'],
  [credit, 'R01', 'returns a debit, and the entry is a credit'],
  [debit, 'R23', 'returns a credit, and the entry is a debit'],
  [debit, 'R29', 'is for the SEC codes CCD, CTX, and the entry is PPD'],
  [corporate, 'R10', 'is for the SEC codes PPD, WEB, TEL, and the entry is CCD'],
  [debit, 'R61', 'R61 is no return code'],
] as const)
  test(`judgeReturn: ${code} of a ${item.rail} ${item.entryType} is refused: ${says}`, () => {
    assert.match(judged(item, code, '2026-07-02')!, new RegExp(says))
  })

test('judgeReturn: a return by agreement can come back at any time, and so can a wire', () => {
  for (const [item, code] of [
    [debit, 'R06'],
    [corporate, 'R31'],
    [credit, 'R23'],
    [wire, 'AC04'],
  ] as const)
    assert.equal(judged(item, code, '2027-07-01'), undefined)
})

test('judgeReturn: nothing comes back before it settled, but an entry that has not settled can', () => {
  assert.match(judged(debit, 'R01', '2026-06-30')!, /settled on 2026-07-01, after the return/)
  assert.equal(judged({ ...debit, settledOn: undefined }, 'R01', '2026-06-30'), undefined)
})

test('judgeReturn: the meaning of R11 holds for entries that settle from 1 April 2020', () => {
  const settled = (on: string) => judged({ ...debit, settledOn: day(on) }, 'R11', on)
  assert.equal(settled('2020-04-01'), undefined)
  assert.match(settled('2020-03-31')!, /R11 is no return code of ACH entries that settle on 2020-03-31/)
})

test('returnableUntil: sixty days for consumer debits, two banking days for the rest', () => {
  const until = (item: ReturnedItem) => returnableUntil(item, item.settledOn!, calendar).toString()
  assert.deepEqual([debit, corporate, credit].map(until), ['2026-08-31', '2026-07-03', '2026-07-03'])
})
