import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { calculateFee, type TieredFee, tierReached } from './calculate-fee.ts'

/** A fee of the schedule, for a rail or a speed; amounts are minor units of its currency. */
export interface ScheduledFee extends TieredFee {
  id: bigint
  version: bigint
  name: string
  product: string
  currency: string
}

/**
 * A customer is on this tier of all fees, or only of those with a name, for a product or for an
 * account.
 */
export interface TierRule {
  feeTier: string
  feeName: string | null
  product: string | null
  accountId: bigint | null
}

export interface PricedPayment {
  senderAccountId: bigint
  amount: bigint
  currency: string
  /** The names that a fee's product can have to apply: the speed and the rail. */
  products: readonly string[]
}

/** One fee charged for a payment. */
export interface Charge {
  feeId: bigint
  /** The version of the fee and its tier that the payment is charged by. */
  feeVersion: bigint
  tier: string
  name: string
  /** Whether the payment counts towards the tiers of the fee. */
  isCounted: boolean
  /** In minor units of the payment's currency; zero in a free tier. */
  amount: bigint
  /** What was converted, for a fee in another currency. */
  exchange: FeeExchange | null
}

/** What the schedule says, in minor units of the fee's currency, and the rate that converted it. */
export interface FeeExchange {
  amount: bigint
  currency: string
  rate: string
}

/** Converts an amount at the rate of the day, rounded up. Refused with the pair that has none. */
export type ConvertFee = (
  money: { amount: bigint; currency: string },
  to: string,
) => Result<{ amount: bigint; rate: string }, Refusal>

/**
 * The fees of a payment: every fee for its rail or speed, with a rule for the customer. A fee in
 * another currency is charged at the rate of the day, unless the schedule has it in the currency of
 * the payment. The tier of the rule applies from the first payment; higher tiers start at their
 * lower bounds, as for other customers. If several rules match, the most specific one decides.
 * `countOf` returns the number of payments charged with a fee in the month, including this one.
 */
export function chargesOf(
  payment: PricedPayment,
  fees: readonly ScheduledFee[],
  rules: readonly TierRule[],
  countOf: (fee: ScheduledFee) => bigint,
  convert: ConvertFee,
): Result<Charge[], Refusal> {
  const charges: Charge[] = []
  const applying = fees.filter(({ product }) => isOneOf(payment.products, product))
  for (const fee of feesFor(payment.currency, applying)) {
    const rule = narrowest(rules.filter((rule) => fits(rule, fee, payment)))
    if (!rule) continue
    const leastTier = fee.tiers.find(({ name }) => name === rule.feeTier)!
    const priceFor = (amountMinor: bigint) => {
      const chargeable = { amountMinor, count: countOf(fee) }
      const { name: tier } = tierReached(fee, chargeable, leastTier)
      return { tier, amount: calculateFee(fee, chargeable, leastTier) }
    }
    const priced = pricedIn(payment, fee, { priceFor, convert })
    if (!priced.ok) return priced
    const { id: feeId, version: feeVersion, name } = fee
    charges.push({ feeId, feeVersion, name, isCounted: fee.tierBy === 'Count', ...priced.value })
  }
  return accept(charges)
}

/**
 * The fees that payments in the currency can be charged: of those with one name and product, the
 * one in the currency, or else the first in another.
 */
export function feesFor(currency: string, fees: readonly ScheduledFee[]): ScheduledFee[] {
  const chosen = new Map<string, ScheduledFee>()
  for (const fee of fees) {
    const key = JSON.stringify([fee.name, fee.product.toLowerCase()])
    const known = chosen.get(key)
    if (!known || (known.currency !== currency && (fee.currency === currency || fee.id < known.id)))
      chosen.set(key, fee)
  }
  return [...chosen.values()]
}

/** A fee in the currency of the payment. */
function pricedIn(
  { amount, currency }: PricedPayment,
  fee: ScheduledFee,
  { priceFor, convert }: { priceFor: (amountMinor: bigint) => Pick<Charge, 'tier' | 'amount'>; convert: ConvertFee },
): Result<Pick<Charge, 'tier' | 'amount' | 'exchange'>, Refusal> {
  if (fee.currency === currency) return accept({ ...priceFor(amount), exchange: null })
  const measured = convert({ amount, currency }, fee.currency)
  if (!measured.ok) return measured
  const price = priceFor(measured.value.amount)
  const scheduled = { amount: price.amount, currency: fee.currency }
  const converted = convert(scheduled, currency)
  if (!converted.ok) return converted
  const { amount: charged, rate } = converted.value
  return accept({ tier: price.tier, amount: charged, exchange: { ...scheduled, rate } })
}

function isOneOf(products: readonly string[], product: string): boolean {
  return products.some((known) => known.toLowerCase() === product.toLowerCase())
}

function fits(rule: TierRule, fee: ScheduledFee, { senderAccountId }: PricedPayment): boolean {
  return (
    (rule.accountId === null || rule.accountId === senderAccountId) &&
    (rule.feeName === null || rule.feeName === fee.name) &&
    (rule.product === null || rule.product === fee.product) &&
    fee.tiers.some(({ name }) => name === rule.feeTier)
  )
}

/**
 * An account is more specific than a name, and a name more than a product. No two rules of a
 * customer are equally specific.
 */
function narrowest(rules: readonly TierRule[]): TierRule | undefined {
  const weight = ({ accountId, feeName, product }: TierRule) =>
    (accountId === null ? 0 : 4) + (feeName === null ? 0 : 2) + (product === null ? 0 : 1)
  return rules.toSorted((a, b) => weight(b) - weight(a))[0]
}
