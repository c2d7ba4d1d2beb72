import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import { newId } from '../kernel/id.ts'
import { type BookCode, bookCode } from './chart.ts'
import { mustTransfer, type OpenBooks } from './ledger.ts'
import { posting } from './postings.ts'

/** An amount in transit on a rail that the rail settles. */
export interface ClearedItem {
  rail: string
  currency: string
  /** The settlement moment of the rail. Items of one moment settle in one amount. */
  settledAt: Temporal.Instant
  /** In minor units. */
  amount: bigint
  /** Whether the institution pays or receives the amount. */
  side: 'paid' | 'received'
}

/** The settlements of one transaction: each one transfer per side, however many items it has. */
export interface OpenSettlements {
  /** The accounts of the institution that the books must include. */
  books: readonly BookCode[]
  /** The settlement of an item: the reference of its transfers. */
  idOf(item: Pick<ClearedItem, 'rail' | 'currency' | 'settledAt'>): string
  /** Moves the amounts between clearing and settlement. */
  post(books: OpenBooks): void
}

/**
 * Opens the settlements of these items, and records those that are new. Two transactions can settle
 * items of the same moment: their transfers have the same reference.
 */
export async function openSettlements(
  tx: Transaction,
  tenantId: bigint,
  items: readonly ClearedItem[],
  now: Temporal.Instant,
): Promise<OpenSettlements> {
  const moments = new Map(items.map((item) => [keyOf(item), item]))
  const ids = await recordSettlements(tx, tenantId, [...moments.values()], now)
  return {
    books: [...moments.values()].flatMap((item) => [bookCode('clearing', item), bookCode('rail-settlement', item)]),
    idOf: (item) => ids.get(keyOf(item))!,
    post(books) {
      for (const [key, settled] of Map.groupBy(items, keyOf))
        for (const [side, sum] of sumsOf(settled)) {
          const [{ rail, currency }] = settled as [ClearedItem]
          const terms = { id: newId(now), rail, currency, amount: sum, referenceId: ids.get(key)! }
          mustTransfer(books, posting(books, side === 'paid' ? 'settlementPaid' : 'settlementReceived', terms))
        }
    },
  }
}

/** A settlement has the precision of milliseconds, that of the clock. */
function keyOf({ rail, currency, settledAt }: Pick<ClearedItem, 'rail' | 'currency' | 'settledAt'>): string {
  return `${rail} ${currency} ${settledAt.epochMilliseconds}`
}

function sumsOf(items: readonly ClearedItem[]): Map<ClearedItem['side'], bigint> {
  const sums = new Map<ClearedItem['side'], bigint>()
  for (const { side, amount } of items) sums.set(side, (sums.get(side) ?? 0n) + amount)
  return sums
}

/** The ids of the settlements by key. */
async function recordSettlements(
  tx: Transaction,
  tenantId: bigint,
  moments: readonly ClearedItem[],
  now: Temporal.Instant,
): Promise<Map<string, string>> {
  if (moments.length === 0) return new Map()
  // In a fixed order: two transactions that record the same settlements wait for each other.
  const rows = moments
    .map(({ rail, currency, settledAt }) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(settledAt.epochMilliseconds)
      return { id: newId(now), rail, currency, settledAt: moment }
    })
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await insertRows(tx, 'rail_settlements', { tenantId, createdAt: now }, rows, 'on conflict do nothing')
  const found = await tx.query<{ id: string; rail: string; currency: string; settledAt: Temporal.Instant }>(
    `select id, rail, currency, settled_at from rail_settlements s
     where tenant_id = $1 and not is_opening and (rail, currency, settled_at) in
       (select * from unnest($2::text[], $3::text[], $4::timestamptz[]))`,
    [
      tenantId,
      rows.map(({ rail }) => rail),
      rows.map(({ currency }) => currency),
      rows.map(({ settledAt }) => settledAt.toString()),
    ],
  )
  return new Map(found.map((row) => [keyOf(row), row.id]))
}
