import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import { type Pair, pairName } from '../kernel/currency-pair.ts'
import type { Outrights } from './domain/far-rate.ts'
import type { ForwardPoints } from './domain/forward-points.ts'
import { formatRate, rateOf } from './domain/rate.ts'
import { noRoundTrips, type RoundTrips } from './domain/round-trips.ts'
import type { PairRate } from './rate-source.ts'

interface RateRow {
  baseCurrency: string
  quoteCurrency: string
  bid: string
  mid: string
  ask: string
  forwardPoints: Record<string, string>
  asOf: string
  setBy: string | null
}

const selectRates = `
  select base_currency, quote_currency, bid::text, mid::text, ask::text, forward_points,
    to_char(as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of, set_by
  from fx_rates where tenant_id = $1`

function rateOfRow({ baseCurrency, quoteCurrency, bid, mid, ask, forwardPoints, asOf, setBy }: RateRow): PairRate {
  return {
    baseCurrency,
    quoteCurrency,
    bid: rateOf(bid),
    mid: rateOf(mid),
    ask: rateOf(ask),
    forwardPoints: parsePoints(forwardPoints),
    asOf: Temporal.Instant.from(asOf),
    setBy,
  }
}

/** What new rates of a pair are compared with, besides the last one. */
export interface Reference extends Outrights {
  /** The institution's business day. */
  on: string
  /** What conversions there and back could have gained since. */
  roundTrips: RoundTrips
}

/** How the row keeps them. A node of the release before leaves those of another day. */
interface StoredRoundTrips {
  on: string
  cash: string
  /** By tenor: the rate that the day began with, and what is held. */
  held: Record<string, readonly [string, string]>
}

/** The references of all pairs that have a rate, by the name of the pair. */
export async function readReferences(tx: Transaction, tenantId: bigint): Promise<ReadonlyMap<string, Reference>> {
  type Row = Pair & { mid: string; points: Record<string, string>; on: string; roundTrips: StoredRoundTrips | null }
  const rows = await tx.query<Row>(
    `select base_currency, quote_currency, reference_mid::text as mid, reference_points as points,
       reference_on::text as "on", round_trips
     from fx_rates where tenant_id = $1`,
    [tenantId],
  )
  return new Map(
    rows.map(({ mid, points, on, roundTrips, ...pair }) => {
      const outrights = { mid: rateOf(mid), forwardPoints: parsePoints(points) }
      const kept = roundTrips?.on === on ? parseRoundTrips(roundTrips) : noRoundTrips(outrights)
      return [pairName(pair), { ...outrights, on, roundTrips: kept }]
    }),
  )
}

function parseRoundTrips({ cash, held }: StoredRoundTrips): RoundTrips {
  const parsed = Object.entries(held).map(([tenor, [start, worth]]) => {
    return [tenor, { start: rateOf(start), worth: rateOf(worth) }] as const
  })
  return { cash: rateOf(cash), held: new Map(parsed) }
}

function textOfRoundTrips({ on, roundTrips }: Reference): StoredRoundTrips {
  const held = [...roundTrips.held].map(([tenor, { start, worth }]) => {
    return [tenor, [formatRate(start), formatRate(worth)] as const] as const
  })
  return { on, cash: formatRate(roundTrips.cash), held: Object.fromEntries(held) }
}

export function parsePoints(points: Record<string, string>): ForwardPoints {
  return new Map(Object.entries(points).map(([tenor, text]) => [tenor, rateOf(text)]))
}

function textOfPoints(points: ForwardPoints): Record<string, string> {
  return Object.fromEntries([...points].map(([tenor, point]) => [tenor, formatRate(point)]))
}

/** All rates of the institution, by pair. There are a few dozen. */
export async function readRates(db: Connection, tenantId: bigint): Promise<PairRate[]> {
  const rows = await db.query<RateRow>(`${selectRates} order by base_currency, quote_currency`, [tenantId])
  return rows.map(rateOfRow)
}

/** The rates between these currencies. */
export async function readRatesBetween(
  tx: Transaction,
  tenantId: bigint,
  currencies: readonly string[],
): Promise<PairRate[]> {
  const rows = await tx.query<RateRow>(
    `${selectRates} and base_currency = any($2::text[]) and quote_currency = any($2::text[])`,
    [tenantId, currencies],
  )
  return rows.map(rateOfRow)
}

/** Inserts rates or replaces those of the same pair, and keeps each. A pair may occur once. */
export async function writeRates(
  tx: Transaction,
  tenantId: bigint,
  rates: readonly (PairRate & { reference: Reference })[],
  setBy: string | null,
): Promise<void> {
  const rows = rates.map(({ baseCurrency, quoteCurrency, bid, mid, ask, forwardPoints, asOf, reference }) => ({
    baseCurrency,
    quoteCurrency,
    bid: formatRate(bid),
    mid: formatRate(mid),
    ask: formatRate(ask),
    forwardPoints: textOfPoints(forwardPoints),
    asOf,
    referenceMid: formatRate(reference.mid),
    referencePoints: textOfPoints(reference.forwardPoints),
    referenceOn: reference.on,
    roundTrips: textOfRoundTrips(reference),
    setBy,
  }))
  await insertRows(
    tx,
    'fx_rates',
    { tenantId },
    rows.toSorted((one, other) =>
      one.baseCurrency + one.quoteCurrency < other.baseCurrency + other.quoteCurrency ? -1 : 1,
    ),
    `on conflict (tenant_id, base_currency, quote_currency) do update
       set bid = excluded.bid, mid = excluded.mid, ask = excluded.ask, forward_points = excluded.forward_points, as_of = excluded.as_of,
         reference_mid = excluded.reference_mid, reference_points = excluded.reference_points, reference_on = excluded.reference_on,
         round_trips = excluded.round_trips, set_by = excluded.set_by`,
  )
  await insertRows(
    tx,
    'fx_rate_versions',
    { tenantId },
    rows.map(({ baseCurrency, quoteCurrency, bid, mid, ask, forwardPoints, asOf }) => {
      return { baseCurrency, quoteCurrency, validFrom: asOf, bid, mid, ask, forwardPoints }
    }),
  )
}
