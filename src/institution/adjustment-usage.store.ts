import type { Transaction } from '../db/client.ts'

/** What the institution moves by hand in one currency on one of its dates. */
export interface AdjustedDay {
  currency: string
  businessDate: string
}

/**
 * Adds the amount to the total of the day, unless the total would exceed `perDay`. Returns whether
 * it was added. The row stays locked until the transaction ends.
 */
export async function addToDay(
  tx: Transaction,
  tenantId: bigint,
  { currency, businessDate }: AdjustedDay,
  { amount, perDay }: { amount: bigint; perDay: bigint },
): Promise<boolean> {
  const row = await tx.row(
    `insert into adjustment_usage as day (tenant_id, currency, business_date, used)
     select $1, $2, $3::date, $4::bigint where $4::bigint <= $5::bigint
     on conflict (tenant_id, currency, business_date)
       do update set used = day.used + excluded.used
         where day.tenant_id = $1 and day.used + excluded.used <= $5::bigint
     returning used`,
    [tenantId, currency, businessDate, amount, perDay],
  )
  return row !== undefined
}

export async function readDay(
  tx: Transaction,
  tenantId: bigint,
  { currency, businessDate }: AdjustedDay,
): Promise<bigint> {
  const row = await tx.row<{ used: bigint }>(
    'select used from adjustment_usage where tenant_id = $1 and currency = $2 and business_date = $3',
    [tenantId, currency, businessDate],
  )
  return row?.used ?? 0n
}
