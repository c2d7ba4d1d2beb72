import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { PositionChange } from './domain/position.ts'

/** The institution's position in one currency for one value date, in minor units. */
export interface Position extends Omit<PositionChange, 'cost'> {
  /**
   * bought − sold + covered + desk. Summed over all dates, it is the balance of the
   * `fx-position` account.
   */
  open: bigint
}

/**
 * Adds to the positions and to what the business day of `now` changed in them, once per transaction
 * and in the transaction that books the same amounts. To prevent deadlocks, call it after the
 * contracts are locked and the books are open, and before the books are written. Rows are written
 * in key order for the same reason.
 */
export async function addToPositions(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly PositionChange[],
  now: Temporal.Instant,
): Promise<void> {
  const currencies = changes.map(({ currency }) => currency)
  const dates = changes.map(({ valueDate }) => valueDate)
  const costs = changes.map(({ cost }) => cost)
  await tx.query(
    `insert into fx_positions (tenant_id, currency, value_date, bought, sold, covered, desk, cost)
     select $1, currency, value_date, sum(bought), sum(sold), sum(covered), sum(desk), sum(cost)
     from unnest($2::text[], $3::date[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
       as c (currency, value_date, bought, sold, covered, desk, cost)
     group by currency, value_date order by currency, value_date
     on conflict (tenant_id, currency, value_date) do update
       set bought = fx_positions.bought + excluded.bought, sold = fx_positions.sold + excluded.sold,
         covered = fx_positions.covered + excluded.covered, desk = fx_positions.desk + excluded.desk,
         cost = fx_positions.cost + excluded.cost`,
    [
      tenantId,
      currencies,
      dates,
      changes.map(({ bought }) => bought),
      changes.map(({ sold }) => sold),
      changes.map(({ covered }) => covered),
      changes.map(({ desk }) => desk),
      costs,
    ],
  )
  await tx.query(
    `with day as materialized (select ledger_open_day($1, $2) as business_date)
     insert into fx_position_changes (tenant_id, business_date, currency, value_date, amount, cost)
     select $1, day.business_date, currency, value_date, sum(amount), sum(cost)
     from day, unnest($3::text[], $4::date[], $5::bigint[], $6::bigint[]) as c (currency, value_date, amount, cost)
     group by business_date, currency, value_date order by currency, value_date
     on conflict (tenant_id, business_date, currency, value_date) do update
       set amount = fx_position_changes.amount + excluded.amount, cost = fx_position_changes.cost + excluded.cost`,
    [
      tenantId,
      now.toString(),
      currencies,
      dates,
      changes.map(({ bought, sold, covered, desk }) => bought - sold + covered + desk),
      costs,
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
