import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'

/** A business day, until it is closed. */
export interface LedgerDay {
  /** yyyy-mm-dd */
  businessDate: string
  closesAt: Temporal.Instant
}

/** The first open business day that ends after the moment, as the books take entries. */
export async function readDayAt(
  db: Connection,
  tenantId: bigint,
  moment: Temporal.Instant,
): Promise<LedgerDay | undefined> {
  return db.row<LedgerDay>(
    `select business_date::text as business_date, closes_at from ledger_days
     where tenant_id = $1 and closed_at is null and closes_at > $2 order by closes_at limit 1`,
    [tenantId, moment.toString()],
  )
}

/** Removes the days after a day. Returns the last of the others. */
export async function dropDaysAfter(
  tx: Transaction,
  tenantId: bigint,
  date: string | undefined,
): Promise<LedgerDay | undefined> {
  if (date !== undefined)
    await tx.query('delete from ledger_days where tenant_id = $1 and closed_at is null and business_date > $2', [
      tenantId,
      date,
    ])
  return tx.row<LedgerDay>(
    `select business_date::text as business_date, closes_at from ledger_days
     where tenant_id = $1 order by business_date desc limit 1`,
    [tenantId],
  )
}

export async function insertDays(tx: Transaction, tenantId: bigint, days: readonly LedgerDay[]): Promise<void> {
  await insertRows(
    tx,
    'ledger_days',
    { tenantId },
    days.map(({ businessDate, closesAt }) => ({ businessDate, closesAt, closeDueAt: closesAt })),
  )
}
