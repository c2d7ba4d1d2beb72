import type { Temporal } from 'temporal-polyfill'
import { lockTenant } from '../../db/advisory-locks.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow } from '../../db/rows.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Inventory } from '../domain/position.ts'
import { formatRate, type Rate, rateOf } from '../domain/rate.ts'

/** A trade of the institution's desk with the market. Amounts are minor units, dates yyyy-mm-dd. */
export interface DeskTrade {
  id: string
  tradeNo: bigint
  buyCurrency: string
  sellCurrency: string
  buyAmount: bigint
  sellAmount: bigint
  /** What was realized in each currency and in all, in the institution's currency. */
  buyResult: bigint
  sellResult: bigint
  resultAmount: bigint
  /** The larger side in the institution's currency; null without a current rate, or from before. */
  worth: bigint | null
  /** The market's mid rate for the value date; null without a current one, or from before. */
  marketRate: Rate | null
  /** The value of a trade between two foreign currencies in the institution's currency, or zero. */
  crossAmount: bigint
  counterparty: string
  reference: string | null
  tradeDate: string
  valueDate: string
  settledOn: string | null
}

export async function insertDeskTrade(
  tx: Transaction,
  tenantId: bigint,
  trade: Omit<DeskTrade, 'tradeNo' | 'settledOn'>,
): Promise<DeskTrade> {
  const { marketRate } = trade
  const row = { ...trade, marketRate: marketRate && formatRate(marketRate) }
  const { tradeNo } = await insertRow(tx, 'fx_desk_trades', { tenantId, ...row })
  return { ...trade, tradeNo, settledOn: null }
}

