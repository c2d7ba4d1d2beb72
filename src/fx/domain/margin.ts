import { divideRounded } from '../../kernel/rounding.ts'
import { type Booking, type Exchange, present } from './bookings.ts'
import { amountsOfPair, type Trade } from './exchange.ts'
import { convert, type Rate } from './rate.ts'

/** The parts of a contract that its margin depends on. Amounts are minor units. */
export interface MarginedContract {
  /** In the quote currency. */
  marginAmount: bigint
  /** Whether the margin is income as payments draw, and not at once. */
  marginDeferred: boolean
  sellAmount: bigint
  drawnSellAmount: bigint
  /** The amount that was closed out. */
  closedSellAmount: bigint
}

/** The margin in its parts, in minor units of the quote currency. Their sum is the whole margin. */
export interface MarginParts {
  /** Reversed with the parts that were closed out. */
  closed: bigint
  /** Income of the institution. */
  earned: bigint
  /** Income of later draws. */
  deferred: bigint
}

/**
 * The parts of a margin follow from what is drawn and closed, so they never drift: a draw that is
 * released gives back exactly what it earned. The last draw or close-out takes the rest.
 */
export function marginParts(contract: MarginedContract): MarginParts {
  const { marginAmount, marginDeferred, sellAmount, drawnSellAmount, closedSellAmount } = contract
  const closed = divideRounded(marginAmount * closedSellAmount, sellAmount, 'down')
  const rest = marginAmount - closed
  const isDone = drawnSellAmount + closedSellAmount === sellAmount
  const earned = marginDeferred && !isDone ? divideRounded(marginAmount * drawnSellAmount, sellAmount, 'down') : rest
  return { closed, earned, deferred: rest - earned }
}

/**
 * The margin in a trade: the difference between its quote amount and the base amount at the
 * market's outright rate. Never negative, because amounts of a trade are rounded in the
 * institution's favor.
 */
export function marginOf(trade: Trade, marketRate: Rate): bigint {
  const { baseCurrency, quoteCurrency } = trade
  const { baseAmount, quoteAmount } = amountsOfPair(trade)
  const market = convert(baseAmount, baseCurrency, quoteCurrency, marketRate, {
    direction: 'multiply',
    rounding: 'halfEven',
  })
  const margin = trade.sellCurrency === quoteCurrency ? quoteAmount - market : market - quoteAmount
  return margin > 0n ? margin : 0n
}

/** An exchange at the market rate: without its margin, which is in the quote currency. */
export function atMarket({ receives, delivers }: Exchange, quoteCurrency: string, margin: bigint): Exchange {
  return receives.currency === quoteCurrency
    ? { receives: { ...receives, amount: receives.amount - margin }, delivers }
    : { receives, delivers: { ...delivers, amount: delivers.amount + margin } }
}

/** Books the margin of a new contract. */
export function bookNewMargin({
  marginAmount: amount,
  marginDeferred,
  quoteCurrency: currency,
}: QuotedMargin): Booking[] {
  return present([{ posting: marginDeferred ? 'marginDeferred' : 'marginBooked', currency, amount }])
}

/** Books what draws, released draws and close-outs change in the margin of a contract. */
export function bookMargin(before: MarginedContract, after: QuotedMargin): Booking[] {
  const [was, is] = [marginParts(before), marginParts(after)]
  const currency = after.quoteCurrency
  const reversed = is.closed - was.closed
  if (!after.marginDeferred) return present([{ posting: 'marginReversed', currency, amount: reversed }])
  const earned = is.earned - was.earned
  return present([
    { posting: 'marginDeferredReversed', currency, amount: reversed },
    { posting: 'marginEarned', currency, amount: earned },
    { posting: 'marginReleased', currency, amount: -earned },
  ])
}

interface QuotedMargin extends MarginedContract {
  quoteCurrency: string
}
