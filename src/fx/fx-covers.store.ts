import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { checked, contentIndex, storedContent, type WithContent } from '../db/content-digest.ts'
import { FX_COVERS } from '../db/digested-tables.ts'
import { insertRow } from '../db/rows.ts'
import { INSTITUTION_TIME } from '../institution/institution.ts'
import { type Contract, decimal, queryContracts, utc } from './fx-trades.store.ts'

export interface Cover {
  coverNo: bigint
  /**
   * The covered part of the contract at the market rate of its trade, without its margin, in minor
   * units. One of the two is the base amount.
   */
  sellAmount: bigint
  buyAmount: bigint
  marketAmount: bigint
  /** The part of the contract's `crossAmount`. */
  crossAmount: bigint
  spotRate: string
  allInRate: string
  pricingReference: string
  tradeDate: string
  /** The contract's value date, or a later one if it was covered after that date. */
  valueDate: string
  /** Why it is not what the service stored; undefined if it is. */
  altered?: string | undefined
}

/** Clears the automatic cover of a contract. */
export async function clearCoverDue(tx: Transaction, tenantId: bigint, id: string): Promise<void> {
  await tx.query('update fx_contracts set cover_due_at = null where tenant_id = $1 and id = $2', [tenantId, id])
}

export async function insertCover(
  tx: Transaction,
  tenantId: bigint,
  contractId: string,
  cover: Omit<Cover, 'coverNo'>,
): Promise<void> {
  const written = { contractId, ...cover, settledOn: null }
  await insertRow(tx, 'fx_covers', {
    tenantId,
    ...written,
    contentIndex: contentIndex(tx, tenantId, FX_COVERS, written),
  })
}

export async function findCover(tx: Transaction, tenantId: bigint, contractId: string): Promise<Cover | undefined> {
  const cover = await tx.row<Cover & WithContent>(
    `select ${storedContent(FX_COVERS, 'v')} as content, cover_no, sell_amount, buy_amount, market_amount, cross_amount, ${decimal('spot_rate')} as spot_rate,
       ${decimal('all_in_rate')} as all_in_rate, pricing_reference, trade_date::text as trade_date,
       value_date::text as value_date
     from fx_covers v where tenant_id = $1 and contract_id = $2`,
    [tenantId, contractId],
  )
  return cover && checked(tx, tenantId, FX_COVERS, cover)
}

/** The opposite trade that ends a part of a cover. Amounts as in `Cover`, dates yyyy-mm-dd. */
export type CoverUnwind = Pick<Cover, 'sellAmount' | 'buyAmount' | 'marketAmount' | 'crossAmount' | 'valueDate'>

export async function insertUnwind(
  tx: Transaction,
  tenantId: bigint,
  of: { closeOutId: string; contractId: string },
  unwind: CoverUnwind,
): Promise<void> {
  await insertRow(tx, 'fx_cover_unwinds', { tenantId, ...of, ...unwind, settledOn: null })
}

/** What is unwound of the cover of a contract, in minor units. */
export async function readUnwound(
  tx: Transaction,
  tenantId: bigint,
  contractId: string,
): Promise<Pick<CoverUnwind, 'sellAmount' | 'buyAmount'>> {
  const row = await tx.row<Pick<CoverUnwind, 'sellAmount' | 'buyAmount'>>(
    `select coalesce(sum(sell_amount), 0)::bigint as sell_amount, coalesce(sum(buy_amount), 0)::bigint as buy_amount
     from fx_cover_unwinds where tenant_id = $1 and contract_id = $2`,
    [tenantId, contractId],
  )
  return row!
}

/** The institutions with covers due. `now` is the machine's time. */
export async function tenantsWithCoversDue(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where (select min(c.cover_due_at) from fx_contracts c where c.tenant_id = i.tenant_id and c.cover_due_at is not null)
       <= ${INSTITUTION_TIME}
     order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the next automatic cover is due. */
export async function firstCoverDue(db: Connection, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ due: string | null }>(
    `select ${utc('min(cover_due_at)')} as due from fx_contracts where tenant_id = $1 and cover_due_at is not null`,
    [tenantId],
  )
  const due = row?.due
  return due ? Temporal.Instant.from(due) : undefined
}

/** The numbers of contracts with covers due, the earliest first. */
export async function listCoversDue(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<bigint[]> {
  const rows = await db.query<{ contractNo: bigint }>(
    `select contract_no from fx_contracts where tenant_id = $1 and cover_due_at <= $2
     order by cover_due_at limit $3`,
    [tenantId, now.toString(), limit],
  )
  return rows.map(({ contractNo }) => contractNo)
}

/** Locks a contract whose cover is still due. Skips a contract that another worker has locked. */
export async function claimCoverDue(
  tx: Transaction,
  tenantId: bigint,
  contractNo: bigint,
  now: Temporal.Instant,
): Promise<Contract | undefined> {
  const where = 'c.contract_no = $2 and c.cover_due_at <= $3 for no key update of c skip locked'
  return (await queryContracts(tx, tenantId, where, [contractNo, now.toString()]))[0]
}

/** Postpones the automatic cover of a contract, unless it was cleared. */
export async function postponeCover(
  tx: Transaction,
  tenantId: bigint,
  contractNo: bigint,
  coverDueAt: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'update fx_contracts set cover_due_at = $3 where tenant_id = $1 and contract_no = $2 and cover_due_at is not null',
    [tenantId, contractNo, coverDueAt.toString()],
  )
}
