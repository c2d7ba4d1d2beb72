import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

export interface Adjustment {
  id: string
  accountId: bigint
  direction: 'Credit' | 'Debit'
  amount: bigint
  currency: string
  reason: string
  externalReferenceId: string
  transferId: string
  createdBy: string
}

export async function insertAdjustment(
  tx: Transaction,
  tenantId: bigint,
  adjustment: Adjustment,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into adjustments
       (tenant_id, id, account_id, direction, amount, currency, reason, external_reference_id, transfer_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
      now.toString(),
    ],
  )
}
