import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { checked, contentIndex, storedContent, type WithContent } from '../db/content-digest.ts'
import { FX_CONTRACTS, FX_QUOTES } from '../db/digested-tables.ts'
import { insertRows } from '../db/rows.ts'
import { INSTITUTION_TIME } from '../institution/institution.ts'
import { words } from '../kernel/words.ts'
import type { TradeStatus } from './domain/contract-state.ts'
import type { ProductType, Trade } from './domain/exchange.ts'

export const QUOTE_STATUSES = words('FxQuoteStatus', ['Open', 'PendingApproval', 'Accepted', 'Rejected'])
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

/** A quote. Rates are exact decimal text, dates `yyyy-mm-dd`, times RFC 3339. */
export interface Quote extends Trade {
  id: string
  customerId: bigint
  customerRefType: string
  customerRef: string
  channel: string | null
  productType: ProductType
  tenor: string | null
  spotRate: string
  forwardPoints: string
  allInRate: string
  pricingReference: string
  tradeDate: string
  valueDate: string
  status: QuoteStatus
  expiresAt: string
  /** Who asked for it; null for the quote of a contract that a payment makes for itself. */
  madeBy: string | null
  madeByUser: string | null
  /** Why it, or its contract, is not what the service stored; undefined if it is. */
  altered?: string | undefined
}

/** A contract has the terms of its quote, but its own `id` and `status`. */
export interface Contract extends Omit<Quote, 'status'> {
  contractNo: bigint
  quoteId: string
  status: TradeStatus
  /** When it was agreed, and from when on what is not drawn of it is closed out. */
  executedAt: string
  endsAt: string
  coverDueAt: string | null
  coverNo: bigint | null
  /** The amounts drawn by payments and not released, in minor units. */
  drawnSellAmount: bigint
  drawnBuyAmount: bigint
  /** The payment for which the contract was made; null if it was made from a quote. */
  paymentId: string | null
  /** The amounts that were closed out after the contract ended, in minor units. */
  closedSellAmount: bigint
  closedBuyAmount: bigint
  /** The margin in the contract, in minor units of the quote currency. */
  marginAmount: bigint
  /** Whether payments earn the margin as they draw, and not the trade at once. */
  marginDeferred: boolean
  /**
   * The value of a contract between two foreign currencies in the institution's currency; zero if
   * one of the two is that currency.
   */
  crossAmount: bigint
  /** What the customer lost and gained by close-outs, in minor units of the currency sold. */
  closeOutLoss: bigint
  closeOutGain: bigint
  /** Why a close-out that is due is not made yet, such as a stale rate. */
  closeOutWaitsFor: string | null
  /** The account that prefunds the contract; null for a contract on credit or for a payment. */
  fundingAccountId: bigint | null
  /** The hold of the undrawn amount on that account; null if nothing is left to sell. */
  fundingHoldId: string | null
}

export const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
export const decimal = (column: string) => `trim_scale(${column})::text`

const terms = `q.customer_id, q.customer_ref_type, q.customer_ref,
  q.channel, q.product_type, q.tenor, q.sell_currency, q.buy_currency,
  q.sell_amount, q.buy_amount, q.base_currency,
  case q.base_currency when q.sell_currency then q.buy_currency else q.sell_currency end as quote_currency,
  ${decimal('q.spot_rate')} as spot_rate, ${decimal('q.forward_points')} as forward_points, ${decimal('q.all_in_rate')} as all_in_rate,
  q.pricing_reference, q.trade_date::text as trade_date, q.value_date::text as value_date,
  ${utc('q.expires_at')} as expires_at, q.made_by, q.made_by_user`

export async function insertQuotes(
  tx: Transaction,
  tenantId: bigint,
  quotes: readonly Quote[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'fx_quotes',
    { tenantId, createdAt: now },
    quotes.map((quote) => ({
      madeBy: quote.madeBy,
      madeByUser: quote.madeByUser,
      contentIndex: contentIndex(tx, tenantId, FX_QUOTES, quote),
      id: quote.id,
      customerId: quote.customerId,
      customerRefType: quote.customerRefType,
      customerRef: quote.customerRef,
      channel: quote.channel,
      productType: quote.productType,
      tenor: quote.tenor,
      sellCurrency: quote.sellCurrency,
      buyCurrency: quote.buyCurrency,
      sellAmount: quote.sellAmount,
      buyAmount: quote.buyAmount,
      baseCurrency: quote.baseCurrency,
      spotRate: quote.spotRate,
      forwardPoints: quote.forwardPoints,
      allInRate: quote.allInRate,
      pricingReference: quote.pricingReference,
      tradeDate: quote.tradeDate,
      valueDate: quote.valueDate,
      status: quote.status,
      expiresAt: quote.expiresAt,
    })),
  )
}

/** A quote as it is stored, and when it was made. */
export type LockedQuote = Quote & { madeAt: Temporal.Instant }

