import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { OpenPosition } from '../domain/revaluation.ts'

/** An open position at the close of a business day, valued at the market rate. */
export interface Revaluation extends OpenPosition {
  businessDate: string
  /** The mid rate for the value date, exact decimal text; null for a flat position. */
  rate: string | null
  pricingReference: string | null
  /** In minor units of the institution's currency. */
  value: bigint
  /** value − cost: the unrealized result. */
  result: bigint
}

/**
 * The positions in foreign currencies at the end of a business day: those of now, less what later
 * days changed. One statement, so it sees one moment.
 */
export async function readPositionsOn(
  tx: Transaction,
  tenantId: bigint,
  { date, own }: { date: string; own: string },
): Promise<OpenPosition[]> {
  return tx.query(
    `with later as (
       select currency, value_date, sum(amount)::bigint as amount, sum(cost)::bigint as cost from fx_position_changes
       where tenant_id = $1 and business_date > $2 group by 1, 2
     ), ended as (
       select currency, value_date, bought - sold + covered + desk - coalesce(l.amount, 0) as position, p.cost - coalesce(l.cost, 0) as cost
       from fx_positions p left join later l using (currency, value_date)
       where p.tenant_id = $1 and p.currency <> $3
     )
     select currency, value_date::text as value_date, position, cost from ended
     where (position, cost) <> (0, 0) order by currency, ended.value_date`,
    [tenantId, date, own],
  )
}

/** What has been posted as the unrealized result, in minor units. */
export async function readUnrealized(tx: Transaction, tenantId: bigint, own: string): Promise<bigint> {
  const row = await tx.row<{ balance: bigint }>(
    `select credits_posted - debits_posted as balance from ledger_accounts where tenant_id = $1 and code = $2`,
    [tenantId, `fx-unrealized:${own}`],
  )
  return row?.balance ?? 0n
}

export async function insertRevaluations(
  tx: Transaction,
  tenantId: bigint,
  { id, revaluations }: { id: string; revaluations: readonly Revaluation[] },
): Promise<void> {
  await insertRows(tx, 'fx_revaluations', { tenantId, id }, revaluations)
}

/** One page of revaluations, the latest day first, with the total count. */
export async function readRevaluations(
  db: Connection,
  tenantId: bigint,
  { date = null, page, limit }: PageRequest & { date?: string | null },
): Promise<PageOf<Revaluation>> {
  const wanted = 'from fx_revaluations where tenant_id = $1 and ($2::date is null or business_date = $2)'
  const rows = await db.query<Revaluation>(
    `select business_date::text as business_date, currency, value_date::text as value_date, position, cost,
       trim_scale(rate)::text as rate, pricing_reference, value, result
     ${wanted} order by fx_revaluations.business_date desc, currency, fx_revaluations.value_date limit $3 offset $4`,
    [tenantId, date, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(`select count(*) as total ${wanted}`, [tenantId, date])
  return { rows, total: Number(counted?.total ?? 0) }
}
