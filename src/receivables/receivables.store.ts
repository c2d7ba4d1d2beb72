import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRow } from '../db/rows.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'

/** What a customer owes in a currency. */
export interface Receivable {
  customerId: bigint
  currency: string
  createdAt: Temporal.Instant
  /** In minor units: what was owed in all, and what is owed now. */
  incurred: bigint
  owed: bigint
}

const selectReceivable = `
  select r.customer_id, r.currency, r.created_at, a.debits_posted as incurred, a.debits_posted - a.credits_posted as owed
  from receivables r join ledger_accounts a on a.tenant_id = $1 and a.id = r.ledger_account_id
  where r.tenant_id = $1`

/** What one customer owes or owed, one row for each currency. */
export async function readReceivables(db: Connection, tenantId: bigint, customerId: bigint): Promise<Receivable[]> {
  return db.query<Receivable>(`${selectReceivable} and r.customer_id = $2 order by r.currency`, [tenantId, customerId])
}

/** What the customer owes in the currency, in minor units. */
export async function readOwed(
  db: Connection,
  tenantId: bigint,
  { customerId, currency }: { customerId: bigint; currency: string },
): Promise<bigint> {
  const found = await readReceivables(db, tenantId, customerId)
  return found.find((one) => one.currency === currency)?.owed ?? 0n
}

/** What the customer and all below it owe, by currency, in minor units. */
export async function readOwedUnder(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
): Promise<{ currency: string; owed: bigint }[]> {
  return db.query(
    `select r.currency, sum(a.debits_posted - a.credits_posted)::bigint as owed
     from customers_under($1, $2) as u (id)
       join receivables r on r.tenant_id = $1 and r.customer_id = u.id
       join ledger_accounts a on a.tenant_id = $1 and a.id = r.ledger_account_id and a.debits_posted > a.credits_posted
     group by 1`,
    [tenantId, customerId],
  )
}

/** The ledger account of what the customer owes in the currency; undefined if it never owed. */
export async function readReceivableAccount(
  db: Connection,
  tenantId: bigint,
  { customerId, currency }: { customerId: bigint; currency: string },
): Promise<bigint | undefined> {
  const row = await db.row<{ ledgerAccountId: bigint }>(
    'select ledger_account_id from receivables where tenant_id = $1 and customer_id = $2 and currency = $3',
    [tenantId, customerId, currency],
  )
  return row?.ledgerAccountId
}

/** The customers and currencies in which something is owed, by customer. */
export async function readOpenReceivables(
  db: Connection,
  tenantId: bigint,
  { page, limit }: PageRequest,
): Promise<PageOf<Receivable>> {
  const open = `${selectReceivable} and a.debits_posted > a.credits_posted`
  const rows = await db.query<Receivable>(`${open} order by r.customer_id, r.currency limit $2 offset $3`, [
    tenantId,
    limit,
    (page - 1) * limit,
  ])
  const count = await db.row<{ total: bigint }>(`select count(*) as total from (${open}) as r`, [tenantId])
  return { rows, total: Number(count?.total) }
}

/**
 * The ledger account of what the customer owes in the currency, or undefined. Locks the customer,
 * so that no account opens while its first receivable does.
 */
export async function lockReceivableOf(
  tx: Transaction,
  tenantId: bigint,
  { customerId, currency }: { customerId: bigint; currency: string },
): Promise<bigint | undefined> {
  await tx.query('select from customers where tenant_id = $1 and id = $2 for no key update', [tenantId, customerId])
  return readReceivableAccount(tx, tenantId, { customerId, currency })
}

/**
 * The ledger accounts of what these customers owe, by customer and currency. The caller has locked
 * the customers, so that no account opens while its first receivable does.
 */
export async function readReceivablesOf(
  tx: Transaction,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<{ customerId: bigint; currency: string; ledgerAccountId: bigint }[]> {
  return tx.query(
    'select customer_id, currency, ledger_account_id from receivables where tenant_id = $1 and customer_id = any($2::bigint[])',
    [tenantId, customerIds],
  )
}

export async function insertReceivable(
  tx: Transaction,
  receivable: {
    tenantId: bigint
    customerId: bigint
    currency: string
    ledgerAccountId: bigint
    createdAt: Temporal.Instant
  },
): Promise<void> {
  await insertRow(tx, 'receivables', receivable)
}

/** The accounts, closed and deleted ones too, of these customers in these currencies. */
export async function readAccountsOf(
  db: Connection,
  tenantId: bigint,
  owners: readonly { customerId: bigint; currency: string }[],
): Promise<bigint[]> {
  if (owners.length === 0) return []
  const rows = await db.query<{ id: bigint }>(
    `select a.id from accounts a
     where a.tenant_id = $1
       and (a.customer_id, a.currency) in (select * from unnest($2::bigint[], $3::text[]))`,
    [tenantId, owners.map(({ customerId }) => customerId), owners.map(({ currency }) => currency)],
  )
  return rows.map(({ id }) => id)
}

export interface WriteOff {
  id: string
  customerId: bigint
  currency: string
  amount: bigint
  reason: string
  externalReferenceId: string
  transferId: string
  createdBy: string
  /** The institution's date on which the write-off counts. */
  businessDate: string
}

export async function insertWriteOff(
  tx: Transaction,
  tenantId: bigint,
  writeOff: WriteOff,
  now: Temporal.Instant,
): Promise<void> {
  await insertRow(tx, 'receivable_write_offs', { tenantId, ...writeOff, createdAt: now })
}
