import { divideRounded } from '../../kernel/rounding.ts'
import { ONE_HUNDRED_PERCENT, type Percentage } from './percentage.ts'

/**
 * Amounts are minor units of the fee's currency. Null means not set; at least one of `flat` and
 * `percentage` is set.
 */
export interface FeeTier {
  name: string
  /** Inclusive lower bound: minor units, or a count. The tier ends at the next tier's bound. */
  from: bigint
  flat: bigint | null
  percentage: Percentage | null
  minimum: bigint | null
  maximum: bigint | null
}

export interface TieredFee {
  tierBy: 'Amount' | 'Count'
  /** In ascending order of `from`; the first starts at 0. */
  tiers: readonly FeeTier[]
}

/**
 * An amount in minor units of the fee's currency, and the number of payments including this one.
 */
export interface Chargeable {
  amountMinor: bigint
  count: bigint
}

/**
 * The fee of one payment in minor units. Its amount or count selects one tier, which applies to the
 * whole amount, not to slices of it. `leastTier` applies from the first payment. The fee is never
 * negative, and within the minimum and maximum of the tier. Throws for a negative amount or count.
 */
export function calculateFee(fee: TieredFee, chargeable: Chargeable, leastTier?: FeeTier): bigint {
  return chargeOf(tierReached(fee, chargeable, leastTier), chargeable.amountMinor)
}

/** The tier that `calculateFee` charges by. */
export function tierReached(fee: TieredFee, { amountMinor, count }: Chargeable, leastTier?: FeeTier): FeeTier {
  if (amountMinor < 0n || count < 0n) throw new RangeError(`no fee for an amount of ${amountMinor}, count ${count}`)
  const reached = fee.tierBy === 'Amount' ? amountMinor : count
  const tier = fee.tiers.findLast(({ from }) => from <= reached || from === leastTier?.from)
  if (!tier) throw new Error('a fee has a tier from 0')
  return tier
}

/** The percentage, rounded up to the minor unit, plus the flat amount; then minimum and maximum. */
function chargeOf({ flat, percentage, minimum, maximum }: FeeTier, amountMinor: bigint): bigint {
  const charge = (flat ?? 0n) + divideRounded(amountMinor * (percentage ?? 0n), ONE_HUNDRED_PERCENT, 'up')
  if (minimum !== null && charge < minimum) return minimum
  if (maximum !== null && charge > maximum) return maximum
  return charge
}
