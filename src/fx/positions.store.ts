import type { Transaction } from '../db/client.ts'

/** What the institution has to receive and to deliver in a currency on a day, in minor units. */
export interface Position {
  currency: string
  valueDate: string
  /** Received from customers under contracts that stand. */
  bought: bigint
  /** Delivered to customers under contracts that stand. */
  sold: bigint
  /** What covers took over: received from the market, less delivered to it; the margin left out, which is earned. */
  covered: bigint
  /** bought − sold + covered; the sum over all days is the balance of `fx-position` in the ledger. */
  open: bigint
}

/** Both sides of each contract, one line for each currency of it; of one that has ended what was drawn stands. */
export const exchangeLines = `
  select l.currency, q.value_date as "valueDate",
    case when c.status in ('Cancelled', 'Expired') then l.received_drawn else l.received end as bought,
    case when c.status in ('Cancelled', 'Expired') then l.delivered_drawn else l.delivered end as sold,
    case when v.contract_id is null then 0 else l.delivered - l.received end as covered
  from fx_contracts c
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id
    cross join lateral (values (q.sell_currency, q.sell_amount, c.drawn_sell_amount, 0::bigint, 0::bigint),
      (q.buy_currency, 0::bigint, 0::bigint, q.buy_amount, c.drawn_buy_amount))
      as l (currency, received, received_drawn, delivered, delivered_drawn)
  where c.tenant_id = $1`

/** By currency and value date, a page of them, and how many there are. */
export async function readPositions(
  tx: Transaction,
  tenantId: bigint,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Position[]; total: number }> {
  const sums = `select currency, "valueDate", sum(bought)::bigint as bought, sum(sold)::bigint as sold,
      sum(covered)::bigint as covered from (${exchangeLines}) as lines group by currency, "valueDate"`
  const rows = await tx.query<Position>(
    `select currency, "valueDate"::text as "valueDate", bought, sold, covered, bought - sold + covered as open
     from (${sums}) as sums order by currency, sums."valueDate" limit $2 offset $3`,
    [tenantId, limit, (page - 1) * limit],
  )
  const counted = await tx.query<{ total: bigint }>(`select count(*) as total from (${sums}) as sums`, [tenantId])
  return { rows, total: Number(counted[0]?.total ?? 0) }
}
