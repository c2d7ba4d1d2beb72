import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { pairName, pairOf } from '../kernel/currency-pair.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { type Price, priceOf } from './domain/price.ts'
import type { Rate } from './domain/rate.ts'
import { readRate, whyNoRate } from './read-rate.ts'

export interface TradePrice extends Price {
  /** The pair and time of the rate used: `EUR/USD 2026-07-01T14:00:00Z`. */
  pricingReference: string
  /** The market's mid rate for the value date. */
  mid: Rate
}

/**
 * The current price of an exchange for a value date. If the rate has no forward points for the
 * date, `fallbackPoints` are used; without those, the trade is refused. A refusal is the reason in
 * words.
 */
export async function priceTrade(
  tx: Transaction,
  institution: Institution,
  wanted: {
    sellCurrency: string
    buyCurrency: string
    valueDate: Temporal.PlainDate
    marginBps: number
    fallbackPoints?: Rate
  },
  now: Temporal.Instant,
): Promise<Result<TradePrice, string>> {
  const { sellCurrency, buyCurrency, valueDate, marginBps } = wanted
  const pair = pairOf(sellCurrency, buyCurrency)
  const name = pairName(pair)
  const rate = await readRate(tx, institution, pair, now)
  if (!rate.ok) return refuse(whyNoRate(pair, rate.refusal))
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  const side = buyCurrency === pair.baseCurrency ? 'ask' : 'bid'
  const outright = rate.value.outrightOn({ tradedAt: now, calendars, valueDate })
  const forwardPoints = outright ? outright[side].minus(rate.value[side]) : wanted.fallbackPoints
  if (!forwardPoints) return refuse(`${name} has no forward points for ${valueDate}`)
  const price = priceOf({ sell: sellCurrency, buy: buyCurrency, rate: rate.value, marginBps, forwardPoints })
  if (!price) return refuse(`margin and forward points give no valid rate of ${name}`)
  const mid = outright?.mid ?? rate.value.mid.plus(forwardPoints)
  return accept({ ...price, mid, pricingReference: `${name} ${rate.value.asOf}` })
}
