import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeeTier } from './calculate-fee.ts'
import { chargesOf, type PricedPayment, type ScheduledFee, type TierRule } from './choose-tiers.ts'

const tier = (name: string, from: bigint, flat: bigint): FeeTier => {
  return { name, from, flat, percentage: null, minimum: null, maximum: null }
}

/** Each tier has its own flat amount, so the charge shows the chosen tier. */
const fee: ScheduledFee = {
  id: 1n,
  name: 'Wire fee',
  product: 'FEDWIRE',
  currency: 'USD',
  tierBy: 'Count',
  tiers: [tier('Standard', 0n, 25_00n), tier('Silver', 10n, 20_00n), tier('Gold', 100n, 15_00n)],
}

const payment: PricedPayment = {
  senderAccountId: 7n,
  amount: 1_000_00n,
  currency: 'USD',
  products: ['Express', 'FEDWIRE'],
}

const rule = (feeTier: string, narrowedBy: Partial<TierRule> = {}): TierRule => {
  return { feeTier, feeName: null, product: null, accountId: null, ...narrowedBy }
}

function amounts(rules: TierRule[], fees = [fee], priced = payment, count = 1n): bigint[] {
  return chargesOf(priced, fees, rules, () => count).map(({ amount }) => amount)
}

test('chargesOf: a fee without a rule for its customer is not charged', () => {
  assert.deepEqual(amounts([]), [])
})

test('chargesOf: a charge has the id and the name of its fee, and whether it counts payments', () => {
  const chargedBy = (tierBy: 'Amount' | 'Count') =>
    chargesOf(payment, [{ ...fee, tierBy }], [rule('Standard')], () => 1n)
  assert.deepEqual(chargedBy('Count'), [{ feeId: 1n, name: fee.name, isCounted: true, amount: 25_00n }])
  assert.deepEqual(chargedBy('Amount')[0]!.isCounted, false)
})

test('chargesOf: a fee is charged only for payments in its currency', () => {
  assert.deepEqual(amounts([rule('Standard')], [fee, { ...fee, currency: 'EUR' }]), [25_00n])
  assert.deepEqual(amounts([rule('Standard')], [fee], { ...payment, currency: 'EUR' }), [])
})

test('chargesOf: a fee applies to its rail or speed, in upper or lower case', () => {
  assert.deepEqual(amounts([rule('Standard')], [{ ...fee, product: 'fedwire' }]), [25_00n])
  assert.deepEqual(amounts([rule('Standard')], [{ ...fee, product: 'EXPRESS' }]), [25_00n])
  assert.deepEqual(amounts([rule('Standard')], [{ ...fee, product: 'ACH' }]), [])
  assert.deepEqual(amounts([rule('Standard')], [fee], { ...payment, products: ['ACH'] }), [])
})

test('chargesOf: every fee that applies is charged, each by its own count of payments', () => {
  const other = { ...fee, id: 2n, product: 'Express' }
  const charges = chargesOf(payment, [fee, other], [rule('Standard')], ({ id }) => (id === 1n ? 9n : 10n))
  assert.deepEqual(
    charges.map(({ feeId, amount }) => [feeId, amount]),
    [
      [1n, 25_00n],
      [2n, 20_00n],
    ],
  )
})

test('chargesOf: the tier of a rule applies from the first payment, and higher tiers from their lower bounds', () => {
  assert.deepEqual(amounts([rule('Silver')]), [20_00n])
  assert.deepEqual(amounts([rule('Silver')], [fee], payment, 99n), [20_00n])
  assert.deepEqual(amounts([rule('Silver')], [fee], payment, 100n), [15_00n])
  assert.deepEqual(amounts([rule('Gold')]), [15_00n])
})

test('chargesOf: if two tiers have the same name, the one with the lower bound applies', () => {
  const tiers = [tier('Standard', 0n, 25_00n), tier('Twice', 10n, 20_00n), tier('Twice', 100n, 15_00n)]
  assert.deepEqual(amounts([rule('Twice')], [{ ...fee, tiers }]), [20_00n])
})

test('chargesOf: a rule for one account, name or product applies to no other', () => {
  assert.deepEqual(amounts([rule('Gold', { accountId: 7n })]), [15_00n])
  assert.deepEqual(amounts([rule('Gold', { accountId: 8n })]), [])
  assert.deepEqual(amounts([rule('Gold', { feeName: 'Wire fee' })]), [15_00n])
  assert.deepEqual(amounts([rule('Gold', { feeName: 'ACH fee' })]), [])
  assert.deepEqual(amounts([rule('Gold', { product: 'FEDWIRE' })]), [15_00n])
  assert.deepEqual(amounts([rule('Gold', { product: 'ACH' })]), [])
})

test('chargesOf: a rule does not apply to a fee without its tier', () => {
  assert.deepEqual(amounts([rule('Platinum')]), [])
  assert.deepEqual(amounts([rule('Platinum', { accountId: 7n }), rule('Gold')]), [15_00n])
})

test('chargesOf: a rule for an account takes precedence over a name, a name over a product, and each over none', () => {
  const [account, name, product] = [{ accountId: 7n }, { feeName: 'Wire fee' }, { product: 'FEDWIRE' }]
  const widestFirst: Partial<TierRule>[] = [
    {},
    product,
    name,
    { ...name, ...product },
    account,
    { ...account, ...product },
    { ...account, ...name },
    { ...account, ...name, ...product },
  ]
  for (const [place, narrow] of widestFirst.entries())
    for (const wide of widestFirst.slice(0, place)) {
      assert.deepEqual(amounts([rule('Standard', wide), rule('Gold', narrow)]), [15_00n])
      assert.deepEqual(amounts([rule('Gold', narrow), rule('Standard', wide)]), [15_00n])
    }
})
