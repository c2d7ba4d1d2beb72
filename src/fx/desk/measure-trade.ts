import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { currencyCalendars } from '../../kernel/currency-calendars.ts'
import { pairName, pairOf } from '../../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { type BothSides, deviationPercent, priceOfSides } from '../domain/desk-price.ts'
import { formatRate, type Rate } from '../domain/rate.ts'
import { valueDateOf } from '../domain/value-date.ts'
import { measureLarger } from '../larger-side.ts'
import { type MarketRates, marketRates } from '../market-rates.ts'
import type { DeskTrade } from './desk-trades.store.ts'

export type Traded = Pick<DeskTrade, 'buyCurrency' | 'buyAmount' | 'sellCurrency' | 'sellAmount' | 'valueDate'>

/** A trade of the desk beside the market. What has no current rate is null, with the reason. */
export interface DeskMeasure {
  /** The larger side in minor units of the institution's currency, at the mid rates of now. */
  worth: bigint | null
  /** The market's mid rate of the pair for the value date. */
  marketRate: Rate | null
  /** Why a side or the price is compared with nothing, in words. */
  unmeasured: string[]
}

/**
 * Measures both sides of a trade and its price. Who enters it chooses every amount, so no side
 * alone says how much it is.
 */
export async function measureDeskTrade(
  tx: Transaction,
  institution: Institution,
  traded: Traded,
  now: Temporal.Instant,
): Promise<DeskMeasure> {
  const rates = marketRates(tx, institution, now)
  const sides = [
    { currency: traded.buyCurrency, amount: traded.buyAmount },
    { currency: traded.sellCurrency, amount: traded.sellAmount },
  ]
  const worth = await measureLarger(tx, institution, sides, now, rates)
  const market = await marketRateOf(institution, rates, traded, now)
  const missing = [worth, market].flatMap((one) => (one.ok ? [] : [one.refusal]))
  return {
    worth: worth.ok ? worth.value : null,
    marketRate: market.ok ? market.value : null,
    unmeasured: [...new Set(missing)],
  }
}

/** The mid rate of the value date. The spot rate stands for no later date than the spot date. */
async function marketRateOf(
  { settings }: Pick<Institution, 'settings'>,
  rates: MarketRates,
  { buyCurrency, sellCurrency, valueDate }: Traded,
  now: Temporal.Instant,
): Promise<Result<Rate, string>> {
  const pair = pairOf(buyCurrency, sellCurrency)
  const found = await rates.outright(pair, valueDate)
  if (!found.ok) return found
  const { baseCurrency: base, quoteCurrency: quote } = pair
  const calendars = currencyCalendars(settings.currencyCalendars)
  const spot = valueDateOf({ base, quote, tenor: 'SPOT', tradedAt: now, calendars })
  const isForward = !spot.ok || Temporal.PlainDate.compare(valueDate, spot.value) > 0
  if (isForward && !found.value.isOnDate) return refuse(`${pairName(pair)} has no forward points for ${valueDate}`)
  return accept(found.value.mid)
}

/** Both sides of a trade in market order. */
export function sidesOf({ buyCurrency, buyAmount, sellCurrency, sellAmount }: Omit<Traded, 'valueDate'>): BothSides {
  const pair = pairOf(buyCurrency, sellCurrency)
  const buysBase = buyCurrency === pair.baseCurrency
  const [baseAmount, quoteAmount] = buysBase ? [buyAmount, sellAmount] : [sellAmount, buyAmount]
  return { ...pair, baseAmount, quoteAmount }
}

/** The price of a trade beside the market's rate, as clients and approvers see it. */
export function renderPrice(traded: Omit<Traded, 'valueDate'>, marketRate: Rate | null) {
  const sides = sidesOf(traded)
  return {
    currencyPair: pairName(sides),
    price: asNumber(priceOfSides(sides)),
    ...(marketRate && {
      marketRate: asNumber(marketRate),
      deviationPercent: asNumber(deviationPercent(sides, marketRate)),
    }),
  }
}

function asNumber(rate: Rate): number {
  return Number(formatRate(rate))
}
