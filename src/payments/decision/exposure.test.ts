import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedOf, withinExposure } from './exposure.ts'

const set = (creditsPending: bigint, returnable = 0n, received = 0n) => ({
  books: { account: () => ({ creditsPending }) as never },
  returnableDebits: new Map([[1n, returnable]]),
  pendingReceipts: new Map([[1n, received]]),
})
const debit = (amount: bigint) => ({ entryType: 'DEBIT', amount, currency: 'USD' }) as const
const collect = (amount: bigint, pending: bigint, returnable = 0n, debitExposureLimit: bigint | undefined = 100_00n) =>
  withinExposure(set(pending, returnable), { id: 1n, debitExposureLimit }, debit(amount))

test('withinExposure: the limit is inclusive and counts pending debits; one cent more is refused', () => {
  assert.equal(collect(100_00n, 0n).ok, true)
  assert.equal(collect(100_01n, 0n).ok, false)
  assert.equal(collect(40_00n, 60_00n).ok, true)
  assert.equal(collect(40_01n, 60_00n).ok, false)
})

test('withinExposure: what other banks pay to the account is pending there too, and no exposure', () => {
  const account = { id: 1n, debitExposureLimit: 100_00n }
  assert.equal(withinExposure(set(90_00n, 0n, 70_00n), account, debit(80_00n)).ok, true)
  assert.equal(withinExposure(set(90_00n, 0n, 70_00n), account, debit(80_01n)).ok, false)
})

test('withinExposure: settled debits that can come back count too; the refusal names both', () => {
  assert.equal(collect(30_00n, 20_00n, 50_00n).ok, true)
  const refused = collect(30_01n, 20_00n, 50_00n)
  assert.ok(!refused.ok)
  const says =
    'debits that can come back are limited to 100.00 USD: 20.00 USD are pending, and settled ones count for 50.00 USD'
  assert.deepEqual(refused.refusal, { reason: 'debitExposureExceeded', detail: says })
})

test('withinExposure: without a limit any debit is accepted; with a limit of zero, none is', () => {
  const account = { id: 1n, debitExposureLimit: undefined }
  assert.equal(withinExposure(set(10n ** 15n, 10n ** 15n), account, debit(1n)).ok, true)
  assert.equal(collect(1n, 0n, 0n, 0n).ok, false)
})

test('withinExposure: a credit creates no exposure', () => {
  const credit = { entryType: 'CREDIT', amount: 1n, currency: 'USD' } as const
  assert.equal(withinExposure(set(1n, 1n), { id: 1n, debitExposureLimit: 0n }, credit).ok, true)
})

test('countedOf: a percentage of what comes back only as unauthorized counts, rounded up', () => {
  const debits = { forAnyReason: 10n, asUnauthorized: 101n }
  assert.deepEqual(
    [0, 1, 50, 99, 100].map((percent) => countedOf(debits, percent)),
    [10n, 12n, 61n, 110n, 111n],
  )
})
