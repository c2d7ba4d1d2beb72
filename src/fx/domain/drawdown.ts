import { Temporal } from 'temporal-polyfill'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { TradeStatus } from './contract-state.ts'

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
  valueDate: Temporal.PlainDate
}

/** What a payment wants of a contract: to pay `buyAmount` from an account in the currency that the contract sells. */
export interface Drawing {
  customerId: bigint
  sellCurrency: string
  buyCurrency: string
  buyAmount: bigint
}

export interface Drawn {
  sellAmount: bigint
  buyAmount: bigint
}

export type DrawRefusal =
  | 'otherCustomer'
  | 'otherCurrencies'
  | 'contractEnded'
  | 'valueDatePassed'
  | 'amountNotPositive'
  | 'exceedsContract'

/**
 * Decides what a payment draws; the caller holds the lock on the contract.
 *
 * The amount sold is the share of what is left to sell that the amount bought has in what is left to buy, half a minor
 * unit up. So all draws together sell exactly what the contract sells, to the last minor unit: the last one takes what
 * is left. The value date itself still draws.
 */
export function drawOf(
  contract: DrawableContract,
  wanted: Drawing,
  today: Temporal.PlainDate,
): Result<Drawn, DrawRefusal> {
  if (wanted.customerId !== contract.customerId) return refuse('otherCustomer')
  if (wanted.sellCurrency !== contract.sellCurrency || wanted.buyCurrency !== contract.buyCurrency)
    return refuse('otherCurrencies')
  if (contract.status === 'Cancelled' || contract.status === 'Expired') return refuse('contractEnded')
  if (Temporal.PlainDate.compare(today, contract.valueDate) > 0) return refuse('valueDatePassed')
  if (wanted.buyAmount <= 0n) return refuse('amountNotPositive')
  const leftToBuy = contract.buyAmount - contract.drawnBuyAmount
  const leftToSell = contract.sellAmount - contract.drawnSellAmount
  if (wanted.buyAmount > leftToBuy) return refuse('exceedsContract')
  const sellAmount = (2n * leftToSell * wanted.buyAmount + leftToBuy) / (2n * leftToBuy)
  return accept({ sellAmount, buyAmount: wanted.buyAmount })
}

/** What a contract is once this much of it is drawn; one that has ended stays as it ended. */
export function statusWhenDrawn(
  contract: Pick<DrawableContract, 'status' | 'buyAmount'>,
  drawnBuyAmount: bigint,
): TradeStatus {
  if (contract.status === 'Cancelled' || contract.status === 'Expired') return contract.status
  if (drawnBuyAmount === 0n) return 'Open'
  return drawnBuyAmount === contract.buyAmount ? 'Completed' : 'PartiallyDrawn'
}
