import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow } from '../../db/rows.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'

export const CLOSE_OUT_REASONS = ['Cancelled', 'Expired', 'Released'] as const

/** The close-out of a part of a contract. Amounts are minor units, rates exact decimal text. */
export interface CloseOut {
  id: string
  contractId: string
  contractNo: bigint
  customerId: bigint
  reason: (typeof CLOSE_OUT_REASONS)[number]
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
  marketRate: string
  pricingReference: string
  quoteCcy: string
  /** The margin that was reversed, in the quote currency. */
  marginAmount: bigint
  /** In the currency sold, as are the amounts below. */
  loss: bigint
  chargedAmount: bigint
  gain: bigint
  keptAmount: bigint
  accountId: bigint | null
  collectedAmount: bigint
  closedAt: Temporal.Instant
}

export type NewCloseOut = Omit<CloseOut, 'contractNo' | 'quoteCcy' | 'collectedAmount' | 'closedAt'>

/** Adds a close-out. What the customer still owes is collected from `collectAt` on. */
export async function insertCloseOut(
  tx: Transaction,
  tenantId: bigint,
  closeOut: NewCloseOut,
  { now, collectAt }: { now: Temporal.Instant; collectAt: Temporal.Instant },
): Promise<void> {
  const isOwed = closeOut.chargedAmount < closeOut.loss
  const state = { collectedAmount: 0n, collectAt: isOwed ? collectAt : null, closedAt: now }
  await insertRow(tx, 'fx_close_outs', { tenantId, ...closeOut, ...state })
}

const selectCloseOut = `
  select o.id, o.contract_id, c.contract_no, o.customer_id, o.reason, o.sell_currency, o.buy_currency, o.sell_amount, o.buy_amount,
    trim_scale(o.market_rate)::text as market_rate, o.pricing_reference, o.margin_amount, o.loss, o.charged_amount, o.gain,
    o.kept_amount, o.account_id, o.collected_amount, o.closed_at,
    case q.base_ccy when q.sell_currency then q.buy_currency else q.sell_currency end as quote_ccy
  from fx_close_outs o
    join fx_contracts c on c.tenant_id = $1 and c.id = o.contract_id
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
  where o.tenant_id = $1`

/** One page of close-outs, the latest first, with the total count. */
export async function readCloseOuts(
  db: Connection,
  tenantId: bigint,
  { customerId = null, page, limit }: PageRequest & { customerId?: bigint | null },
): Promise<PageOf<CloseOut>> {
  const rows = await db.query<CloseOut>(
    `${selectCloseOut} and ($2::bigint is null or o.customer_id = $2) order by o.id desc limit $3 offset $4`,
    [tenantId, customerId, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(
    'select count(*) as total from fx_close_outs where tenant_id = $1 and ($2::bigint is null or customer_id = $2)',
    [tenantId, customerId],
  )
  return { rows, total: Number(counted?.total ?? 0) }
}

/** What the customer and all below it still owe for close-outs, by currency, in minor units. */
export async function readOwed(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
): Promise<{ currency: string; owed: bigint }[]> {
  return tx.query(
    `select o.sell_currency as currency, sum(o.loss - o.charged_amount - o.collected_amount)::bigint as owed
     from customers_under($1, $2) as u (id)
       join fx_close_outs o on o.tenant_id = $1 and o.customer_id = u.id and o.collect_at is not null
     group by 1`,
    [tenantId, customerId],
  )
}

/** The institutions with owed amounts to collect. `now` is the machine's time. */
export async function tenantsWithOwed(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where (select min(o.collect_at) from fx_close_outs o where o.tenant_id = i.tenant_id and o.collect_at is not null)
       <= ${INSTITUTION_TIME}
     order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

export async function firstCollection(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ due: Temporal.Instant | null }>(
    'select min(collect_at) as due from fx_close_outs where tenant_id = $1 and collect_at is not null',
    [tenantId],
  )
  return row?.due ?? undefined
}

/** Close-outs with an amount to collect, the longest due first. */
export async function listOwed(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<CloseOut[]> {
  return db.query<CloseOut>(`${selectCloseOut} and o.collect_at <= $2 order by o.collect_at, o.id limit $3`, [
    tenantId,
    now.toString(),
    limit,
  ])
}

/** Locks a close-out with an amount to collect. Skips one that another worker has locked. */
export async function claimOwed(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  now: Temporal.Instant,
): Promise<CloseOut | undefined> {
  return tx.row<CloseOut>(`${selectCloseOut} and o.id = $2 and o.collect_at <= $3 for no key update of o skip locked`, [
    tenantId,
    id,
    now.toString(),
  ])
}

export async function writeCollected(
  tx: Transaction,
  tenantId: bigint,
  { id, collectedAmount, collectAt }: { id: string; collectedAmount: bigint; collectAt: Temporal.Instant | null },
): Promise<void> {
  await tx.query('update fx_close_outs set collected_amount = $3, collect_at = $4 where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    collectedAmount,
    collectAt?.toString() ?? null,
  ])
}
