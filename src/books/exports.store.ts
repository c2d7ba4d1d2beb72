import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRow } from '../db/rows.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'

export interface LedgerExport {
  businessDate: string
  name: string
  detail: 'Account' | 'Entry'
  content: string
  writtenAt: Temporal.Instant | null
}

export async function insertExport(
  tx: Transaction,
  tenantId: bigint,
  file: Omit<LedgerExport, 'writtenAt'>,
  now: Temporal.Instant,
): Promise<void> {
  await insertRow(tx, 'ledger_exports', { tenantId, ...file, createdAt: now })
}

/** Tenants with a file that is not written yet. */
export async function tenantsWithUnwrittenExports(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where (select true from ledger_exports e where e.tenant_id = i.tenant_id and e.written_at is null limit 1) order by 1`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

const columns = 'business_date::text as business_date, name, detail, content, written_at'

/** Locks the oldest file that is not written, so that no other worker writes it. */
export async function lockUnwrittenExport(tx: Transaction, tenantId: bigint): Promise<LedgerExport | undefined> {
  return tx.row<LedgerExport>(
    `select ${columns} from ledger_exports where tenant_id = $1 and written_at is null
     order by business_date limit 1 for update skip locked`,
    [tenantId],
  )
}

export async function markExportWritten(
  tx: Transaction,
  tenantId: bigint,
  businessDate: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('update ledger_exports set written_at = $3 where tenant_id = $1 and business_date = $2', [
    tenantId,
    businessDate,
    now.toString(),
  ])
}

/** The files, the newest first, or that of one day. */
export async function listExports(
  db: Connection,
  tenantId: bigint,
  { date = null, page, limit }: PageRequest & { date?: string | null },
): Promise<PageOf<LedgerExport>> {
  const wanted = 'from ledger_exports where tenant_id = $1 and ($2::date is null or business_date = $2)'
  const rows = await db.query<LedgerExport>(
    `select ${columns} ${wanted} order by ledger_exports.business_date desc limit $3 offset $4`,
    [tenantId, date, limit, (page - 1) * limit],
  )
  const counted = await db.row<{ total: bigint }>(`select count(*) as total ${wanted}`, [tenantId, date])
  return { rows, total: Number(counted?.total ?? 0) }
}

/** The entries after one day until another, with their master GL accounts: at most `limit`. */
export async function readExportedEntries(
  tx: Connection,
  tenantId: bigint,
  { since, date, limit }: { since: string | undefined; date: string; limit: number },
): Promise<
  {
    id: string
    at: Temporal.Instant
    purpose: string
    referenceId: string
    amount: bigint
    currency: string
    debit: string
    debitGl: string | null
    credit: string
    creditGl: string | null
  }[]
> {
  return tx.query(
    `select t.id, t.created_at as at, t.purpose, t.reference_id, t.amount, t.currency,
       coalesce(d.code, d.id::text) as debit, da.master_gl as debit_gl,
       coalesce(c.code, c.id::text) as credit, ca.master_gl as credit_gl
     from ledger_transfers t
       join ledger_accounts d on d.tenant_id = $1 and d.id = t.debit_account_id
       join ledger_accounts c on c.tenant_id = $1 and c.id = t.credit_account_id
       left join accounts da on da.tenant_id = $1 and da.id = t.debit_account_id
       left join accounts ca on ca.tenant_id = $1 and ca.id = t.credit_account_id
     where t.tenant_id = $1 and t.business_date > $2 and t.business_date <= $3 and t.kind in ('posted', 'post_pending')
     order by t.id limit $4`,
    [tenantId, since ?? '-infinity', date, limit],
  )
}
