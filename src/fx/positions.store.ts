import type { Transaction } from '../db/client.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { PositionChange } from './domain/position.ts'

/** The institution's position in one currency for one value date, in minor units. */
export interface Position extends PositionChange {
  /**
   * bought − sold + covered + desk. Summed over all dates, it is the balance of the
   * `fx-position` account.
   */
  open: bigint
}

/**
 * Adds to the positions, once per transaction and in the transaction that books the same amounts.
 * To prevent deadlocks, call it after the contracts are locked and the books are open, and before
 * the books are written. Rows are written in key order for the same reason.
 */
export async function addToPositions(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly PositionChange[],
): Promise<void> {
  await tx.query(
    `insert into fx_positions (tenant_id, currency, value_date, bought, sold, covered, desk)
     select $1, currency, value_date, sum(bought), sum(sold), sum(covered), sum(desk)
     from unnest($2::text[], $3::date[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
       as c (currency, value_date, bought, sold, covered, desk)
     group by currency, value_date order by currency, value_date
     on conflict (tenant_id, currency, value_date) do update
       set bought = fx_positions.bought + excluded.bought, sold = fx_positions.sold + excluded.sold,
         covered = fx_positions.covered + excluded.covered, desk = fx_positions.desk + excluded.desk`,
    [
      tenantId,
      changes.map(({ currency }) => currency),
      changes.map(({ valueDate }) => valueDate),
      changes.map(({ bought }) => bought),
      changes.map(({ sold }) => sold),
      changes.map(({ covered }) => covered),
      changes.map(({ desk }) => desk),
    ],
  )
}

/**
 * One page of positions by currency and value date, with the total count. `fromDate` (yyyy-mm-dd)
 * is the earliest value date.
 */
export async function readPositions(
  tx: Transaction,
  tenantId: bigint,
  { fromDate = null, page, limit }: PageRequest & { fromDate?: string | null },
): Promise<PageOf<Position>> {
  const wanted = 'from fx_positions where tenant_id = $1 and ($2::date is null or value_date >= $2)'
  const rows = await tx.query<Position>(
    `select currency, value_date::text as value_date, bought, sold, covered, desk, bought - sold + covered + desk as open
     ${wanted} order by currency, value_date limit $3 offset $4`,
    [tenantId, fromDate, limit, (page - 1) * limit],
  )
  const counted = await tx.query<{ total: bigint }>(`select count(*) as total ${wanted}`, [tenantId, fromDate])
  return { rows, total: Number(counted[0]?.total ?? 0) }
}
