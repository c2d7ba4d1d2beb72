import { Temporal } from 'temporal-polyfill'
import { type Pair, pairOf } from '../../kernel/currency-pair.ts'
import { formatAmount, largestAmount, parseAmount } from '../../kernel/money.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { Exchange } from './bookings.ts'
import { convert, type Rate } from './rate.ts'
import { isTenor, isValueDay, type Traded, tradeDateOf, valueDateOf } from './value-date.ts'

/** The amounts that a customer sells and buys, in minor units. */
export interface Trade extends Pair {
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
}

export type ProductType = 'SPOT' | 'FORWARD'

/**
 * The largest amount of one trade in either currency, in minor units: 9,999,999,999.99 USD, like
 * the largest wire. A contract needs no funds, and without this limit a thousand contracts of the
 * largest amount would overflow the balances.
 */
export const LARGEST_TRADE = 10n ** 12n - 1n

/**
 * Both amounts of a trade. The one not given is converted at the rate and rounded in the
 * institution's favor: down if the customer buys it, up if the customer sells it.
 */
export function amountsAt(
  wanted: {
    sellCurrency: string
    buyCurrency: string
    fundingAmount?: number
    transferAmount?: number
  },
  rate: Rate,
): Result<{ sellAmount: bigint; buyAmount: bigint }, string> {
  const { sellCurrency, buyCurrency, fundingAmount, transferAmount } = wanted
  const [field, number, given, from] =
    fundingAmount !== undefined
      ? (['fundingAmount', fundingAmount, 'sell', sellCurrency] as const)
      : (['transferAmount', transferAmount!, 'buy', buyCurrency] as const)
  const amount = parseAmount(number, from)
  const atMost = `one trade is at most ${formatAmount(LARGEST_TRADE, from)} ${from}`
  if (!amount.ok)
    return refuse(
      amount.refusal === 'tooLarge'
        ? `${field} is too large: ${atMost}`
        : `${field} must be an amount of ${from} with no more decimals than the currency has`,
    )
  if (amount.value <= 0n) return refuse(`${field} must be above zero`)
  if (amount.value > LARGEST_TRADE) return refuse(`${field} is too large: ${atMost}`)
  const to = given === 'sell' ? buyCurrency : sellCurrency
  const amounts = otherAmountAt({ sellCurrency, buyCurrency, given, amount: amount.value }, rate)
  if (!amounts.ok) return refuse(`${field} ${amounts.refusal}`)
  const { sellAmount, buyAmount } = amounts.value
  if (sellAmount > LARGEST_TRADE || buyAmount > LARGEST_TRADE)
    return refuse(`${field} is too large: one trade is at most ${formatAmount(LARGEST_TRADE, to)} ${to}`)
  return amounts
}

/** The same for a positive amount in minor units. A refusal is a phrase about the given amount. */
export function otherAmountAt(
  wanted: { sellCurrency: string; buyCurrency: string; given: 'sell' | 'buy'; amount: bigint },
  rate: Rate,
): Result<{ sellAmount: bigint; buyAmount: bigint }, string> {
  const { sellCurrency, buyCurrency, given, amount } = wanted
  const [from, to] = given === 'sell' ? [sellCurrency, buyCurrency] : [buyCurrency, sellCurrency]
  const isBase = pairOf(from, to).baseCurrency === from
  const direction = isBase ? 'multiply' : 'divide'
  const other = convert(amount, from, to, rate, { direction, rounding: given === 'sell' ? 'down' : 'up' })
  if (other === 0n) return refuse(`converts to less than the smallest amount of ${to}`)
  if (other > largestAmount(to)) return refuse(`converts to more than the largest amount of ${to}`)
  return accept(given === 'sell' ? { sellAmount: amount, buyAmount: other } : { sellAmount: other, buyAmount: amount })
}

/** The longest tenor that is priced, 2Y. */
const MAX_YEARS = 2

/**
 * The value date from a tenor or a date; without either, it is spot. SPOT settles on or before the
 * spot date, FORWARD after it. The value date must be a business day of both currencies and of USD,
 * from the trade date to two years and 14 days later.
 */
export function settlementOf(
  wanted: { sellCurrency: string; buyCurrency: string; productType: ProductType; tenor?: string; valueDate?: string },
  { tradedAt: now, calendars }: Traded,
): Result<{ valueDate: Temporal.PlainDate; tenor: string | null }, string> {
  const { productType, tenor, valueDate } = wanted
  if (tenor !== undefined && valueDate !== undefined) return refuse('tenor and valueDate cannot both be given')
  if (tenor !== undefined && !isTenor(tenor))
    return refuse('tenor must be SPOT, ON, TN, or weeks, months or years: at most 52W, 24M or 2Y')
  if (productType === 'FORWARD' && tenor === undefined && valueDate === undefined)
    return refuse('tenor or valueDate is required for a FORWARD')
  const pair = pairOf(wanted.sellCurrency, wanted.buyCurrency)
  const traded = { base: pair.baseCurrency, quote: pair.quoteCurrency, tradedAt: now, calendars }
  const spot = valueDateOf({ ...traded, tenor: 'SPOT' })
  if (!spot.ok) return refuse('sellCurrency or buyCurrency is not a supported currency')
  const settles = valueDate === undefined ? valueDateOf({ ...traded, tenor: tenor ?? 'SPOT' }) : dateOf(valueDate)
  if (!settles.ok) return refuse('valueDate must be a date')
  const date = settles.value
  const { compare } = Temporal.PlainDate
  const tradeDate = tradeDateOf(now)
  if (compare(date, tradeDate) < 0 || compare(date, tradeDate.add({ years: MAX_YEARS, days: 14 })) > 0)
    return refuse('valueDate must be between the trade date and two years later')
  if (!isValueDay(date, traded)) return refuse('valueDate must be a business day of both currencies and of USD')
  const isForward = compare(date, spot.value) > 0
  if (isForward !== (productType === 'FORWARD'))
    return refuse(
      `productType must be ${isForward ? 'FORWARD' : 'SPOT'}: spot is ${spot.value}, and the value date is ${date}`,
    )
  return accept({ valueDate: date, tenor: tenor ?? (date.equals(spot.value) ? 'SPOT' : null) })
}

function dateOf(text: string): Result<Temporal.PlainDate, 'notADate'> {
  try {
    return accept(Temporal.PlainDate.from(text))
  } catch {
    return refuse('notADate')
  }
}

/** The trade's amounts in the base and the quote currency. */
export function amountsOfPair(trade: Trade): { baseAmount: bigint; quoteAmount: bigint } {
  return trade.sellCurrency === trade.baseCurrency
    ? { baseAmount: trade.sellAmount, quoteAmount: trade.buyAmount }
    : { baseAmount: trade.buyAmount, quoteAmount: trade.sellAmount }
}

/** The trade from the institution's side: it receives what the customer sells. */
export function exchangeOf(trade: Trade): Exchange {
  return {
    receives: { currency: trade.sellCurrency, amount: trade.sellAmount },
    delivers: { currency: trade.buyCurrency, amount: trade.buyAmount },
  }
}

/** The opposite exchange with the market: the same base amount for `quoteAmount`. */
export function coverExchangeOf(trade: Trade, quoteAmount: bigint): Exchange {
  const amountIn = (currency: string, amount: bigint) => (currency === trade.quoteCurrency ? quoteAmount : amount)
  return {
    receives: { currency: trade.buyCurrency, amount: amountIn(trade.buyCurrency, trade.buyAmount) },
    delivers: { currency: trade.sellCurrency, amount: amountIn(trade.sellCurrency, trade.sellAmount) },
  }
}
