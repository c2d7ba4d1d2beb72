import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { type AuditRecord, insertAuditRecord } from './audit.store.ts'
import { insertUnchained } from './chain.store.ts'

/**
 * Records a change in the transaction of the change. The service cannot alter the record
 * afterwards, and the worker chains it. A record must not contain a secret.
 */
export async function recordAudit(tx: Transaction, record: AuditRecord, now: Temporal.Instant): Promise<void> {
  const id = newId(now)
  await insertAuditRecord(tx, id, record, now)
  await insertUnchained(tx, record.tenantId, id)
}
