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

/**
 * Removes the days that end after now, except the one that has begun. Returns the last of the
 * others.
 */
export async function dropComingDays(
  tx: Transaction,
  tenantId: bigint,
  begun: string | undefined,
  now: Temporal.Instant,
): Promise<LedgerDay | undefined> {
  await tx.query(
    `delete from ledger_days
     where tenant_id = $1 and closed_at is null and closes_at > $2 and ($3::date is null or business_date > $3)`,
    [tenantId, now.toString(), begun ?? null],
  )
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
