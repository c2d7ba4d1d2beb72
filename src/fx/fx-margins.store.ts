import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import { type Pair, pairName } from '../kernel/currency-pair.ts'

/** A margin in basis points of the rate. A null tier or pair means every tier or pair. */
export interface Margin {
  tier: string | null
  pair: Pair | null
  basisPoints: number
}

/** All margins of the institution: at most as many as one request may set. */
export async function readMargins(db: Connection, tenantId: bigint): Promise<Margin[]> {
  const rows = await db.query<Pair & { tier: string; basisPoints: number }>(
    `select tier, base_currency, quote_currency, basis_points
     from fx_margins where tenant_id = $1 order by tier, base_currency, quote_currency`,
    [tenantId],
  )
  return rows.map(({ tier, baseCurrency, quoteCurrency, basisPoints }) => ({
    tier: tier || null,
    pair: baseCurrency === '' ? null : { baseCurrency, quoteCurrency },
    basisPoints,
  }))
}

/**
 * At least what any customer pays on the pair: the smallest margin that applies to it, of all tiers
 * and of none.
 */
export function smallestMargin(margins: readonly Margin[], pair: Pair): number {
  const applying = margins.filter(({ pair: one }) => !one || pairName(one) === pairName(pair))
  const ofAll = applying.filter(({ tier }) => tier === null)
  const withoutTier = ofAll.find(({ pair: one }) => one) ?? ofAll[0]
  const ofTiers = applying.filter(({ tier }) => tier !== null)
  return Math.min(withoutTier?.basisPoints ?? 0, ...ofTiers.map(({ basisPoints }) => basisPoints))
}

/**
 * Replaces all margins, and keeps what they are from now on. The caller holds the lock on the
 * institution, so replacements never overlap.
 */
export async function replaceMargins(
  tx: Transaction,
  tenantId: bigint,
  margins: readonly Margin[],
  now: Temporal.Instant,
): Promise<void> {
  const before = await tx.query<Pair & { tier: string }>(
    'delete from fx_margins where tenant_id = $1 returning tier, base_currency, quote_currency',
    [tenantId],
  )
  const rows = margins.map(({ tier, pair, basisPoints }) => ({
    tier: tier ?? '',
    baseCurrency: pair?.baseCurrency ?? '',
    quoteCurrency: pair?.quoteCurrency ?? '',
    basisPoints,
  }))
  await insertRows(tx, 'fx_margins', { tenantId }, rows)
  const isKept = (old: Pair & { tier: string }) =>
    rows.some(
      (row) =>
        row.tier === old.tier && row.baseCurrency === old.baseCurrency && row.quoteCurrency === old.quoteCurrency,
    )
  const ended = before.filter((old) => !isKept(old)).map((old) => ({ ...old, basisPoints: null }))
  await insertRows(tx, 'fx_margin_versions', { tenantId, validFrom: now }, [...rows, ...ended])
}

/**
 * The most specific margin for the tier and pair: tier and pair, then tier, then pair, then
 * default.
 */
export async function findMargin(
  db: Connection,
  tenantId: bigint,
  tier: string | undefined,
  { baseCurrency, quoteCurrency }: Pair,
): Promise<number | undefined> {
  const row = await db.row<{ basisPoints: number }>(
    `select basis_points from fx_margins
     where tenant_id = $1 and tier in ($2, '') and (base_currency = '' or base_currency = $3 and quote_currency = $4)
     order by tier desc, base_currency desc limit 1`,
    [tenantId, tier ?? '', baseCurrency, quoteCurrency],
  )
  return row?.basisPoints
}