/** Locks a quote, so that it is decided once. */
export async function lockQuote(tx: Transaction, tenantId: bigint, id: string): Promise<LockedQuote | undefined> {
  const quote = await tx.row<LockedQuote & WithContent>(
    `select ${storedContent(FX_QUOTES, 'q')} as content, q.id, q.status, ${terms}, q.created_at as made_at from fx_quotes q
     where q.tenant_id = $1 and q.id = $2 for no key update`,
    [tenantId, id],
  )
  return quote && checked(tx, tenantId, FX_QUOTES, quote)
}

export async function writeQuoteStatus(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  status: QuoteStatus,
): Promise<void> {
  await tx.query('update fx_quotes set status = $3 where tenant_id = $1 and id = $2', [tenantId, id, status])
}

/** Selects contracts with their quotes as `c` and `q`; the tenant is `$1`. */
const selectContract = `
  select ${storedContent(FX_CONTRACTS, 'c')} as content, c.id, c.contract_no, c.quote_id, c.status, ${utc('c.cover_due_at')} as cover_due_at,
    ${utc('c.created_at')} as executed_at, ${utc('c.expires_at')} as ends_at,
    c.drawn_sell_amount, c.drawn_buy_amount, c.payment_id, c.funding_account_id, c.funding_hold_id,
    c.closed_sell_amount, c.closed_buy_amount, c.margin_amount, c.margin_deferred, c.cross_amount,
    c.close_out_loss, c.close_out_gain, c.close_out_waits_for,
    v.cover_no, ${terms}
  from fx_contracts c
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id
  where c.tenant_id = $1`

/** Contracts as `c` with their quotes as `q`; the tenant is `$1`. One that was altered says so. */
export async function queryContracts(
  db: Connection,
  tenantId: bigint,
  where: string,
  values: readonly unknown[],
): Promise<Contract[]> {
  const rows = await db.query<Contract & WithContent>(`${selectContract} and ${where}`, [tenantId, ...values])
  return rows.map((row) => checked(db, tenantId, FX_CONTRACTS, row))
}

/** A new contract, with the terms of its quote. */
export interface NewContract
  extends Omit<
    Contract,
    | 'contractNo'
    | 'expiresAt'
    | 'executedAt'
    | 'endsAt'
    | 'coverNo'
    | 'closeOutLoss'
    | 'closeOutGain'
    | 'closeOutWaitsFor'
  > {
  contractNo: bigint
  /** The start of the day after its value date, in the institution's time zone (`expiryOf`). */
  expiresAt: Temporal.Instant
}

/** Numbers for new contracts. A reserved number that is not used is never assigned. */
export async function reserveContractNumbers(tx: Transaction, count: number): Promise<bigint[]> {
  const rows = await tx.query<{ number: bigint }>(
    `select nextval('fx_contracts_contract_no_seq') as number from generate_series(1, $1::int)`,
    [count],
  )
  return rows.map(({ number }) => number)
}

/** What the digest is of, as `FX_CONTRACTS` reads it. */
const contentOf = (contract: NewContract) => ({
  ...contract,
  quoteCustomerId: contract.customerId,
  fundingAccountId: contract.paymentId === null ? contract.fundingAccountId : null,
})

export async function insertContracts(
  tx: Transaction,
  tenantId: bigint,
  contracts: readonly NewContract[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'fx_contracts',
    { tenantId, closedSellAmount: 0n, closedBuyAmount: 0n, createdAt: now },
    contracts.map((contract) => ({
      id: contract.id,
      contractNo: contract.contractNo,
      quoteId: contract.quoteId,
      status: contract.status,
      coverDueAt: contract.coverDueAt,
      paymentId: contract.paymentId,
      drawnSellAmount: contract.drawnSellAmount,
      drawnBuyAmount: contract.drawnBuyAmount,
      customerId: contract.customerId,
      fundingAccountId: contract.fundingAccountId,
      fundingHoldId: contract.fundingHoldId,
      marginAmount: contract.marginAmount,
      marginDeferred: contract.marginDeferred,
      crossAmount: contract.crossAmount,
      expiresAt: contract.expiresAt,
      contentIndex: contentIndex(tx, tenantId, FX_CONTRACTS, contentOf(contract)),
    })),
  )
}

export async function findContract(
  db: Connection,
  tenantId: bigint,
  contractNo: bigint,
): Promise<Contract | undefined> {
  return (await queryContracts(db, tenantId, 'c.contract_no = $2', [contractNo]))[0]
}

/** The contract made from a quote. */
export async function findContractOfQuote(
  tx: Transaction,
  tenantId: bigint,
  quoteId: string,
): Promise<Contract | undefined> {
  return (await queryContracts(tx, tenantId, 'c.quote_id = $2', [quoteId]))[0]
}

