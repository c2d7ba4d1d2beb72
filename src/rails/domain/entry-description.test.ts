import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { type DescribedEntry, entryDescription, objectionToPurpose, purposeOf } from './entry-description.ts'

const wages: DescribedEntry = { secCode: 'PPD', entryType: 'CREDIT', categoryPurpose: 'SALA' }
const purchase: DescribedEntry = { secCode: 'WEB', entryType: 'DEBIT', categoryPurpose: 'EPAY' }
const on = (entry: DescribedEntry, date: string) => entryDescription(entry, Temporal.PlainDate.from(date))

test('entryDescription: PAYROLL for wages by PPD and PURCHASE for online purchases by WEB, from March 20, 2026', () => {
  for (const [entry, description] of [
    [wages, 'PAYROLL'],
    [purchase, 'PURCHASE'],
  ] as const) {
    assert.equal(on(entry, '2026-03-19'), 'PAYMENT')
    assert.equal(on(entry, '2026-03-20'), description)
  }
})

test('entryDescription: PAYMENT for any other entry', () => {
  const others = [{ entryType: 'DEBIT' }, { secCode: 'CCD' }, { categoryPurpose: null }, { categoryPurpose: 'EPAY' }]
  for (const other of others) assert.equal(on({ ...wages, ...other } as DescribedEntry, '2026-07-01'), 'PAYMENT')
})

test('objectionToPurpose: a purpose that the entry does not carry, and none without a purpose', () => {
  assert.equal(objectionToPurpose(wages), undefined)
  assert.equal(objectionToPurpose({ ...wages, secCode: 'CCD', categoryPurpose: null }), undefined)
  for (const other of [{ secCode: 'CCD' }, { entryType: 'DEBIT' }, { categoryPurpose: 'SUPP' }])
    assert.equal(
      objectionToPurpose({ ...wages, ...other } as DescribedEntry),
      'ACH carries of additionalInfo.transactionTypeCode only SALA for wages and salaries (PPD credits) and EPAY for online purchases (WEB debits)',
    )
})

test('purposeOf: what a batch of an uploaded file says', () => {
  assert.equal(purposeOf({ ...wages, description: 'Payroll   ' }), 'SALA')
  assert.equal(purposeOf({ ...purchase, description: 'PURCHASE' }), 'EPAY')
  assert.equal(purposeOf({ ...wages, description: 'PAYMENT' }), undefined)
  assert.equal(purposeOf({ ...wages, entryType: 'DEBIT', description: 'PAYROLL' }), undefined)
  assert.equal(purposeOf({ ...wages, secCode: 'CCD', description: 'PAYROLL' }), undefined)
})
