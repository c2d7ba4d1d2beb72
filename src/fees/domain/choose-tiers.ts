import { calculateFee, type TieredFee } from './calculate-fee.ts'

/** A fee of the schedule, for payments over a rail or at a speed, in minor units of its currency. */
export interface ScheduledFee extends TieredFee {
  id: bigint
  name: string
  product: string
  currency: string
}

/** That a customer is on a tier of some fees: of all, or of those of a name, of a product, for one account. */
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
  /** What a fee's product may name: the speed, the rail. */
  products: readonly string[]
}

/** One fee that a payment costs. */
export interface Charge {
  feeId: bigint
  amount: bigint
}

/**
 * What a payment costs: each fee of the schedule that its customer is on a tier of, for its rail or speed and in its currency. The customer is on
 * its tier from the first payment on, and reaches the higher ones as everybody does; where two rules fit, the narrower one says the tier.
 * `countOf` tells how many payments of the month the fee was charged for, with this one.
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
      return [{ feeId: fee.id, amount: calculateFee(fee, chargeable, leastTier) }]
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

/** The account says most, then the name, then the product. Two rules of one customer never narrow alike. */
function narrowest(rules: readonly TierRule[]): TierRule | undefined {
  const weight = ({ accountId, feeName, product }: TierRule) =>
    (accountId === null ? 0 : 4) + (feeName === null ? 0 : 2) + (product === null ? 0 : 1)
  return rules.toSorted((a, b) => weight(b) - weight(a))[0]
}
