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
  /** Net amount to receive from the market under trades of the desk, less what was realized. */
  desk: bigint
}

/** The changes for a new contract. */
export function changeByContract({ receives, delivers }: Exchange, valueDate: string): PositionChange[] {
  return [
    { currency: receives.currency, valueDate, bought: receives.amount, sold: 0n, covered: 0n, desk: 0n },
    { currency: delivers.currency, valueDate, bought: 0n, sold: delivers.amount, covered: 0n, desk: 0n },
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
    { currency: receives.currency, valueDate, bought: 0n, sold: 0n, covered: -receives.amount, desk: 0n },
    { currency: delivers.currency, valueDate, bought: 0n, sold: 0n, covered: delivers.amount, desk: 0n },
  ]
}

/** The changes for a trade of the desk: what the market delivers is received. */
export function changeByDesk({ receives, delivers }: Exchange, valueDate: string): PositionChange[] {
  return [
    { currency: receives.currency, valueDate, bought: 0n, sold: 0n, covered: 0n, desk: receives.amount },
    { currency: delivers.currency, valueDate, bought: 0n, sold: 0n, covered: 0n, desk: -delivers.amount },
  ]
}

/** The change for a result that leaves the position. */
export function changeByRealized(currency: string, amount: bigint, valueDate: string): PositionChange[] {
  return [{ currency, valueDate, bought: 0n, sold: 0n, covered: 0n, desk: -amount }]
}