/** Locks before it reads, so that it sees what the previous lock holder committed. */
export async function lockContract(
  db: Connection,
  tenantId: bigint,
  contractNo: bigint,
): Promise<Contract | undefined> {
  return (await lockContracts(db, tenantId, { numbers: [contractNo], ids: [] }))[0]
}

/** Locks contracts by number or id, in the order of their numbers to prevent deadlocks. */
export async function lockContracts(db: Connection, tenantId: bigint, named: ContractNames): Promise<Contract[]> {
  await db.query(
    `select from fx_contracts where tenant_id = $1 and (contract_no = any($2::bigint[]) or id = any($3::uuid[]))
     order by contract_no for no key update`,
    [tenantId, named.numbers, named.ids],
  )
  return readContracts(db, tenantId, named)
}

export interface ContractNames {
  numbers: readonly bigint[]
  ids: readonly string[]
}

/** Reads contracts without locks, for callers that change nothing. */
export async function readContracts(db: Connection, tenantId: bigint, named: ContractNames): Promise<Contract[]> {
  const where = '(c.contract_no = any($2::bigint[]) or c.id = any($3::uuid[])) order by c.contract_no'
  return queryContracts(db, tenantId, where, [named.numbers, named.ids])
}

/**
 * Writes what changes in contracts: drawn and closed amounts, statuses and holds. If a contract
 * has ended with nothing drawn, its automatic cover is cleared. A close-out that waits is tried
 * again at `retryAt`. The caller holds the locks.
 */
export async function writeDrawn(
  tx: Transaction,
  tenantId: bigint,
  contracts: readonly Contract[],
  retryAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update fx_contracts c set status = d.status, drawn_sell_amount = d.sell, drawn_buy_amount = d.buy,
       funding_account_id = d.funding_account_id, funding_hold_id = d.funding_hold_id,
       closed_sell_amount = d.closed_sell, closed_buy_amount = d.closed_buy, close_out_loss = d.loss, close_out_gain = d.gain,
       close_out_waits_for = d.waits_for, expires_at = case when d.waits_for is null then c.expires_at else $13 end,
       cover_due_at = case when d.status in ('Cancelled', 'Expired') and d.sell = 0 then null else c.cover_due_at end
     from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[], $8::bigint[], $9::bigint[],
       $10::bigint[], $11::bigint[], $12::text[])
       as d (id, status, sell, buy, funding_account_id, funding_hold_id, closed_sell, closed_buy, loss, gain, waits_for)
     where c.tenant_id = $1 and c.id = d.id`,
    [
      tenantId,
      contracts.map(({ id }) => id),
      contracts.map(({ status }) => status),
      contracts.map(({ drawnSellAmount }) => drawnSellAmount),
      contracts.map(({ drawnBuyAmount }) => drawnBuyAmount),
      contracts.map(({ fundingAccountId }) => fundingAccountId),
      contracts.map(({ fundingHoldId }) => fundingHoldId),
      contracts.map(({ closedSellAmount }) => closedSellAmount),
      contracts.map(({ closedBuyAmount }) => closedBuyAmount),
      contracts.map(({ closeOutLoss }) => closeOutLoss),
      contracts.map(({ closeOutGain }) => closeOutGain),
      contracts.map(({ closeOutWaitsFor }) => closeOutWaitsFor),
      retryAt.toString(),
    ],
  )
}

/** The contracts that expire, and those that have ended and whose close-out waits. */
const stillToClose = `(c.status in ('Open', 'PartiallyDrawn') or c.close_out_waits_for is not null)`

/**
 * The institutions with contracts to close out. `now` is
 * the machine's time.
 */
export async function tenantsWithExpired(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where (select min(c.expires_at) from fx_contracts c where c.tenant_id = i.tenant_id and ${stillToClose})
       <= ${INSTITUTION_TIME}
     order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

export async function firstExpiry(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ due: Temporal.Instant | null }>(
    `select min(c.expires_at) as due from fx_contracts c where c.tenant_id = $1 and ${stillToClose}`,
    [tenantId],
  )
  return row?.due ?? undefined
}

/** Contracts to close out: their value date is over, or a close-out waits. The earliest first. */
export async function listExpired(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<Contract[]> {
  const where = `${stillToClose} and c.expires_at <= $2 order by c.expires_at, c.id limit $3`
  return queryContracts(db, tenantId, where, [now.toString(), limit])
}

/** Locks a contract that is still to be closed out. Skips one that another worker has locked. */
export async function claimExpired(
  tx: Transaction,
  tenantId: bigint,
  contractNo: bigint,
  now: Temporal.Instant,
): Promise<Contract | undefined> {
  const where = `c.contract_no = $2 and ${stillToClose} and c.expires_at <= $3 for no key update of c skip locked`
  return (await queryContracts(tx, tenantId, where, [contractNo, now.toString()]))[0]
}
