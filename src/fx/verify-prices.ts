import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import type { CurrencyDays } from '../kernel/currency-days.ts'
import type { LedgerDifference } from '../ledger/verify-ledger.ts'
import { onePrice } from './domain/one-price.ts'
import { formatRate, rateOf } from './domain/rate.ts'
import { parsePoints } from './fx-rates.store.ts'

const PAGE_ROWS = 500
const MAX_NAMED = 100
const WHAT = 'an FX contract has a better price than the market rate that it names'

/** A contract of a pair with USD, and a rate of the time that its price names, if one was set. */
interface PricedRow {
  id: string
  customerBuysBase: boolean
  allInRate: string
  pricingReference: string
  quotedAt: Temporal.Instant
  valueDate: string
  baseCurrency: string
  quoteCurrency: string
  /** Whether the pair had a rate by then. Without one, other pairs made its price. */
  hadRate: boolean
  /** What the institution knew of the days of currencies when it quoted. */
  knownDays: CurrencyDays[] | null
  bid: string | null
  mid: string
  ask: string
  forwardPoints: Record<string, string>
}

/**
 * Compares the price of each contract with the rate that was set at the time which its price names:
 * no customer gets a better one. Pairs without USD are left out: their price is also that of their
 * legs, and it does not name the time of each.
 */
export async function verifyPrices(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  const found: LedgerDifference[] = []
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  do {
    const ids: string[] = await readPage(tx, tenantId, after)
    const rows = await readPrices(tx, tenantId, ids)
    for (const [id, rates] of Map.groupBy(rows, (row) => row.id)) {
      const detail = whyBetter(rates)
      if (detail !== undefined) found.push({ what: WHAT, id, detail })
    }
    after = ids.length < PAGE_ROWS ? undefined : ids.at(-1)
  } while (after !== undefined && found.length < MAX_NAMED)
  return found.slice(0, MAX_NAMED)
}

async function readPage(tx: Transaction, tenantId: bigint, after: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from fx_contracts where tenant_id = $1 and id > $2 order by id limit ${PAGE_ROWS}`,
    [tenantId, after],
  )
  return rows.map(({ id }) => id)
}

function readPrices(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<PricedRow[]> {
  return tx.query<PricedRow>(
    `select c.id, q.buy_currency = q.base_currency as customer_buys_base, q.all_in_rate::text as all_in_rate,
       q.pricing_reference, q.created_at as quoted_at,
       (select i.settings -> 'currencyCalendars' from institution_versions i where i.tenant_id = $1 and i.valid_from <= q.created_at
         order by i.version desc limit 1) as known_days, q.value_date::text as value_date, q.base_currency, l.quote_currency,
       v.bid::text as bid, v.mid::text as mid, v.ask::text as ask, v.forward_points,
       exists (select from fx_rate_versions e where e.tenant_id = $1 and e.base_currency = q.base_currency
         and e.quote_currency = l.quote_currency and e.valid_from <= r.at) as had_rate
     from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
       cross join lateral (select case q.base_currency when q.sell_currency then q.buy_currency else q.sell_currency end as quote_currency) l
       cross join lateral (select split_part(q.pricing_reference, ' ', 2)::timestamptz as at) r
       left join fx_rate_versions v on v.tenant_id = $1 and v.base_currency = q.base_currency and v.quote_currency = l.quote_currency
         and v.valid_from = r.at
     where c.tenant_id = $1 and c.id = any($2::uuid[]) and 'USD' in (q.base_currency, l.quote_currency)`,
    [tenantId, ids],
  )
}

/** A rate can be set again for the same time: one of them is the one that was used. */
function whyBetter(rates: readonly PricedRow[]): string | undefined {
  const [{ allInRate, pricingReference, hadRate }] = rates as [PricedRow]
  const set = rates.filter(({ bid }) => bid !== null)
  if (set.length === 0) return hadRate ? `no rate was set as ${pricingReference}` : undefined
  const market = set.flatMap((row) => marketOf(row) ?? [])
  if (market.length < set.length || market.some(({ isBetter }) => !isBetter)) return undefined
  return `${allInRate} for the customer, ${market[0]!.rate} in the market at ${pricingReference}`
}

/** Undefined if the rate has no points for the date. */
function marketOf(row: PricedRow): { rate: string; isBetter: boolean } | undefined {
  const { baseCurrency, quoteCurrency, quotedAt: tradedAt, customerBuysBase } = row
  const spot = { bid: rateOf(row.bid!), mid: rateOf(row.mid), ask: rateOf(row.ask) }
  const pair = { baseCurrency, quoteCurrency }
  const own = { ...pair, ...spot, forwardPoints: parsePoints(row.forwardPoints) }
  const market = onePrice({ pair, own }, 0, {
    ...{ tradedAt, calendars: currencyCalendars(row.knownDays ?? undefined) },
    valueDate: Temporal.PlainDate.from(row.valueDate),
  })
  if (!market) return undefined
  const allIn = rateOf(row.allInRate)
  const rate = customerBuysBase ? market.ask : market.bid
  return { rate: formatRate(rate), isBetter: customerBuysBase ? allIn.lt(rate) : allIn.gt(rate) }
}
