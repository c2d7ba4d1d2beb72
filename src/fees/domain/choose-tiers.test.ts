import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../kernel/refusal.ts'
import { accept } from '../../kernel/result.ts'
import type { FeeTier } from './calculate-fee.ts'
import {
  type Charge,
  type ConvertFee,
  chargesOf,
  feesFor,
  type PricedPayment,
  type ScheduledFee,
  type TierRule,
} from './choose-tiers.ts'

const tier = (name: string, from: bigint, flat: bigint): FeeTier => {
  return { name, from, flat, percentage: null, minimum: null, maximum: null }
}

/** Each tier has its own flat amount, so the charge shows the chosen tier. */
const fee: ScheduledFee = {
  id: 1n,
  version: 4n,
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

/** A euro is worth 1.20 dollars; no other currency has a rate. Rounded up. */
const convert: ConvertFee = ({ amount, currency }, to) => {
  if (![currency, to].every((code) => code === 'USD' || code === 'EUR')) return refusal('feeNotConverted')
  const [factor, divisor] = currency === 'EUR' ? [120n, 100n] : [100n, 120n]
  return accept({ amount: (amount * factor + divisor - 1n) / divisor, rate: '1.2' })
}

function charged(rules: TierRule[], fees = [fee], priced = payment, countOf = (_: ScheduledFee) => 1n): Charge[] {
  const charges = chargesOf(priced, fees, rules, countOf, convert)
  assert.ok(charges.ok)
  return charges.value
}

function amounts(rules: TierRule[], fees = [fee], priced = payment, count = 1n): bigint[] {
  return charged(rules, fees, priced, () => count).map(({ amount }) => amount)
}

test('chargesOf: a fee without a rule for its customer is not charged', () => {
  assert.deepEqual(amounts([]), [])
})

test('chargesOf: a charge has the id, version, tier and name of its fee, and whether it counts payments', () => {
  const chargedBy = (tierBy: 'Amount' | 'Count') => charged([rule('Standard')], [{ ...fee, tierBy }])
  const charge = { feeId: 1n, feeVersion: 4n, tier: 'Standard', name: fee.name }
  assert.deepEqual(chargedBy('Count'), [{ ...charge, isCounted: true, amount: 25_00n, exchange: null }])
  assert.deepEqual(chargedBy('Amount')[0]!.isCounted, false)
})

test('chargesOf: a fee in another currency is converted at the rate, rounded up', () => {
  const inEuros = { ...payment, currency: 'EUR' }
  const exchange = { amount: 25_00n, currency: 'USD', rate: '1.2' }
  const charge = {
    feeId: 1n,
    feeVersion: 4n,
    tier: 'Standard',
    name: fee.name,
    isCounted: true,
    amount: 20_84n,
    exchange,
  }
  assert.deepEqual(charged([rule('Standard')], [fee], inEuros), [charge])
  const free = { ...fee, tiers: [tier('Standard', 0n, 0n)] }
  assert.deepEqual(amounts([rule('Standard')], [free], inEuros), [0n])
})

test('chargesOf: the amount is measured in the currency of the fee, rounded up to the cent', () => {
  const tiers = [tier('Standard', 0n, 25_00n), tier('Large', 120_00n, 10_00n)]
  const byAmount: ScheduledFee = { ...fee, tierBy: 'Amount', tiers }
  const of = (amount: bigint) => charged([rule('Standard')], [byAmount], { ...payment, amount, currency: 'EUR' })
  assert.equal(of(99_99n)[0]!.exchange!.amount, 25_00n)
  assert.equal(of(100_00n)[0]!.exchange!.amount, 10_00n)
})

test('chargesOf: the fee in the currency of the payment comes before the same fee in another', () => {
  const euros = { ...fee, id: 3n, currency: 'EUR', tiers: [tier('Standard', 0n, 7_00n)] }
  const rules = [rule('Standard')]
  for (const fees of [
    [fee, euros],
    [euros, fee],
  ]) {
    assert.deepEqual(amounts(rules, fees), [25_00n])
    assert.deepEqual(amounts(rules, fees, { ...payment, currency: 'EUR' }), [7_00n])
  }
  // Of two in other currencies, the one that was set first.
  const pounds = { ...fee, id: 2n, currency: 'GBP' }
  assert.deepEqual(
    feesFor('EUR', [pounds, fee]).map(({ id }) => id),
    [1n],
  )
  assert.deepEqual(
    feesFor('EUR', [{ ...euros, name: 'Other' }, fee]).map(({ id }) => id),
    [3n, 1n],
  )
})

test('chargesOf: a fee without a rate to the currency of the payment is refused', () => {
  const charges = chargesOf({ ...payment, currency: 'GBP' }, [fee], [rule('Standard')], () => 1n, convert)
  assert.equal(charges.ok ? undefined : charges.refusal.reason, 'feeNotConverted')
})

test('chargesOf: a fee applies to its rail or speed, in upper or lower case', () => {
  assert.deepEqual(amounts([rule('Standard')], [{ ...fee, product: 'fedwire' }]), [25_00n])
  assert.deepEqual(amounts([rule('Standard')], [{ ...fee, product: 'EXPRESS' }]), [25_00n])
  assert.deepEqual(amounts([rule('Standard')], [{ ...fee, product: 'ACH' }]), [])
  assert.deepEqual(amounts([rule('Standard')], [fee], { ...payment, products: ['ACH'] }), [])
})

test('chargesOf: every fee that applies is charged, each by its own count of payments', () => {
  const other = { ...fee, id: 2n, product: 'Express' }
  const charges = charged([rule('Standard')], [fee, other], payment, ({ id }) => (id === 1n ? 9n : 10n))
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
