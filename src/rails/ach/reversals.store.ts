import type { Temporal } from 'temporal-polyfill'
import { ACH_COMPANY_ID } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { type EntryRow, entryColumns, entryJoins, paymentOf } from './ach.store.ts'
import type { AchPayment, ComposedFile } from './compose-file.ts'

/** Requests the reversal of a settled debit in a later file. Throws if one exists. */
export async function requestReversal(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('insert into ach_reversals (tenant_id, payment_id, requested_at) values ($1, $2, $3)', [
    tenantId,
    paymentId,
    now.toString(),
  ])
}

/** The earliest request time of the reversals that wait for a file. */
export async function firstWaiting(tx: Transaction, tenantId: bigint): Promise<Temporal.Instant | undefined> {
  const row = await tx.row<{ at: Temporal.Instant | null }>(
    'select min(requested_at) as at from ach_reversals where tenant_id = $1 and file_id is null',
    [tenantId],
  )
  return row?.at ?? undefined
}

/** Locks reversals that wait for a file. They are credits to the debtor. */
export async function claimReversals(
  tx: Transaction,
  tenantId: bigint,
  { requestedUntil, limit }: { requestedUntil: Temporal.Instant; limit: number },
): Promise<AchPayment[]> {
  const rows = await tx.query<EntryRow>(
    `select ${entryColumns}, 'CREDIT' as entry_type
     from ach_reversals r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id ${entryJoins}
     where r.tenant_id = $1 and r.file_id is null and r.requested_at <= $3
     order by r.requested_at, r.payment_id limit $4 for no key update of r skip locked`,
    [tenantId, ACH_COMPANY_ID.pattern, requestedUntil.toString(), limit],
  )
  return rows.map(paymentOf)
}

/** Records the file and trace numbers of reversals. */
export async function noteCollected(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  { entries }: ComposedFile,
  effectiveDate: Temporal.PlainDate,
): Promise<void> {
  await tx.query(
    `update ach_reversals r set file_id = $2, effective_entry_date = $3, trace_number = e.trace_number
     from unnest($4::uuid[], $5::text[]) as e (payment_id, trace_number)
     where r.tenant_id = $1 and r.payment_id = e.payment_id and r.file_id is null`,
    [
      tenantId,
      fileId,
      effectiveDate.toString(),
      entries.map(({ paymentId }) => paymentId),
      entries.map(({ traceNumber }) => traceNumber),
    ],
  )
}
