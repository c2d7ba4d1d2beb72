import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { AuditRecord } from './audit.ts'

export async function insertAuditRecord(
  tx: Transaction,
  id: string,
  record: AuditRecord,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, actor, action, subject, before, after } = record
  await tx.query(
    `insert into audit_log (tenant_id, id, at, actor, action, subject_kind, subject_id, customer_id, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      id,
      now.toString(),
      actor,
      action,
      subject.kind,
      subject.id,
      subject.customerId ?? null,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
    ],
  )
}
