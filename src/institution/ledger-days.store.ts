import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'

/** A business day, until it is closed. */
export interface LedgerDay {
  /** yyyy-mm-dd */
  businessDate: string
  closesAt: Temporal.Instant
}

/**
 * Removes the days that have not ended. Returns the last of the others: closed, or ended and not
 * closed yet.
 */
export async function dropComingDays(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<string | undefined> {
  await tx.query('delete from ledger_days where tenant_id = $1 and closed_at is null and closes_at > $2', [
    tenantId,
    now.toString(),
  ])
  const row = await tx.row<{ last: string | null }>(
    'select max(business_date)::text as last from ledger_days where tenant_id = $1',
    [tenantId],
  )
  return row?.last ?? undefined
}

export async function insertDays(tx: Transaction, tenantId: bigint, days: readonly LedgerDay[]): Promise<void> {
  await insertRows(
    tx,
    'ledger_days',
    { tenantId },
    days.map(({ businessDate, closesAt }) => ({ businessDate, closesAt, closeDueAt: closesAt })),
  )
}
