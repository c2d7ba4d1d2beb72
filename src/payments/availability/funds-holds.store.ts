import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import type { Hold } from '../../ledger/ledger.ts'

/** A hold on the proceeds of a settled debit. */
export interface NewFundsHold {
  paymentId: string
  transferId: string
  /** The day on which the proceeds become available. */
  availableOn: Temporal.PlainDate
  /** When business starts on that day. */
  releasesAt: Temporal.Instant
}

/** An open hold on the proceeds of a payment, as the ledger has it. */
export type FundsHold = Hold & { paymentId: string; availableOn: string }

/** The customers' own days of these debits, by payment. A customer without its own is absent. */
export async function readOwnDays(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, number>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; debitFundsAvailability: number }>(
    `select p.id, (c.profile->>'debitFundsAvailability')::integer as debit_funds_availability
     from payments p join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
     where p.tenant_id = $1 and p.id = any($2::uuid[]) and c.profile->>'debitFundsAvailability' is not null`,
    [tenantId, paymentIds],
  )
  return new Map(rows.map(({ id, debitFundsAvailability }) => [id, debitFundsAvailability]))
}

export async function insertFundsHolds(
  tx: Transaction,
  tenantId: bigint,
  holds: readonly NewFundsHold[],
): Promise<void> {
  const rows = holds.map(({ availableOn, ...hold }) => ({ ...hold, availableOn: availableOn.toString() }))
  await insertRows(tx, 'funds_holds', { tenantId }, rows)
}

const open = `
  select t.id, t.purpose, t.debit_account_id, t.credit_account_id, t.amount, t.currency, f.payment_id, f.available_on
  from funds_holds f
    join ledger_transfers t on t.tenant_id = f.tenant_id and t.id = f.transfer_id
    join payment_states s on s.tenant_id = f.tenant_id and s.payment_id = f.payment_id
  where f.tenant_id = $1 and f.released_at is null`

/** The open holds of these payments, by payment. The caller has locked the payments. */
export async function readFundsHolds(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, FundsHold>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await tx.query<FundsHold>(`${open} and f.payment_id = any($2::uuid[])`, [tenantId, paymentIds])
  return new Map(rows.map((hold) => [hold.paymentId, hold]))
}

/** Locks the payments whose holds are due, and skips those locked by another transaction. */
export async function claimDueFunds(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<FundsHold[]> {
  // The holds are locked, too: one that was released meanwhile is read again, and skipped.
  return tx.query<FundsHold>(
    `${open} and f.releases_at <= $2
     order by f.releases_at, f.payment_id limit $3 for no key update of s, f skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/**
 * Records that the holds of these payments are released. With `availableOn`, their proceeds became
 * available on another day than expected.
 */
export async function writeFundsReleased(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
  now: Temporal.Instant,
  availableOn?: Temporal.PlainDate,
): Promise<void> {
  if (paymentIds.length === 0) return
  await tx.query(
    `update funds_holds set released_at = $3, available_on = coalesce($4::date, available_on)
     where tenant_id = $1 and payment_id = any($2::uuid[]) and released_at is null`,
    [tenantId, paymentIds, now.toString(), availableOn?.toString() ?? null],
  )
}
