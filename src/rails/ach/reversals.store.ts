import { Temporal } from 'temporal-polyfill'
import { ACH_COMPANY_ID } from '../../customers/customers.ts'
import { splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { contentIndex, type StoredContent, storedContent, whyAltered } from '../../db/content-digest.ts'
import { ACH_REVERSALS } from '../../db/digested-tables.ts'
import { CONTENT, queryPayments } from '../../db/payment-content.ts'
import { hasDeparted } from '../handover/departures.store.ts'
import { type EntryRow, entryColumns, entryJoins, paymentOf } from './ach.store.ts'
import type { AchPayment } from './compose-file.ts'
import { withParties } from './international.store.ts'

/** Requests the reversal of a settled debit in a later file. Throws if one exists. */
export async function requestReversal(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    'insert into ach_reversals (tenant_id, payment_id, requested_at, content_index) values ($1, $2, $3, $4)',
    [tenantId, paymentId, now.toString(), contentIndex(tx, tenantId, ACH_REVERSALS, { paymentId })],
  )
}

/**
 * Notes that a reversed debit has come back. A reversing entry in no file is never sent. Returns
 * undefined if a return was noted before, and otherwise whether the entry is in a file.
 */
export async function noteReturned(
  tx: Transaction,
  tenantId: bigint,
  { paymentId, achReturnCode, settlementId }: { paymentId: string; achReturnCode: string; settlementId: string },
  now: Temporal.Instant,
): Promise<{ isSent: boolean } | undefined> {
  return tx.row<{ isSent: boolean }>(
    `update ach_reversals set returned_at = $3, return_code = $4, return_settlement_id = $5
     where tenant_id = $1 and payment_id = $2 and returned_at is null returning file_id is not null as is_sent`,
    [tenantId, paymentId, now.toString(), achReturnCode, settlementId],
  )
}

/** The earliest request time of the reversals that wait for a file. */
export async function firstWaiting(tx: Transaction, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await tx.row<{ at: Temporal.Instant | null }>(
    `select min(requested_at) as at from ach_reversals where tenant_id = $1 and file_id is null and returned_at is null
       and not ${hasDeparted('ach_reversals.payment_id', 'Reversal')}`,
    [tenantId],
  )
  return row?.at ?? undefined
}

/**
 * Locks reversals that wait for a file. They are credits to the debtor. One that was altered, or
 * that nobody asked for, waits on, and the verification and the clock of its rule report it.
 */
export async function claimReversals(
  tx: Transaction,
  tenantId: bigint,
  { requestedUntil, limit }: { requestedUntil: Temporal.Instant; limit: number },
): Promise<AchPayment[]> {
  const rows = await queryPayments<EntryRow & { asked: StoredContent }>(
    tx,
    tenantId,
    `select ${CONTENT}, ${storedContent(ACH_REVERSALS, 'r')} as asked, ${entryColumns}, 'CREDIT' as entry_type
     from ach_reversals r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
       join payment_states s on s.tenant_id = r.tenant_id and s.payment_id = r.payment_id ${entryJoins}
     where r.tenant_id = $1 and r.file_id is null and r.returned_at is null and r.requested_at <= $3
       and not ${hasDeparted('r.payment_id', 'Reversal')}
     order by r.requested_at, r.payment_id limit $4 for no key update of r skip locked`,
    [tenantId, ACH_COMPANY_ID.pattern, requestedUntil.toString(), limit],
  )
  const isAsked = ({ asked }: { asked: StoredContent }) =>
    whyAltered(tx.keyring, tenantId, ACH_REVERSALS, asked) === undefined
  const claimed = splitAltered(rows).unaltered.filter(isAsked)
  return (await withParties(tx, tenantId, claimed.map(paymentOf))).payments
}

/** A reversing entry in a written file, whose amount is in transit until it settles. */
export interface UnsettledReversal {
  paymentId: string
  /** In minor units. */
  amount: bigint
  currency: string
  settlementDueAt: Temporal.Instant
}

/**
 * Sets when the reversals of a file settle, from their effective entry date. Returns the payments.
 */
