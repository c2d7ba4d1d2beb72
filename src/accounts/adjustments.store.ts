import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { ContraAccount } from '../ledger/chart.ts'

export interface Adjustment {
  id: string
  accountId: bigint
  direction: 'Credit' | 'Debit'
  amount: bigint
  currency: string
  reason: string
  externalReferenceId: string
  /** The account of the institution on the other side. */
  contraAccount: ContraAccount
  transferId: string
  createdBy: string
  /** The institution's date on which the adjustment counts. */
  businessDate: string
}

export async function insertAdjustment(
  tx: Transaction,
  tenantId: bigint,
  adjustment: Adjustment,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into adjustments
       (tenant_id, id, account_id, direction, amount, currency, reason, external_reference_id, transfer_id, created_by,
        business_date, contra_account, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      adjustment.id,
      adjustment.accountId,
      adjustment.direction,
      adjustment.amount,
      adjustment.currency,
      adjustment.reason,
      adjustment.externalReferenceId,
      adjustment.transferId,
      adjustment.createdBy,
      adjustment.businessDate,
      adjustment.contraAccount,
      now.toString(),
    ],
  )
}

/** The reasons of adjustments, in the words of the institution. */
export function readAdjustmentReasons(
  db: Connection,
  tenantId: bigint,
  ids: readonly string[],
): Promise<{ id: string; reason: string }[]> {
  return db.query('select id, reason from adjustments where tenant_id = $1 and id = any($2::uuid[])', [tenantId, ids])
}
