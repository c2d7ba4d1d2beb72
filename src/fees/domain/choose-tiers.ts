import { calculateFee, type TieredFee } from './calculate-fee.ts'

/** A fee of the schedule, for a rail or a speed; amounts are minor units of its currency. */
export interface ScheduledFee extends TieredFee {
  id: bigint
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
  name: string
  /** Whether the payment counts towards the tiers of the fee. */
  isCounted: boolean
  /** In minor units of the payment's currency; zero in a free tier. */
  amount: bigint
}

/**
 * The fees of a payment: every fee in its currency, for its rail or speed, with a rule for the
 * customer. The tier of the rule applies from the first payment; higher tiers start at their lower
 * bounds, as for other customers. If several rules match, the most specific one decides. `countOf`
 * returns the number of payments charged with a fee in the month, including this one.
 */
export function chargesOf(
  payment: PricedPayment,
  fees: readonly ScheduledFee[],
  rules: readonly TierRule[],
  countOf: (fee: ScheduledFee) => bigint,
): Charge[] {
  return fees
    .filter(({ currency, product }) => currency === payment.currency && isOneOf(payment.products, product))
    .flatMap((fee) => {
      const rule = narrowest(rules.filter((rule) => fits(rule, fee, payment)))
      if (!rule) return []
      const leastTier = fee.tiers.find(({ name }) => name === rule.feeTier)!
      const chargeable = { amountMinor: payment.amount, count: countOf(fee) }
      const amount = calculateFee(fee, chargeable, leastTier)
      return [{ feeId: fee.id, name: fee.name, isCounted: fee.tierBy === 'Count', amount }]
    })
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
