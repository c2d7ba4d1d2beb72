import { divideRounded } from '../../kernel/rounding.ts'
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
  /**
   * What the change to the open amount cost, in the institution's currency. The costs of all
   * currencies together are zero: what one currency cost, another one paid.
   */
  cost: bigint
}

/** When an exchange counts, and its value in the institution's currency (`ownValueOf`). */
interface Terms {
  valueDate: string
  value: bigint
}

const nothing = { bought: 0n, sold: 0n, covered: 0n, desk: 0n }

/**
 * The value of an exchange in the institution's currency: its amount in that currency, or
 * `crossAmount` if it is between two others.
 */
export function ownValueOf({ receives, delivers }: Exchange, own: string, crossAmount: bigint): bigint {
  if (receives.currency === own) return receives.amount
  return delivers.currency === own ? delivers.amount : crossAmount
}

/** The changes for a new contract. */
export function changeByContract({ receives, delivers }: Exchange, { valueDate, value }: Terms): PositionChange[] {
  return [
    { ...nothing, currency: receives.currency, valueDate, bought: receives.amount, cost: value },
    { ...nothing, currency: delivers.currency, valueDate, sold: delivers.amount, cost: -value },
  ]
}

/** The changes for an amount that will not be exchanged. */
export function changeByClosing(rest: Exchange, terms: Terms): PositionChange[] {
  return changeByContract(rest, terms).map((one) => ({
    ...one,
    ...{ bought: -one.bought, sold: -one.sold, cost: -one.cost },
  }))
}

/**
 * The changes for a cover. They count on the contract's value date, where they close the position,
 * even if the cover itself settles on another date.
 */
export function changeByCover({ receives, delivers }: Exchange, { valueDate, value }: Terms): PositionChange[] {
  return [
    { ...nothing, currency: receives.currency, valueDate, covered: -receives.amount, cost: -value },
    { ...nothing, currency: delivers.currency, valueDate, covered: delivers.amount, cost: value },
  ]
}

/** The changes for a trade of the desk: what the market delivers is received. */
export function changeByDesk({ receives, delivers }: Exchange, { valueDate, value }: Terms): PositionChange[] {
  return [
    { ...nothing, currency: receives.currency, valueDate, desk: receives.amount, cost: value },
    { ...nothing, currency: delivers.currency, valueDate, desk: -delivers.amount, cost: -value },
  ]
}

/** The changes for a result in a currency, which leaves the position in the institution's own. */
export function changeByRealized(
  currency: string,
  { own, result, valueDate }: { own: string; result: bigint; valueDate: string },
): PositionChange[] {
  if (result === 0n) return []
  return [
    { ...nothing, currency, valueDate, cost: result },
    { ...nothing, currency: own, valueDate, desk: -result, cost: -result },
  ]
}

/** An open amount, or a change to one, with its cost. Both are signed. */
export interface Inventory {
  amount: bigint
  cost: bigint
}

/**
 * What a trade realizes of an open position, at average cost: the part that it closes, for what
 * that part cost. A trade that enlarges the position realizes nothing. What was left of a position
 * that was already flat is realized in full. The parts are rounded half to even; a trade that
 * leaves the position flat leaves no cost.
 */
export function realizedBy(open: Inventory, trade: Inventory): bigint {
  if (open.amount === 0n) return -open.cost
  if (open.amount > 0n === trade.amount > 0n) return 0n
  const closed = least(sizeOf(open.amount), sizeOf(trade.amount))
  const partOf = ({ amount, cost }: Inventory) => divideRounded(cost * closed, sizeOf(amount), 'halfEven')
  return -(partOf(open) + partOf(trade))
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
