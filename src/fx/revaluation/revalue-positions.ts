import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type Institution, maxRateAgeSecondsOf } from '../../institution/institution.ts'
import { type CurrencyCalendars, currencyCalendars } from '../../kernel/currency-calendars.ts'
import { pairOf } from '../../kernel/currency-pair.ts'
import { newId } from '../../kernel/id.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { mustTransfer, openBooks } from '../../ledger/ledger.ts'
import { openBook } from '../../ledger/open-account.ts'
import { posting } from '../../ledger/postings.ts'
import { formatRate } from '../domain/rate.ts'
import { dueBySpot, type OpenPosition, valueAt } from '../domain/revaluation.ts'
import { valueDateOf } from '../domain/value-date.ts'
import { type MarketRates, marketRates } from '../market-rates.ts'
import { insertRevaluations, type Revaluation, readPositionsOn, readUnrealized } from './revaluations.store.ts'

/** A business day at its end. */
export interface EndedDay {
  /** yyyy-mm-dd */
  date: string
  /** The ends of the business day before and of the day. A rate must be set after the former. */
  beganAt: Temporal.Instant
  closesAt: Temporal.Instant
}

/** A currency that cannot be valued, and why, in words. */
export interface NotValued {
  currency: string
  why: string
}

/** The positions of a day with their values. Nothing is written until `book`. */
export interface RevaluedPositions {
  /** Whether `book` posts an entry. */
  changes: boolean
  /**
   * Stores the revaluations, and posts what the unrealized result has changed since the last close
   * as an entry of the day. The caller holds the lock on the day, and no earlier day is open.
   */
  book(tx: Transaction): Promise<void>
}

/**
 * Values every open position in a foreign currency at the end of a business day: what is due until
 * spot at the mid spot rate, and later amounts at the mid forward rate of their date. Refused if a
 * currency has no rate, or only one from before the day; in a sandbox that accepts rates of any
 * age, no rate is too old.
 */
export async function revaluePositions(
  tx: Transaction,
  institution: Institution,
  day: EndedDay,
): Promise<Result<RevaluedPositions, NotValued[]>> {
  const { tenantId, currency: own } = institution
  // The last moment of the day: its entry belongs to it, however late the close is.
  const at = day.closesAt.subtract({ milliseconds: 1 })
  const positions = Map.groupBy(await readPositionsOn(tx, tenantId, { date: day.date, own }), (one) => one.currency)
  const calendars = currencyCalendars(institution.settings.currencyCalendars)
  const rates = marketRates(tx, { ...institution, ...withRatesOf(institution, day) }, at)
  const revaluations: Revaluation[] = []
  const notValued: NotValued[] = []
  for (const [currency, ofCurrency] of positions) {
    const valued = await valueCurrency(rates, ofCurrency, { currency, own, at, calendars })
    if (valued.ok) revaluations.push(...valued.value.map((one) => ({ ...one, businessDate: day.date })))
    else notValued.push({ currency, why: valued.refusal })
  }
  if (notValued.length > 0) return refuse(notValued)
  const unrealized = revaluations.reduce((sum, { result }) => sum + result, 0n)
  const change = unrealized - (await readUnrealized(tx, tenantId, own))
  return accept({
    changes: change !== 0n,
    async book(tx) {
      const id = newId(at)
      if (revaluations.length > 0) await insertRevaluations(tx, tenantId, { id, revaluations })
      if (change !== 0n) await bookChange(tx, { tenantId, own, id, change }, at)
    },
  })
}

/** The rates of the day are those set during it, or younger than a quote needs. */
function withRatesOf(institution: Institution, { beganAt, closesAt }: EndedDay): Pick<Institution, 'settings'> {
  const { settings } = institution
  const maxAge = maxRateAgeSecondsOf(institution)
  if (maxAge === null) return { settings }
  const daySeconds = Math.ceil((closesAt.epochMilliseconds - beganAt.epochMilliseconds) / 1000)
  return { settings: { ...settings, fx: { ...settings.fx, maxRateAgeSeconds: Math.max(maxAge, daySeconds) } } }
}

async function valueCurrency(
  rates: MarketRates,
  positions: readonly OpenPosition[],
  {
    currency,
    own,
    at,
    calendars,
  }: { currency: string; own: string; at: Temporal.Instant; calendars: CurrencyCalendars },
): Promise<Result<Omit<Revaluation, 'businessDate'>[], string>> {
  const pair = pairOf(currency, own)
  const spot = valueDateOf({
    base: pair.baseCurrency,
    quote: pair.quoteCurrency,
    tenor: 'SPOT',
    tradedAt: at,
    calendars,
  })
  if (!spot.ok) return refuse(`${currency} has no spot date`)
  const valued: Omit<Revaluation, 'businessDate'>[] = []
  for (const one of dueBySpot(positions, spot.value.toString())) {
    const { valueDate, position, cost } = one
    if (position === 0n) {
      valued.push({ ...one, rate: null, pricingReference: null, value: 0n, result: -cost })
      continue
    }
    const rate = await rates.outright(pair, valueDate === spot.value.toString() ? undefined : valueDate)
    if (!rate.ok) return rate
    const { mid, pricingReference } = rate.value
    const value = valueAt(one, own, mid)
    valued.push({ ...one, rate: formatRate(mid), pricingReference, value, result: value - cost })
  }
  return accept(valued)
}

async function bookChange(
  tx: Transaction,
  { tenantId, own, id, change }: { tenantId: bigint; own: string; id: string; change: bigint },
  at: Temporal.Instant,
): Promise<void> {
  const accounts = { currency: own }
  const codes = [
    await openBook(tx, tenantId, { book: 'fx-unrealized', ...accounts }, at),
    await openBook(tx, tenantId, { book: 'fx-revaluation', ...accounts }, at),
  ]
  const books = await openBooks(tx, tenantId, { accountIds: [], books: codes })
  const terms = { id: newId(at), amount: change < 0n ? -change : change, currency: own, referenceId: id }
  mustTransfer(books, posting(books, change < 0n ? 'revaluationLoss' : 'revaluationGain', terms))
  await books.write(at)
}
