import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow } from '../../db/rows.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { CoverUnwind } from '../fx-covers.store.ts'

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
  baseCurrency: string
  quoteCurrency: string
  /** The margin that was reversed, in the quote currency. */
  marginAmount: bigint
  /** In the currency sold, as are the amounts below. */
  loss: bigint
  /** The part of the loss that accounts of the customer paid; its receivable has the rest. */
  chargedAmount: bigint
  gain: bigint
  keptAmount: bigint
  /** The first account that was charged, or the one that was credited. */
  accountId: bigint | null
  closedAt: Temporal.Instant
  /** The trade with the market that ended the cover of the part; null if there was none. */
  unwind: Pick<CoverUnwind, 'sellAmount' | 'buyAmount' | 'marketAmount' | 'valueDate'> | null
}

export type NewCloseOut = Omit<CloseOut, 'contractNo' | 'baseCurrency' | 'quoteCurrency' | 'closedAt' | 'unwind'>

export async function insertCloseOut(
  tx: Transaction,
  tenantId: bigint,
  closeOut: NewCloseOut,
  now: Temporal.Instant,
): Promise<void> {
  await insertRow(tx, 'fx_close_outs', { tenantId, ...closeOut, closedAt: now })
}

const selectCloseOut = `
  select o.id, o.contract_id, c.contract_no, o.customer_id, o.reason, o.sell_currency, o.buy_currency, o.sell_amount, o.buy_amount,
    trim_scale(o.market_rate)::text as market_rate, o.pricing_reference, o.margin_amount, o.loss, o.charged_amount, o.gain,
    o.kept_amount, o.account_id, o.closed_at, q.base_currency,
    u.sell_amount as unwound_sell, u.buy_amount as unwound_buy, u.market_amount, u.value_date::text as unwound_on,
    case q.base_currency when q.sell_currency then q.buy_currency else q.sell_currency end as quote_currency
  from fx_close_outs o
    join fx_contracts c on c.tenant_id = $1 and c.id = o.contract_id
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    left join fx_cover_unwinds u on u.tenant_id = $1 and u.close_out_id = o.id
  where o.tenant_id = $1`

/** One page of close-outs, the latest first, with the total count. */
export async function readCloseOuts(
  db: Connection,
  tenantId: bigint,
  { customerId = null, page, limit }: PageRequest & { customerId?: bigint | null },
): Promise<PageOf<CloseOut>> {
  const rows = await db.query<CloseOutRow>(
    `${selectCloseOut} and ($2::bigint is null or o.customer_id = $2) order by o.id desc limit $3 offset $4`,
    [tenantId, customerId, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(
    'select count(*) as total from fx_close_outs where tenant_id = $1 and ($2::bigint is null or customer_id = $2)',
    [tenantId, customerId],
  )
  return { rows: rows.map(closeOutOf), total: Number(counted?.total ?? 0) }
}

type CloseOutRow = Omit<CloseOut, 'unwind'> &
  (
    | { unwoundSell: bigint; unwoundBuy: bigint; marketAmount: bigint; unwoundOn: string }
    | { unwoundSell: null; unwoundBuy: null; marketAmount: null; unwoundOn: null }
  )

function closeOutOf({ unwoundSell, unwoundBuy, marketAmount, unwoundOn, ...closeOut }: CloseOutRow): CloseOut {
  const isUnwound = unwoundSell !== null
  const unwind = isUnwound
    ? { sellAmount: unwoundSell, buyAmount: unwoundBuy, marketAmount, valueDate: unwoundOn }
    : null
  return { ...closeOut, unwind }
}
