import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withinExposure } from './exposure.ts'

const collect = (amount: bigint, creditsPending: bigint, debitExposureLimit: bigint | undefined = 100_00n) =>
  withinExposure({ creditsPending }, { debitExposureLimit }, { entryType: 'DEBIT', amount, currency: 'USD' }).ok

test('withinExposure: the limit is inclusive and counts pending debits; one cent more is refused', () => {
  assert.equal(collect(100_00n, 0n), true)
  assert.equal(collect(100_01n, 0n), false)
  assert.equal(collect(40_00n, 60_00n), true)
  assert.equal(collect(40_01n, 60_00n), false)
})

test('withinExposure: without a limit any debit is accepted; with a limit of zero, none is', () => {
  const any = withinExposure(
    { creditsPending: 10n ** 15n },
    { debitExposureLimit: undefined },
    { entryType: 'DEBIT', amount: 1n, currency: 'USD' },
  )
  assert.equal(any.ok, true)
  assert.equal(collect(1n, 0n, 0n), false)
})

test('withinExposure: a credit creates no exposure', () => {
  const credit = { entryType: 'CREDIT', amount: 1n, currency: 'USD' } as const
  assert.equal(withinExposure({ creditsPending: 1n }, { debitExposureLimit: 0n }, credit).ok, true)
})
