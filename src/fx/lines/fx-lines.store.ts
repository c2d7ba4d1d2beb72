import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import type { LineAmounts } from '../domain/line.ts'
import type { OpenPart } from '../domain/market-value.ts'

/** The FX line of a customer, in minor units of the institution's currency. */
export interface Line extends LineAmounts {
  customerId: bigint
}

export async function readLine(db: Connection, tenantId: bigint, customerId: bigint): Promise<Line | undefined> {
  return db.row<Line>(
    'select customer_id, exposure, spot, forward from fx_lines where tenant_id = $1 and customer_id = $2',
    [tenantId, customerId],
  )
}

export async function writeLine(
  tx: Transaction,
  tenantId: bigint,
  { customerId, exposure, spot, forward }: Line,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into fx_lines (tenant_id, customer_id, exposure, spot, forward, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, customer_id) do update
       set exposure = excluded.exposure, spot = excluded.spot, forward = excluded.forward, updated_at = excluded.updated_at`,
    [tenantId, customerId, exposure, spot, forward, now.toString()],
  )
}

export async function removeLine(tx: Transaction, tenantId: bigint, customerId: bigint): Promise<void> {
  await tx.query('delete from fx_lines where tenant_id = $1 and customer_id = $2', [tenantId, customerId])
}

/**
 * The lines of a customer and of those above it. Locked, no other transaction uses them until this
 * one ends.
 */
export async function readLinesAbove(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  { locked }: { locked: boolean },
): Promise<Line[]> {
  return tx.query<Line>(
    `select l.customer_id, l.exposure, l.spot, l.forward
     from customers c join fx_lines l on l.tenant_id = $1 and (l.customer_id = c.id or l.customer_id = any(c.ancestor_ids))
     where c.tenant_id = $1 and c.id = $2 order by l.customer_id ${locked ? 'for no key update of l' : ''}`,
    [tenantId, customerId],
  )
}

/** Undrawn amounts of contracts with the same product, pair, direction and value date. */
export interface OpenContracts extends OpenPart {
  productType: 'SPOT' | 'FORWARD'
  /** yyyy-mm-dd */
  valueDate: string
}

/**
 * What the customer and all below it have still to exchange under contracts without prefunding,
 * summed up over contracts that are alike.
 */
export async function readOpenContracts(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
): Promise<OpenContracts[]> {
  return tx.query<OpenContracts>(
    `select q.product_type, q.base_currency, l.quote_currency, l.customer_buys_base, q.value_date::text as value_date,
       sum(l.base_amount)::bigint as base_amount, sum(l.quote_amount)::bigint as quote_amount
     from customers_under($1, $2) as u (id)
       join fx_contracts c on c.tenant_id = $1 and c.customer_id = u.id
         and c.funding_account_id is null and c.status in ('Open', 'PartiallyDrawn')
       join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
       cross join lateral (select q.buy_currency = q.base_currency as customer_buys_base,
         case q.base_currency when q.buy_currency then q.sell_currency else q.buy_currency end as quote_currency,
         case q.base_currency when q.buy_currency then q.buy_amount - c.drawn_buy_amount else q.sell_amount - c.drawn_sell_amount end as base_amount,
         case q.base_currency when q.buy_currency then q.sell_amount - c.drawn_sell_amount else q.buy_amount - c.drawn_buy_amount end as quote_amount) as l
     group by 1, 2, 3, 4, 5`,
    [tenantId, customerId],
  )
}
