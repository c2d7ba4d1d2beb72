import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { dateOfField, settlementDateOf } from './entry-dates.ts'

const day = (date: string) => Temporal.PlainDate.from(date)

test('dateOfField: YYMMDD is a date of this century; blank and zeros are none', () => {
  assert.equal(String(dateOfField('260703')), '2026-07-03')
  assert.equal(String(dateOfField('991231')), '2099-12-31')
  for (const none of ['', '000000', '2607']) assert.equal(dateOfField(none), undefined)
})

test('settlementDateOf: the day of the year is in the year nearest to the day of the file', () => {
  const of = (settlementDate: string, createdOn: string) =>
    String(settlementDateOf({ settlementDate, effectiveEntryDate: '260101' }, day(createdOn)))
  assert.equal(of('182', '2026-06-30'), '2026-07-01')
  assert.equal(of('001', '2026-12-31'), '2027-01-01')
  assert.equal(of('365', '2027-01-01'), '2026-12-31')
  assert.equal(of('366', '2028-12-30'), '2028-12-31')
  assert.equal(of('001', '2026-01-01'), '2026-01-01')
})

test('settlementDateOf: without a day of the year, the effective entry date counts, and then the day of the file', () => {
  const of = (settlementDate: string, effectiveEntryDate: string) =>
    String(settlementDateOf({ settlementDate, effectiveEntryDate }, day('2026-06-30')))
  assert.equal(of('', '260702'), '2026-07-02')
  assert.equal(of('000', '260702'), '2026-07-02')
  assert.equal(of('', '000000'), '2026-06-30')
})
