import { Temporal } from 'temporal-polyfill'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { divideRounded } from '../../kernel/rounding.ts'
import { hasEnded, type TradeStatus } from './contract-state.ts'

/** The parts of a contract that a draw depends on. Amounts are minor units. */
export interface DrawableContract {
  customerId: bigint
  status: TradeStatus
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
  /** The amounts drawn by payments and not released. */
  drawnSellAmount: bigint
  drawnBuyAmount: bigint
  /** The amounts that were closed out after the contract ended. */
  closedSellAmount: bigint
  closedBuyAmount: bigint
  /** yyyy-mm-dd */
  valueDate: string
  /** The only account that can draw, because it prefunds the contract; null for any account. */
  fundingAccountId: bigint | null
}

/** A payment's draw: it gives either the amount to sell or the amount to buy. */
export interface Drawing {
  customerId: bigint
  /** The account that the payment debits. */
  accountId: bigint
  sellCurrency: string
  buyCurrency: string
  given: 'sell' | 'buy'
  amount: bigint
}

export interface Amounts {
  sellAmount: bigint
  buyAmount: bigint
}

export type DrawRefusal =
  | 'otherCustomer'
  | 'otherCurrencies'
  | 'otherAccount'
  | 'contractEnded'
  | 'valueDatePassed'
  | 'beyondSpot'
  | 'exceedsContract'
  | 'tooSmall'

/**
 * Decides the amounts that a payment draws. The caller holds the lock on the contract.
 *
 * The other amount is converted at the rate of the contract's two amounts and rounded in the
 * institution's favor: down if the customer buys it, up if the customer sells it. The last draw
 * takes the remainder, so all draws together exchange exactly the contract's amounts, even if some
 * draws are released in between.
 *
 * `on` is the date of the payment, and `spot` the spot date of that date. A contract can be drawn
 * on its value date, but not after it, and not before spot reaches it: a customer who got the
 * currency today at next month's price could sell it today at a profit.
 */
export function drawOf(
  contract: DrawableContract,
  wanted: Drawing,
  { on, spot }: { on: Temporal.PlainDate; spot: Temporal.PlainDate },
): Result<Amounts, DrawRefusal> {
  if (wanted.customerId !== contract.customerId) return refuse('otherCustomer')
  if (wanted.sellCurrency !== contract.sellCurrency || wanted.buyCurrency !== contract.buyCurrency)
    return refuse('otherCurrencies')
  if (contract.fundingAccountId !== null && contract.fundingAccountId !== wanted.accountId)
    return refuse('otherAccount')
  if (hasEnded(contract.status)) return refuse('contractEnded')
  if (Temporal.PlainDate.compare(on, contract.valueDate) > 0) return refuse('valueDatePassed')
  if (Temporal.PlainDate.compare(contract.valueDate, spot) > 0) return refuse('beyondSpot')
  const left = leftOf(contract)
  const { given, amount } = wanted
  if (amount > left[`${given}Amount`]) return refuse('exceedsContract')
  if (amount <= 0n) return refuse('tooSmall')
  const drawn =
    given === 'sell'
      ? { sellAmount: amount, buyAmount: buyAmountFor(contract, left, amount) }
      : { sellAmount: sellAmountFor(contract, left, amount), buyAmount: amount }
  return drawn.buyAmount > 0n && drawn.sellAmount > 0n ? accept(drawn) : refuse('tooSmall')
}

/** The smaller of the shares of the contract and of the undrawn amount, or the remainder. */
function buyAmountFor(contract: Amounts, left: Amounts, sellAmount: bigint): bigint {
  const ofLeft = divideRounded(left.buyAmount * sellAmount, left.sellAmount, 'down')
  if (sellAmount === left.sellAmount) return ofLeft
  const ofContract = divideRounded(contract.buyAmount * sellAmount, contract.sellAmount, 'down')
  return ofContract < ofLeft ? ofContract : ofLeft
}

/**
 * The larger of the shares of the contract and of the undrawn amount, or the remainder. Earlier
 * draws were rounded up, so the undrawn amount may be too small for the share of the contract. The
 * share of the undrawn amount always fits.
 */
function sellAmountFor(contract: Amounts, left: Amounts, buyAmount: bigint): bigint {
  const ofLeft = divideRounded(left.sellAmount * buyAmount, left.buyAmount, 'up')
  const ofContract = divideRounded(contract.sellAmount * buyAmount, contract.buyAmount, 'up')
  return ofContract < left.sellAmount && ofContract > ofLeft ? ofContract : ofLeft
}

/**
 * Whether releasing a draw leaves the customer with a better rate than the contract's. The last
 * draw takes the remainder, which earlier draws left by rounding. If only the earlier draws were
 * released, the customer would keep a gain at no cost, because nobody owes the undrawn amount.
 */
export function releaseBeatsContract(
  contract: Amounts & Pick<DrawableContract, 'drawnSellAmount' | 'drawnBuyAmount'>,
  released: Amounts,
): boolean {
  const { sellAmount, buyAmount, drawnSellAmount, drawnBuyAmount } = contract
  const isReleaseBelowRate = released.buyAmount * sellAmount < released.sellAmount * buyAmount
  const kept = { sell: drawnSellAmount - released.sellAmount, buy: drawnBuyAmount - released.buyAmount }
  return isReleaseBelowRate && kept.buy * sellAmount > kept.sell * buyAmount
}

/** The amounts that are neither drawn nor closed out. */
export function leftOf(contract: Amounts & Pick<DrawableContract, Used>): Amounts {
  return {
    sellAmount: contract.sellAmount - contract.drawnSellAmount - contract.closedSellAmount,
    buyAmount: contract.buyAmount - contract.drawnBuyAmount - contract.closedBuyAmount,
  }
}

type Used = 'drawnSellAmount' | 'drawnBuyAmount' | 'closedSellAmount' | 'closedBuyAmount'

/** The amounts to be exchanged: the whole contract, or the drawn amounts if it has ended. */
export function amountsToExchange(
  contract: Amounts & Pick<DrawableContract, 'status' | 'drawnSellAmount' | 'drawnBuyAmount'>,
): Amounts {
  const { drawnSellAmount, drawnBuyAmount, sellAmount, buyAmount } = contract
  return hasEnded(contract.status)
    ? { sellAmount: drawnSellAmount, buyAmount: drawnBuyAmount }
    : { sellAmount, buyAmount }
}

/** The status that follows from the drawn amounts. A contract that has ended keeps its status. */
export function statusWhenDrawn(contract: Amounts & Pick<DrawableContract, 'status' | Used>): TradeStatus {
  if (hasEnded(contract.status)) return contract.status
  const { drawnSellAmount, drawnBuyAmount } = contract
  if (drawnSellAmount === 0n && drawnBuyAmount === 0n) return 'Open'
  const left = leftOf(contract)
  return left.sellAmount === 0n && left.buyAmount === 0n ? 'Completed' : 'PartiallyDrawn'
}
