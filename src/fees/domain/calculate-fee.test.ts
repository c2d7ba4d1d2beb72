import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { calculateFee, type FeeTier, type TieredFee } from './calculate-fee.ts'
import { ONE_HUNDRED_PERCENT } from './percentage.ts'

const nothing = { from: 0n, flat: null, percentage: null, minimum: null, maximum: null }

function feeOf(tierBy: TieredFee['tierBy'], ...tiers: Partial<FeeTier>[]): TieredFee {
  return { tierBy, tiers: tiers.map((tier, place) => ({ ...nothing, name: `tier ${place}`, ...tier })) }
}

const charge = (fee: TieredFee, amountMinor: bigint, count = 1n) => calculateFee(fee, { amountMinor, count })

test('calculateFee: a flat fee is the same for every amount, including zero', () => {
  const fee = feeOf('Amount', { flat: 150n })
  assert.equal(charge(fee, 0n), 150n)
  assert.equal(charge(fee, 10n ** 15n), 150n)
})

test('calculateFee: a percentage is exact to its sixth decimal', () => {
  // 0.000001 % of 10,000,000.00 is 0.10.
  assert.equal(charge(feeOf('Amount', { percentage: 1n }), 1_000_000_000n), 10n)
  // 0.25 % of 1,236.00 is 3.09.
  assert.equal(charge(feeOf('Amount', { percentage: 250_000n }), 123_600n), 309n)
})

test('calculateFee: any fraction of a minor unit rounds up, in favor of the institution', () => {
  // 0.25 % of 1,234.00 is 3.085: 3.09.
  assert.equal(charge(feeOf('Amount', { percentage: 250_000n }), 123_400n), 309n)
  assert.equal(charge(feeOf('Amount', { percentage: 1n }), 1n), 1n)
  assert.equal(charge(feeOf('Amount', { percentage: 1n }), 0n), 0n)

  const half = feeOf('Amount', { percentage: ONE_HUNDRED_PERCENT / 2n })
  assert.deepEqual(
    [1n, 3n, 5n, 7n].map((amount) => charge(half, amount)),
    [1n, 2n, 3n, 4n],
  )
  const tenth = feeOf('Amount', { percentage: ONE_HUNDRED_PERCENT / 10n })
  assert.deepEqual(
    [1n, 9n, 10n, 11n, 20n, 21n].map((amount) => charge(tenth, amount)),
    [1n, 1n, 1n, 2n, 2n, 3n],
  )
})

test('calculateFee: the percentage is rounded before the flat amount is added', () => {
  const fee = feeOf('Amount', { flat: 1n, percentage: ONE_HUNDRED_PERCENT / 2n })
  assert.equal(charge(fee, 1n), 2n)
})

test('calculateFee: the lower bound of a tier is inclusive; one cent less is in the previous tier', () => {
  const fee = feeOf('Amount', { flat: 100n }, { from: 50_000n, flat: 200n }, { from: 100_000n, flat: 300n })
  assert.deepEqual(
    [0n, 49_999n, 50_000n, 99_999n, 100_000n].map((amount) => charge(fee, amount)),
    [100n, 100n, 200n, 200n, 300n],
  )
})

test('calculateFee: in a fee by count, the number of payments selects the tier, and the percentage is of the amount', () => {
  const fee = feeOf('Count', { flat: 50n }, { from: 100n, percentage: ONE_HUNDRED_PERCENT / 100n })
  assert.equal(charge(fee, 1_000_000n, 99n), 50n)
  assert.equal(charge(fee, 1_000_000n, 100n), 10_000n)
})

test('calculateFee: minimum and maximum are inclusive', () => {
  const fee = feeOf('Amount', { percentage: ONE_HUNDRED_PERCENT / 100n, minimum: 100n, maximum: 500n })
  assert.deepEqual(
    [0n, 10_000n, 10_100n, 50_000n, 50_100n].map((amount) => charge(fee, amount)),
    [100n, 100n, 101n, 500n, 500n],
  )
})

test('calculateFee: a negative amount or count is an error', () => {
  const fee = feeOf('Amount', { flat: 1n })
  assert.throws(() => charge(fee, -1n), RangeError)
  assert.throws(() => charge(fee, 1n, -1n), RangeError)
})

const amounts = fc.bigInt({ min: 0n, max: 2n ** 53n })
const orNull = (values: fc.Arbitrary<bigint>) => fc.option(values, { nil: null })
const tiers: fc.Arbitrary<FeeTier> = fc
  .record({
    name: fc.string(),
    from: amounts,
    flat: orNull(amounts),
    percentage: orNull(fc.bigInt({ min: 0n, max: ONE_HUNDRED_PERCENT })),
    minimum: orNull(amounts),
    maximum: orNull(amounts),
  })
  .filter(({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum)
const fees: fc.Arbitrary<TieredFee> = fc
  .record({
    tierBy: fc.constantFrom('Amount' as const, 'Count' as const),
    tiers: fc.uniqueArray(tiers, { minLength: 1, maxLength: 8, selector: ({ from }) => from }),
  })
  .map(({ tierBy, tiers }) => {
    const [first, ...rest] = tiers.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    return { tierBy, tiers: [{ ...first!, from: 0n }, ...rest] }
  })
const chargeables = fc.record({ amountMinor: amounts, count: amounts })

test('calculateFee: a fee is never negative or outside the bounds of its tier', () => {
  fc.assert(
    fc.property(fees, chargeables, (fee, chargeable) => {
      const charged = calculateFee(fee, chargeable)
      const reached = fee.tierBy === 'Amount' ? chargeable.amountMinor : chargeable.count
      const applying = fee.tiers.filter(
        ({ from }, place) => from <= reached && reached < (fee.tiers[place + 1]?.from ?? reached + 1n),
      )
      assert.equal(applying.length, 1)
      const { minimum, maximum } = applying[0]!
      assert.ok(charged >= (minimum ?? 0n))
      assert.ok(maximum === null || charged <= maximum)
    }),
  )
})

test('calculateFee: every tier applies from exactly its lower bound', () => {
  fc.assert(
    fc.property(fees, fc.nat(), amounts, (fee, pick, other) => {
      const place = pick % fee.tiers.length
      const tier = fee.tiers[place]!
      const at = (reached: bigint) =>
        fee.tierBy === 'Amount' ? { amountMinor: reached, count: other } : { amountMinor: other, count: reached }
      const alone = (index: number) => ({ tierBy: fee.tierBy, tiers: [{ ...fee.tiers[index]!, from: 0n }] })
      assert.equal(calculateFee(fee, at(tier.from)), calculateFee(alone(place), at(tier.from)))
      if (place > 0)
        assert.equal(calculateFee(fee, at(tier.from - 1n)), calculateFee(alone(place - 1), at(tier.from - 1n)))
    }),
  )
})

test('calculateFee: a percentage without bounds is never below its exact value, and less than one minor unit above', () => {
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: ONE_HUNDRED_PERCENT }), (amount, percentage) => {
      const charged = charge(feeOf('Amount', { percentage }), amount)
      const above = charged * ONE_HUNDRED_PERCENT - amount * percentage
      assert.ok(above >= 0n && above < ONE_HUNDRED_PERCENT)
    }),
  )
})

test('calculateFee: below the first tier of a fee without a tier from 0 is an error', () => {
  assert.throws(() => charge(feeOf('Amount', { from: 1n, flat: 150n }), 0n), /a fee has a tier from 0/)
})