/** One page of desk trades, the latest first, with the total count. */
export async function readDeskTrades(
  db: Connection,
  tenantId: bigint,
  { page, limit }: PageRequest,
): Promise<PageOf<DeskTrade>> {
  const rows = await db.query<Omit<DeskTrade, 'marketRate'> & { marketRate: string | null }>(
    `select id, trade_no, buy_currency, sell_currency, buy_amount, sell_amount, buy_result, sell_result, result_amount,
       cross_amount, worth, market_rate, counterparty, reference,
       trade_date::text as trade_date, value_date::text as value_date, settled_on::text as settled_on
     from fx_desk_trades where tenant_id = $1 order by trade_no desc limit $2 offset $3`,
    [tenantId, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>('select count(*) as total from fx_desk_trades where tenant_id = $1', [
    tenantId,
  ])
  const trades = rows.map(({ marketRate, ...row }) => ({ ...row, marketRate: marketRate ? rateOf(marketRate) : null }))
  return { rows: trades, total: Number(counted?.total ?? 0) }
}

/**
 * Locks the positions in these currencies, and returns what is open over all value dates, with its
 * cost, in minor units. Another trade of the desk waits, so that what one opens, the next realizes,
 * once. A lock of positions alone would let two trades pass while there are none.
 */
export async function lockInventories(
  tx: Transaction,
  tenantId: bigint,
  currencies: readonly string[],
): Promise<ReadonlyMap<string, Inventory>> {
  await lockTenant(tx, { lock: 'deskTrades', tenantId }, 'exclusive')
  await tx.query(
    `select from fx_positions where tenant_id = $1 and currency = any($2::text[])
     order by currency, value_date for no key update`,
    [tenantId, currencies],
  )
  const rows = await tx.query<Inventory & { currency: string }>(
    `select currency, sum(bought - sold + covered + desk)::bigint as amount, sum(cost)::bigint as cost
     from fx_positions where tenant_id = $1 and currency = any($2::text[]) group by currency`,
    [tenantId, currencies],
  )
  return new Map(rows.map(({ currency, ...open }) => [currency, open]))
}

/** A trade with the market that is to be settled: a cover, its unwind, or a trade of the desk. */
export interface MarketTrade {
  kind: 'cover' | 'unwind' | 'desk'
  id: string
  receivesCurrency: string
  receivesAmount: bigint
  deliversCurrency: string
  deliversAmount: bigint
}

/** The institutions with market trades to settle. `now` is the machine's time. */
export async function tenantsWithUnsettled(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where least((select min(v.value_date) from fx_covers v where v.tenant_id = i.tenant_id and v.settled_on is null),
         (select min(u.value_date) from fx_cover_unwinds u where u.tenant_id = i.tenant_id and u.settled_on is null),
         (select min(d.value_date) from fx_desk_trades d where d.tenant_id = i.tenant_id and d.settled_on is null))
       <= (${INSTITUTION_TIME} at time zone i.time_zone)::date
     order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** The earliest value date that is not settled, yyyy-mm-dd. */
export async function firstUnsettled(db: Connection, tenantId: bigint): Promise<string | undefined> {
  const row = await db.row<{ due: string | null }>(
    `select least((select min(value_date) from fx_covers where tenant_id = $1 and settled_on is null),
       (select min(value_date) from fx_cover_unwinds where tenant_id = $1 and settled_on is null),
       (select min(value_date) from fx_desk_trades where tenant_id = $1 and settled_on is null))::text as due`,
    [tenantId],
  )
  return row?.due ?? undefined
}

/** Locks trades whose value date has come, and marks them as settled. */
export async function claimUnsettled(
  tx: Transaction,
  tenantId: bigint,
  on: string,
  limit: number,
): Promise<MarketTrade[]> {
  const covers = await tx.query<MarketTrade>(
    `with due as (
       select contract_id from fx_covers where tenant_id = $1 and settled_on is null and value_date <= $2
       order by value_date, contract_id limit $3 for no key update skip locked)
     update fx_covers v set settled_on = $2 from due, fx_contracts c, fx_quotes q
     where v.tenant_id = $1 and v.contract_id = due.contract_id and c.tenant_id = $1 and c.id = v.contract_id
       and q.tenant_id = $1 and q.id = c.quote_id
     returning 'cover' as kind, v.contract_id as id, q.buy_currency as receives_currency,
       case q.base_currency when q.buy_currency then v.buy_amount else v.market_amount end as receives_amount,
       q.sell_currency as delivers_currency,
       case q.base_currency when q.sell_currency then v.sell_amount else v.market_amount end as delivers_amount`,
    [tenantId, on, limit],
  )
  const unwinds = await tx.query<MarketTrade>(
    `with due as (
       select close_out_id from fx_cover_unwinds where tenant_id = $1 and settled_on is null and value_date <= $2
       order by value_date, close_out_id limit $3 for no key update skip locked)
     update fx_cover_unwinds u set settled_on = $2 from due, fx_contracts c, fx_quotes q
     where u.tenant_id = $1 and u.close_out_id = due.close_out_id and c.tenant_id = $1 and c.id = u.contract_id
       and q.tenant_id = $1 and q.id = c.quote_id
     returning 'unwind' as kind, u.contract_id as id, q.sell_currency as receives_currency,
       case q.base_currency when q.sell_currency then u.sell_amount else u.market_amount end as receives_amount,
       q.buy_currency as delivers_currency,
       case q.base_currency when q.buy_currency then u.buy_amount else u.market_amount end as delivers_amount`,
    [tenantId, on, limit],
  )
  const trades = await tx.query<MarketTrade>(
    `with due as (
       select id from fx_desk_trades where tenant_id = $1 and settled_on is null and value_date <= $2
       order by value_date, id limit $3 for no key update skip locked)
     update fx_desk_trades d set settled_on = $2 from due where d.tenant_id = $1 and d.id = due.id
     returning 'desk' as kind, d.id, d.buy_currency as receives_currency, d.buy_amount as receives_amount,
       d.sell_currency as delivers_currency, d.sell_amount as delivers_amount`,
    [tenantId, on, limit],
  )
  return [...covers, ...unwinds, ...trades]
}
