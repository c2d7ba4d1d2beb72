import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { SEC_CODES } from '../../kernel/sec-codes.ts'
import { countedKeys, isLimitKey, keysFor, LIMIT_KEYS, LIMITED_RAILS, limitRailOf, periodStart } from './limit-key.ts'

const keys = (limits: readonly { key: string }[]) => limits.map(({ key }) => key)
const messageRail = (rail: string) =>
  ['TRANSACTION', 'DAY', 'WEEK', 'MONTH'].map((period) => `${rail}_PAYMENT_LIMIT_PER_${period}`)
const ACH_PERIODS = [
  'ACH_CREDIT_LIMIT_PER_DAY',
  'ACH_CREDIT_LIMIT_PER_MONTH',
  'ACH_DEBIT_LIMIT_PER_DAY',
  'ACH_DEBIT_LIMIT_PER_MONTH',
]

test('LIMIT_KEYS: lists the limits of every rail, each once', () => {
  assert.deepEqual(keys(LIMIT_KEYS), [
    'ACH_PAYMENT_LIMIT_PER_TRANSACTION',
    ...ACH_PERIODS,
    ...SEC_CODES.flatMap((code) => [`ACH_${code}_CREDIT_TRANSACTION_LIMIT`, `ACH_${code}_DEBIT_TRANSACTION_LIMIT`]),
    ...messageRail('FEDWIRE'),
    ...messageRail('INSTANT'),
    ...messageRail('SWIFT'),
    ...messageRail('BOOK'),
  ])
  assert.equal(new Set(keys(LIMIT_KEYS)).size, LIMIT_KEYS.length)
})

test('LIMIT_KEYS: a display name states the rail, the kind and the period', () => {
  const nameOf = (key: string) => LIMIT_KEYS.find((limit) => limit.key === key)!.displayName
  assert.equal(nameOf('ACH_PAYMENT_LIMIT_PER_TRANSACTION'), 'ACH payments per transaction')
  assert.equal(nameOf('ACH_DEBIT_LIMIT_PER_MONTH'), 'ACH debits per month')
  assert.equal(nameOf('ACH_PPD_CREDIT_TRANSACTION_LIMIT'), 'ACH credits PPD per transaction')
  assert.equal(nameOf('INSTANT_PAYMENT_LIMIT_PER_WEEK'), 'Instant payments per week')
  assert.equal(nameOf('SWIFT_PAYMENT_LIMIT_PER_DAY'), 'International payments per day')
})

test('isLimitKey: accepts only the exact key of a limit', () => {
  assert.equal(isLimitKey('FEDWIRE_PAYMENT_LIMIT_PER_DAY'), true)
  assert.equal(isLimitKey('fedwire_payment_limit_per_day'), false)
  assert.equal(isLimitKey(''), false)
})

test('limitRailOf: RTP and FedNow share the instant limits; every other rail, and the own books, have their own', () => {
  assert.deepEqual(LIMITED_RAILS.map(limitRailOf), ['ACH', 'FEDWIRE', 'INSTANT', 'INSTANT', 'SWIFT', 'BOOK'])
})

test('keysFor: ACH alone returns the limits of both entry types and of no SEC code', () => {
  assert.deepEqual(keys(keysFor({ rails: ['ACH'] })), ['ACH_PAYMENT_LIMIT_PER_TRANSACTION', ...ACH_PERIODS])
})

test('keysFor: an entry type leaves out the limits of the other one; a SEC code adds its own', () => {
  assert.deepEqual(keys(keysFor({ rails: ['ACH'], entryType: 'DEBIT', secCode: 'PPD' })), [
    'ACH_PAYMENT_LIMIT_PER_TRANSACTION',
    'ACH_DEBIT_LIMIT_PER_DAY',
    'ACH_DEBIT_LIMIT_PER_MONTH',
    'ACH_PPD_DEBIT_TRANSACTION_LIMIT',
  ])
})

test('keysFor: a message rail has the same limits for any entry type and SEC code', () => {
  assert.deepEqual(keys(keysFor({ rails: ['RTP'], entryType: 'CREDIT', secCode: 'PPD' })), messageRail('INSTANT'))
  assert.deepEqual(keys(keysFor({ rails: ['FEDWIRE'] })), messageRail('FEDWIRE'))
})

test('keysFor: two rails have the limits of both', () => {
  assert.deepEqual(keys(keysFor({ rails: ['FEDWIRE', 'BOOK'] })), [...messageRail('FEDWIRE'), ...messageRail('BOOK')])
  assert.deepEqual(keysFor({ rails: [] }), [])
})

test('countedKeys: a payment counts against the limits of periods, not of single transactions', () => {
  assert.deepEqual(keys(countedKeys(['ACH'], 'CREDIT')), ['ACH_CREDIT_LIMIT_PER_DAY', 'ACH_CREDIT_LIMIT_PER_MONTH'])
  assert.deepEqual(keys(countedKeys(['SWIFT'], 'CREDIT')), messageRail('SWIFT').slice(1))
})

test('periodStart: a day is its own start, a week starts on Monday, a month on its first day', () => {
  const start = (period: 'TRANSACTION' | 'DAY' | 'WEEK' | 'MONTH', date: string) =>
    periodStart(period, Temporal.PlainDate.from(date)).toString()
  assert.equal(start('TRANSACTION', '2026-07-15'), '2026-07-15')
  assert.equal(start('DAY', '2026-07-15'), '2026-07-15')
  assert.equal(start('WEEK', '2026-07-13'), '2026-07-13')
  assert.equal(start('WEEK', '2026-07-15'), '2026-07-13')
  assert.equal(start('WEEK', '2026-07-19'), '2026-07-13')
  assert.equal(start('WEEK', '2027-01-02'), '2026-12-28')
  assert.equal(start('MONTH', '2026-07-31'), '2026-07-01')
})
