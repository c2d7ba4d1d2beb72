import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import { formatRate, rateOf } from './domain/rate.ts'
import type { PairRate } from './rate-source.ts'

interface RateRow {
  baseCcy: string
  quoteCcy: string
  bid: string
  mid: string
  ask: string
  forwardPoints: Record<string, string>
  asOf: string
}

const selectRates = `
  select base_ccy, quote_ccy, bid::text, mid::text, ask::text, forward_points,
    to_char(as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of
  from fx_rates where tenant_id = $1`

function rateOfRow({ baseCcy, quoteCcy, bid, mid, ask, forwardPoints, asOf }: RateRow): PairRate {
  return {
    baseCcy,
    quoteCcy,
    bid: rateOf(bid),
    mid: rateOf(mid),
    ask: rateOf(ask),
    forwardPoints: new Map(Object.entries(forwardPoints).map(([tenor, points]) => [tenor, rateOf(points)])),
    asOf: Temporal.Instant.from(asOf),
  }
}

/** All rates of the institution, by pair. There are a few dozen. */
export async function readRates(db: Connection, tenantId: bigint): Promise<PairRate[]> {
  const rows = await db.query<RateRow>(`${selectRates} order by base_ccy, quote_ccy`, [tenantId])
  return rows.map(rateOfRow)
}

/** The rates between these currencies. */
export async function readRatesBetween(
  tx: Transaction,
  tenantId: bigint,
  currencies: readonly string[],
): Promise<PairRate[]> {
  const rows = await tx.query<RateRow>(
    `${selectRates} and base_ccy = any($2::text[]) and quote_ccy = any($2::text[])`,
    [tenantId, currencies],
  )
  return rows.map(rateOfRow)
}

/** Inserts rates or replaces those of the same pair. Each pair may occur once. */
export async function writeRates(tx: Transaction, tenantId: bigint, rates: readonly PairRate[]): Promise<void> {
  const rows = rates.map(({ baseCcy, quoteCcy, bid, mid, ask, forwardPoints, asOf }) => ({
    baseCcy,
    quoteCcy,
    bid: formatRate(bid),
    mid: formatRate(mid),
    ask: formatRate(ask),
    forwardPoints: Object.fromEntries([...forwardPoints].map(([tenor, points]) => [tenor, formatRate(points)])),
    asOf,
  }))
  await insertRows(
    tx,
    'fx_rates',
    { tenantId },
    rows.toSorted((one, other) => (one.baseCcy + one.quoteCcy < other.baseCcy + other.quoteCcy ? -1 : 1)),
    `on conflict (tenant_id, base_ccy, quote_ccy) do update
       set bid = excluded.bid, mid = excluded.mid, ask = excluded.ask, forward_points = excluded.forward_points, as_of = excluded.as_of`,
  )
}
