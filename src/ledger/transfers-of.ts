import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Transfer } from './transfer.ts'

/**
 * One side of a transfer: a customer's account, or a book of the institution with its kind, such as
 * `clearing`.
 */
export interface TransferSide {
  accountId: bigint
  kind: string
}

export interface RecordedTransfer {
  at: Temporal.Instant
  kind: Transfer['kind']
  purpose: string
  /** In minor units. */
  amount: bigint
  currency: string
  debit: TransferSide
  credit: TransferSide
}

/** More than any payment or adjustment has. */
const MAX_TRANSFERS = 100

/** The transfers of a payment or an adjustment, in the order of their creation. */
export async function readTransfersOf(
  db: Connection,
  tenantId: bigint,
  referenceId: string,
): Promise<RecordedTransfer[]> {
  const rows = await db.query<TransferRow>(
    `select t.created_at as at, t.kind, t.purpose, t.amount, t.currency,
       t.debit_account_id as debit_id, d.kind as debit_kind, t.credit_account_id as credit_id, c.kind as credit_kind
     from ledger_transfers t
       join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id
       join ledger_accounts c on c.tenant_id = t.tenant_id and c.id = t.credit_account_id
     where t.tenant_id = $1 and t.reference_id = $2 order by t.id limit ${MAX_TRANSFERS}`,
    [tenantId, referenceId],
  )
  return rows.map(({ debitId, debitKind, creditId, creditKind, ...transfer }) => ({
    ...transfer,
    debit: { accountId: debitId, kind: debitKind },
    credit: { accountId: creditId, kind: creditKind },
  }))
}

type TransferRow = Omit<RecordedTransfer, 'debit' | 'credit'> & {
  debitId: bigint
  debitKind: string
  creditId: bigint
  creditKind: string
}
