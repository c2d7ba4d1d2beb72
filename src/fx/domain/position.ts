import type { Exchange } from './bookings.ts'

/**
 * A change to the position in one currency for one value date, which sums contracts and covers.
 * Amounts are minor units of either sign.
 */
export interface PositionChange {
  currency: string
  /** The contract's value date, yyyy-mm-dd. */
  valueDate: string
  /** To receive from customers under contracts. */
  bought: bigint
  /** To deliver to customers under contracts. */
  sold: bigint
  /** Net amount to receive from the market under covers, without the margin, which is earned. */
  covered: bigint
}

/** The changes for a new contract. */
export function changeByContract({ receives, delivers }: Exchange, valueDate: string): PositionChange[] {
  return [
    { currency: receives.currency, valueDate, bought: receives.amount, sold: 0n, covered: 0n },
    { currency: delivers.currency, valueDate, bought: 0n, sold: delivers.amount, covered: 0n },
  ]
}

/** The changes for an amount that will not be exchanged. A cover of it remains. */
export function changeByClosing(rest: Exchange, valueDate: string): PositionChange[] {
  return changeByContract(rest, valueDate).map((one) => ({ ...one, bought: -one.bought, sold: -one.sold }))
}

/**
 * The changes for a cover. They count on the contract's value date, where they close the position,
 * even if the cover itself settles on another date.
 */
export function changeByCover({ receives, delivers }: Exchange, valueDate: string): PositionChange[] {
  return [
    { currency: receives.currency, valueDate, bought: 0n, sold: 0n, covered: -receives.amount },
    { currency: delivers.currency, valueDate, bought: 0n, sold: 0n, covered: delivers.amount },
  ]
}
