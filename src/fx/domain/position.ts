import type { Exchange } from './bookings.ts'

/** What is added to a position, the sum of contracts and covers in one currency with one value date. Minor units, of either sign. */
export interface PositionChange {
  currency: string
  /** yyyy-mm-dd, of the contract. */
  valueDate: string
  /** Received from customers under contracts that stand. */
  bought: bigint
  /** Delivered to customers under contracts that stand. */
  sold: bigint
  /** What covers took over: received from the market, less delivered to it; the margin left out, which is earned. */
  covered: bigint
}

/** A contract with a customer is made. */
export function changeByContract({ receives, delivers }: Exchange, valueDate: string): PositionChange[] {
  return [
    { currency: receives.currency, valueDate, bought: receives.amount, sold: 0n, covered: 0n },
    { currency: delivers.currency, valueDate, bought: 0n, sold: delivers.amount, covered: 0n },
  ]
}

/** So much of a contract will not be exchanged. What its cover took over stays with the market. */
export function changeByClosing(rest: Exchange, valueDate: string): PositionChange[] {
  return changeByContract(rest, valueDate).map((one) => ({ ...one, bought: -one.bought, sold: -one.sold }))
}

/** The market took over the exchange. It counts on the contract's value date, whose position it closes, whenever the cover itself settles. */
export function changeByCover({ receives, delivers }: Exchange, valueDate: string): PositionChange[] {
  return [
    { currency: receives.currency, valueDate, bought: 0n, sold: 0n, covered: -receives.amount },
    { currency: delivers.currency, valueDate, bought: 0n, sold: 0n, covered: delivers.amount },
  ]
}
