import { divideRounded } from '../../kernel/rounding.ts'
import { ONE_HUNDRED_PERCENT, type Percentage } from './percentage.ts'

/** Amounts are minor units of the fee's currency; null for what the tier does not say. One of `flat` and `percentage` is there. */
export interface FeeTier {
  name: string
  /** Inclusive lower bound: minor units of the amount, or a count. The tier reaches up to the next one's. */
  from: bigint
  flat: bigint | null
  percentage: Percentage | null
  minimum: bigint | null
  maximum: bigint | null
}

export interface TieredFee {
  tierBy: 'Amount' | 'Count'
  /** Ascending by `from`, the first from 0. */
  tiers: readonly FeeTier[]
}

/** What is charged for: an amount in minor units of the fee's currency, and how many payments there are with this one. */
export interface Chargeable {
  amountMinor: bigint
  count: bigint
}

/**
 * The fee of one payment in minor units, by the tier that its amount or its count falls into: the whole amount is charged by that one tier, not
 * in slices. `leastTier` is one that applies from the first payment on. Never negative, and within the tier's minimum and maximum. Throws for a negative amount or count, which nothing is charged for.
 */
export function calculateFee(fee: TieredFee, { amountMinor, count }: Chargeable, leastTier?: FeeTier): bigint {
  if (amountMinor < 0n || count < 0n) throw new RangeError(`no fee for an amount of ${amountMinor}, count ${count}`)
  const reached = fee.tierBy === 'Amount' ? amountMinor : count
  const tier = fee.tiers.findLast(({ from }) => from <= reached || from === leastTier?.from)
  if (!tier) throw new Error('a fee has a tier from 0')
  return chargeOf(tier, amountMinor)
}

/** The percentage, rounded up to the minor unit, plus the flat part; then the bounds. */
function chargeOf({ flat, percentage, minimum, maximum }: FeeTier, amountMinor: bigint): bigint {
  const charge = (flat ?? 0n) + divideRounded(amountMinor * (percentage ?? 0n), ONE_HUNDRED_PERCENT, 'up')
  if (minimum !== null && charge < minimum) return minimum
  if (maximum !== null && charge > maximum) return maximum
  return charge
}
