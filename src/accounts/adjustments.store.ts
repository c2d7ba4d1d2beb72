import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
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

/** The adjustments of one currency on one business date. */
type Day = Pick<Adjustment, 'currency' | 'businessDate'>

/**
 * Adds the amount to the total of the day, unless the total would exceed `perDay`. Returns whether
 * it was added. The row stays locked until the transaction ends.
 */
export async function addToDay(
  tx: Transaction,
  tenantId: bigint,
  { currency, businessDate }: Day,
  { amount, perDay }: { amount: bigint; perDay: bigint },
): Promise<boolean> {
  const row = await tx.row(
    `insert into adjustment_usage as day (tenant_id, currency, business_date, used)
     select $1, $2, $3::date, $4::bigint where $4::bigint <= $5::bigint
     on conflict (tenant_id, currency, business_date)
       do update set used = day.used + excluded.used
         where day.tenant_id = $1 and day.used + excluded.used <= $5::bigint
     returning used`,
    [tenantId, currency, businessDate, amount, perDay],
  )
  return row !== undefined
}

export async function readDay(tx: Transaction, tenantId: bigint, { currency, businessDate }: Day): Promise<bigint> {
  const row = await tx.row<{ used: bigint }>(
    'select used from adjustment_usage where tenant_id = $1 and currency = $2 and business_date = $3',
    [tenantId, currency, businessDate],
  )
  return row?.used ?? 0n
}
