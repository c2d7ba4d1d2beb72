import { Temporal } from 'temporal-polyfill'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { divideRounded } from '../../kernel/rounding.ts'
import { hasEnded, type TradeStatus } from './contract-state.ts'

/** A contract, as far as drawing on it goes; the customer sells one currency and buys the other. Amounts are minor units. */
export interface DrawableContract {
  customerId: bigint
  status: TradeStatus
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
  /** What payments have drawn and not given back. */
  drawnSellAmount: bigint
  drawnBuyAmount: bigint
  /** yyyy-mm-dd */
  valueDate: string
}

/** What a payment wants of a contract: to sell so much from its account, or to pay out so much. */
export interface Drawing {
  customerId: bigint
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
  | 'contractEnded'
  | 'valueDatePassed'
  | 'beyondSpot'
  | 'exceedsContract'
  | 'tooSmall'

/**
 * Decides what a payment draws; the caller holds the lock on the contract.
 *
 * The amount that is not given is the share of what is left of it that the given amount has in what
 * is left of its own, rounded in the institution's favor: what the customer buys down, what it sells
 * up. All draws together exchange exactly what the contract says, to the last minor unit, whatever
 * was given back between them: the last one takes what is left. The value date itself still draws, `on` being the day of the payment. A contract that
 * settles after spot of that day does not draw yet: who had the currency at the price of a month later could sell it today with a profit.
 */
export function drawOf(
  contract: DrawableContract,
  wanted: Drawing,
  { on, spot }: { on: Temporal.PlainDate; spot: Temporal.PlainDate },
): Result<Amounts, DrawRefusal> {
  if (wanted.customerId !== contract.customerId) return refuse('otherCustomer')
  if (wanted.sellCurrency !== contract.sellCurrency || wanted.buyCurrency !== contract.buyCurrency)
    return refuse('otherCurrencies')
  if (hasEnded(contract.status)) return refuse('contractEnded')
  if (Temporal.PlainDate.compare(on, contract.valueDate) > 0) return refuse('valueDatePassed')
  if (Temporal.PlainDate.compare(contract.valueDate, spot) > 0) return refuse('beyondSpot')
  const left = leftOf(contract)
  const [ofGiven, ofOther] =
    wanted.given === 'sell' ? [left.sellAmount, left.buyAmount] : [left.buyAmount, left.sellAmount]
  if (wanted.amount > ofGiven) return refuse('exceedsContract')
  if (wanted.amount <= 0n) return refuse('tooSmall')
  const other = divideRounded(ofOther * wanted.amount, ofGiven, wanted.given === 'sell' ? 'down' : 'up')
  if (other <= 0n) return refuse('tooSmall')
  return accept(
    wanted.given === 'sell'
      ? { sellAmount: wanted.amount, buyAmount: other }
      : { sellAmount: other, buyAmount: wanted.amount },
  )
}

/** What nothing is drawn of yet. */
export function leftOf(contract: Omit<DrawableContract, 'status' | 'valueDate' | 'customerId'>): Amounts {
  return {
    sellAmount: contract.sellAmount - contract.drawnSellAmount,
    buyAmount: contract.buyAmount - contract.drawnBuyAmount,
  }
}

/** What stands of a contract: the whole, and of one that has ended what is drawn. */
export function standingOf(contract: DrawableContract): Amounts {
  const { drawnSellAmount, drawnBuyAmount, sellAmount, buyAmount } = contract
  return hasEnded(contract.status)
    ? { sellAmount: drawnSellAmount, buyAmount: drawnBuyAmount }
    : { sellAmount, buyAmount }
}

/** What a contract is by what is drawn of it; one that has ended stays as it ended. */
export function statusWhenDrawn(contract: DrawableContract): TradeStatus {
  if (hasEnded(contract.status)) return contract.status
  const { drawnSellAmount, drawnBuyAmount } = contract
  if (drawnSellAmount === 0n && drawnBuyAmount === 0n) return 'Open'
  const left = leftOf(contract)
  return left.sellAmount === 0n && left.buyAmount === 0n ? 'Completed' : 'PartiallyDrawn'
}