export async function scheduleSettlement(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  dueAt: (effectiveDate: Temporal.PlainDate) => Temporal.Instant,
): Promise<string[]> {
  const dates = await tx.query<{ date: string }>(
    `select distinct effective_entry_date as date from ach_reversals where tenant_id = $1 and file_id = $2`,
    [tenantId, fileId],
  )
  const paymentIds: string[] = []
  for (const { date } of dates) {
    const scheduled = await tx.query<{ paymentId: string }>(
      `update ach_reversals set settlement_due_at = $4
       where tenant_id = $1 and file_id = $2 and effective_entry_date = $3 returning payment_id`,
      [tenantId, fileId, date, dueAt(Temporal.PlainDate.from(date)).toString()],
    )
    paymentIds.push(...scheduled.map(({ paymentId }) => paymentId))
  }
  return paymentIds
}

/** The reversals of a file settle no more by the calendar. Returns how many did. */
export async function suspendReversals(tx: Transaction, tenantId: bigint, fileId: string): Promise<number> {
  const rows = await tx.query(
    `update ach_reversals set settlement_due_at = null
     where tenant_id = $1 and file_id = $2 and settlement_id is null and settlement_due_at is not null
     returning payment_id`,
    [tenantId, fileId],
  )
  return rows.length
}

/** Those of a file that no calendar settles do so again. */
export async function resumeReversals(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  dueAt: (effectiveDate: Temporal.PlainDate) => Temporal.Instant,
): Promise<void> {
  const waiting = 'settlement_id is null and settlement_due_at is null'
  const dates = await tx.query<{ date: string }>(
    `select distinct effective_entry_date as date from ach_reversals
     where tenant_id = $1 and file_id = $2 and ${waiting}`,
    [tenantId, fileId],
  )
  for (const { date } of dates)
    await tx.query(
      `update ach_reversals set settlement_due_at = $4
       where tenant_id = $1 and file_id = $2 and effective_entry_date = $3 and ${waiting}`,
      [tenantId, fileId, date, dueAt(Temporal.PlainDate.from(date)).toString()],
    )
}

/** Locks reversals that are due to settle. Skips those locked by another worker. */
export async function claimReversalsToSettle(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<UnsettledReversal[]> {
  return tx.query<UnsettledReversal>(
    `select r.payment_id, p.amount, p.currency, r.settlement_due_at
     from ach_reversals r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = $1 and r.settlement_due_at <= $2 and r.settlement_id is null
     order by r.settlement_due_at, r.payment_id limit $3 for no key update of r skip locked`,
    [tenantId, now.toString(), limit],
  )
}

/**
 * Records the settlement of reversals, and the business day that takes its entries. Reversals of
 * one settlement moment can have several days, if a close comes in between.
 */
export async function noteSettled(
  tx: Transaction,
  tenantId: bigint,
  settled: readonly { paymentId: string; settlementId: string }[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `with day as materialized (select ledger_open_day($1, $4) as business_date)
     update ach_reversals r set settlement_id = s.settlement_id, settled_on = day.business_date
     from day, unnest($2::uuid[], $3::uuid[]) as s (payment_id, settlement_id)
     where r.tenant_id = $1 and r.payment_id = s.payment_id and r.settlement_id is null`,
    [
      tenantId,
      settled.map(({ paymentId }) => paymentId),
      settled.map(({ settlementId }) => settlementId),
      now.toString(),
    ],
  )
}

/** Records the file and trace numbers of reversals. */
export async function noteCollected(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  { entries }: { entries: readonly { paymentId: string; traceNumber: string; batchNumber?: number }[] },
  effectiveDate: Temporal.PlainDate,
): Promise<void> {
  await tx.query(
    `update ach_reversals r set file_id = $2, effective_entry_date = $3, trace_number = e.trace_number,
       batch_number = e.batch_number
     from unnest($4::uuid[], $5::text[], $6::integer[]) as e (payment_id, trace_number, batch_number)
     where r.tenant_id = $1 and r.payment_id = e.payment_id and r.file_id is null`,
    [
      tenantId,
      fileId,
      effectiveDate.toString(),
      entries.map(({ paymentId }) => paymentId),
      entries.map(({ traceNumber }) => traceNumber),
      entries.map(({ batchNumber }) => batchNumber ?? null),
    ],
  )
}
