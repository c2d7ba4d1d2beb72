import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import {
  type DescribedEntry,
  ENTRY_DESCRIPTION,
  entryDescription,
  objectionToDefault,
  objectionToDescription,
  objectionToPurpose,
  purposeOf,
} from './entry-description.ts'

const wages: DescribedEntry = { secCode: 'PPD', entryType: 'CREDIT', categoryPurpose: 'SALA', amount: 100_00n }
const purchase: DescribedEntry = { secCode: 'WEB', entryType: 'DEBIT', categoryPurpose: 'EPAY', amount: 100_00n }
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
      'ACH carries of additionalInfo.transactionTypeCode only SALA for wages and salaries (PPD credits) and EPAY for online purchases (WEB and TEL debits)',
    )
})

test('purposeOf: what a batch of an uploaded file says', () => {
  assert.equal(purposeOf({ ...wages, description: 'Payroll   ' }), 'SALA')
  assert.equal(purposeOf({ ...purchase, description: 'PURCHASE' }), 'EPAY')
  assert.equal(purposeOf({ ...wages, description: 'PAYMENT' }), undefined)
  assert.equal(purposeOf({ ...wages, entryType: 'DEBIT', description: 'PAYROLL' }), undefined)
  assert.equal(purposeOf({ ...wages, secCode: 'CCD', description: 'PAYROLL' }), undefined)
})

const plain: DescribedEntry = { ...wages, categoryPurpose: null }
const saying = (companyEntryDescription: string, other: Partial<DescribedEntry> = {}) => ({
  ...{ ...plain, companyEntryDescription, ...other },
})

test('entryDescription: what the rules demand, then the payment, the account, the customer, then PAYMENT', () => {
  const customerDescription = 'DUES'
  const accountDescription = 'RENT'
  assert.equal(on({ ...plain, customerDescription }, '2026-07-01'), 'DUES')
  assert.equal(on({ ...plain, customerDescription, accountDescription }, '2026-07-01'), 'RENT')
  assert.equal(on(saying('GAS', { customerDescription, accountDescription }), '2026-07-01'), 'GAS')
  assert.equal(on(saying('', { accountDescription: '', customerDescription }), '2026-07-01'), 'DUES')
  assert.equal(on(saying('GAS', { categoryPurpose: 'SALA' }), '2026-03-19'), 'GAS')
  assert.equal(on(saying('GAS', { categoryPurpose: 'SALA' }), '2026-03-20'), 'PAYROLL')
  assert.equal(on(saying('GAS', { isReinitiation: true }), '2026-07-01'), 'RETRY PYMT')
})

test('entryDescription: a word that the rules keep for other entries is not said, from the day of its rule', () => {
  for (const [word, before, from] of [
    ['ACCTVERIFY', '2022-09-15', '2022-09-16'],
    ['HCCLAIMPMT', '2013-09-19', '2013-09-20'],
    ['RETRY PYMT', '2015-09-17', '2015-09-18'],
  ] as const) {
    assert.equal(on(saying(word), before), word)
    assert.equal(on(saying(word), from), 'PAYMENT')
    assert.equal(on(saying(word, { accountDescription: 'RENT' }), from), 'RENT')
  }
  for (const word of [
    'REVERSAL',
    'REVERSALS',
    'reversal',
    'RECLAIM',
    'NONSETTLED',
    'REDEPCHECK',
    'NO CHECK',
    'AUTOENROLL',
  ])
    assert.equal(on(saying(word), '2021-01-01'), 'PAYMENT')
})

test('entryDescription: words of the rules for their entries, in capitals; other texts as they are', () => {
  const said = (text: string, other: Partial<DescribedEntry>) => on(saying(text, other), '2026-07-01')
  assert.equal(said('acctverify', { amount: 99n }), 'ACCTVERIFY')
  assert.equal(said('ACCTVERIFY', { amount: 100n }), 'PAYMENT')
  assert.equal(said('ACCTVERIFY', { amount: 150n, entryType: 'DEBIT' }), 'ACCTVERIFY')
  assert.equal(said('hcclaimpmt', { secCode: 'CCD' }), 'HCCLAIMPMT')
  assert.equal(said('HCCLAIMPMT', { secCode: 'CCD', entryType: 'DEBIT' }), 'PAYMENT')
  assert.equal(said('Return Fee', { entryType: 'DEBIT' }), 'RETURN FEE')
  assert.equal(said('RETURN FEE', {}), 'PAYMENT')
  assert.equal(said('Payroll', {}), 'PAYROLL')
  assert.equal(said('Payrolls', {}), 'Payrolls')
})

test('objectionToDescription: another word than the rules demand, and a word that they keep', () => {
  const why = (entry: DescribedEntry, date = '2026-07-01') =>
    objectionToDescription(entry, Temporal.PlainDate.from(date))
  assert.equal(why(plain), undefined)
  assert.equal(why(saying('RENT')), undefined)
  assert.equal(why(saying('payroll', { categoryPurpose: 'SALA' })), undefined)
  assert.equal(why(saying('WAGES', { categoryPurpose: 'SALA' }), '2026-03-19'), undefined)
  assert.equal(
    why(saying('WAGES', { categoryPurpose: 'SALA' }), '2026-03-20'),
    'additionalInfo.companyEntryDescription must be PAYROLL for wages and salaries, by the rules of ACH since 2026-03-20',
  )
  assert.equal(
    why(saying('ACCTVERIFY', { amount: 100n })),
    'additionalInfo.companyEntryDescription: the rules of ACH keep ACCTVERIFY for micro-entries, whose credits are below 1.00 USD',
  )
})

test('objectionToDefault: a word of no entry that payments can make', () => {
  for (const text of [null, undefined, '', 'RENT', 'PAYROLL', 'ACCTVERIFY', 'HCCLAIMPMT'])
    assert.equal(objectionToDefault(text), undefined)
  assert.equal(
    objectionToDefault('reversal'),
    'the rules of ACH keep REVERSAL for reversals, which a request for a reversal makes',
  )
})

test('ENTRY_DESCRIPTION: ten characters of ASCII that are not all zeros', () => {
  const pattern = new RegExp(ENTRY_DESCRIPTION.pattern)
  for (const text of ['A', '7', '00', 'GAS BILL', 'x'.repeat(10), '01', '----'])
    assert.equal(pattern.test(text), !/^0+$/.test(text), text)
  for (const text of ['', ' ', ' A', 'A ', '0', 'x'.repeat(11), 'Ü', 'A\nB'])
    assert.equal(pattern.test(text), false, text)
})
