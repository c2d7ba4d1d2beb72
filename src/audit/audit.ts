import type { Temporal } from 'temporal-polyfill'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../db/client.ts'

export interface AuditRecord {
  tenantId: bigint
  /** Who did it: an API key, or `institution` for what the operator does on the command line. */
  actor: string
  /** What was done, as `customer.created`. */
  action: string
  subject: { kind: string; id: string; customerId?: bigint }
  before?: unknown
  after?: unknown
}

/** Leaves a trace of a change, in the transaction of the change. The service can never alter it. */
export async function recordAudit(tx: Transaction, record: AuditRecord, now: Temporal.Instant): Promise<void> {
  const { tenantId, actor, action, subject, before, after } = record
  await tx.query(
    `insert into audit_log (tenant_id, id, at, actor, action, subject_kind, subject_id, customer_id, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      uuidv7({ msecs: now.epochMilliseconds }),
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
