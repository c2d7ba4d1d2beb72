import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { type AuditRecord, insertAuditRecord } from './audit.store.ts'
import { insertUnchained } from './chain.store.ts'

/**
 * Leaves a trace of a change, in the transaction of the change. The service can never alter it; the worker gives it its place in the tenant's
 * chain. What is recorded must not hold a secret.
 */
export async function recordAudit(tx: Transaction, record: AuditRecord, now: Temporal.Instant): Promise<void> {
  const id = newId(now)
  await insertAuditRecord(tx, id, record, now)
  await insertUnchained(tx, record.tenantId, id)
}
