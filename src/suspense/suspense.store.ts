import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, insertRow, insertRows, lockById } from '../db/rows.ts'
import type { SuspenseItems, SuspenseReleases } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'

/** Why an amount is in suspense. A crossed return is the institution's, the others a customer's. */
export type SuspenseReason = 'AccountClosed' | 'NoAccount' | 'CrossedReturn'

/** An amount in suspense, in minor units. Its id is that of the transfer that brought it. */
export interface NewItem {
  id: string
  reason: SuspenseReason
  currency: string
  amount: bigint
  customerId: bigint
  /** The closed account to which it came back; null if the customer had none. */
  accountId: bigint | null
  /** The payment or the FX contract. */
  referenceId: string
}

export type ItemRow = SuspenseItems
export type ReleaseRow = SuspenseReleases

/** An item, with its release. */
export interface Item extends ItemRow {
  release: ReleaseRow | undefined
}

/** Where money that comes back to an account goes. */
export interface AccountPlace {
  accountId: bigint
  customerId: bigint
  currency: string
  isClosed: boolean
  /** The oldest open account of the customer in the currency with `returnAccount`. */
  returnAccountId: bigint | null
}

/** The places of these accounts, closed and deleted ones too. */
export async function readPlaces(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<AccountPlace[]> {
  if (accountIds.length === 0) return []
  return tx.query<AccountPlace>(
    `select a.id as account_id, a.customer_id, a.currency, a.status = 'Closed' as is_closed,
       (select min(r.id) from accounts r where r.tenant_id = $1 and r.customer_id = a.customer_id and r.currency = a.currency
         and r.return_account and r.deleted_at is null and r.status <> 'Closed') as return_account_id
     from accounts a
     where a.tenant_id = $1 and a.id = any($2::bigint[])`,
    [tenantId, [...new Set(accountIds)]],
  )
}

export async function insertItems(
  tx: Transaction,
  tenantId: bigint,
  items: readonly NewItem[],
  now: Temporal.Instant,
): Promise<void> {
  if (items.length > 0) await insertRows(tx, 'suspense_items', { tenantId, createdAt: now }, items)
}

export async function findItem(tx: Transaction, tenantId: bigint, id: string): Promise<ItemRow | undefined> {
  return byId(tx, 'suspense_items', tenantId, id)
}

/** Locks an item, so that it is released once. */
export async function lockItem(tx: Transaction, tenantId: bigint, id: string): Promise<ItemRow | undefined> {
  return lockById(tx, 'suspense_items', tenantId, id)
}

/** The rail of the payment that an item came from. */
export async function railOf(tx: Transaction, tenantId: bigint, { referenceId }: ItemRow): Promise<string | undefined> {
  const row = await tx.row<{ rail: string }>(
    'select rail from payment_states where tenant_id = $1 and payment_id = $2',
    [tenantId, referenceId],
  )
  return row?.rail
}

export async function insertRelease(tx: Transaction, release: ReleaseRow): Promise<void> {
  await insertRow(tx, 'suspense_releases', release)
  const { tenantId, itemId, createdAt } = release
  await tx.query('update suspense_items set released_at = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    itemId,
    createdAt.toString(),
  ])
}

export interface ItemFilter {
  isReleased: boolean
  customerId?: bigint
}

/** A page of items, the oldest first. */
export async function searchItems(
  db: Connection,
  tenantId: bigint,
  { isReleased, customerId }: ItemFilter,
  page: PageRequest,
): Promise<PageOf<Item>> {
  const where = conditions(tenantId)
  where.and(isReleased ? 'released_at is not null' : 'released_at is null')
  where.equals('customer_id', customerId)
  const from = `from suspense_items where tenant_id = $1 ${where}`
  const rows = await readPage<ItemRow>(db, where, page, (bounds) => `select * ${from} order by id ${bounds}`)
  const total = await readTotal(db, where, `select count(*) as total ${from}`)
  const releases = isReleased ? await readReleases(db, tenantId, rows) : []
  const found = new Map(releases.map((release) => [release.itemId, release]))
  return { rows: rows.map((row) => ({ ...row, release: found.get(row.id) })), total }
}

async function readReleases(db: Connection, tenantId: bigint, items: readonly ItemRow[]): Promise<ReleaseRow[]> {
  return db.query<ReleaseRow>('select * from suspense_releases where tenant_id = $1 and item_id = any($2::uuid[])', [
    tenantId,
    items.map(({ id }) => id),
  ])
}
