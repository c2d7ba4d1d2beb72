import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import { type AuditRecord, insertAuditRecords } from './audit.store.ts'
import { insertUnchained } from './chain.store.ts'

/**
 * Records a change in the transaction of the change. The service cannot alter the record
 * afterwards, and the worker chains it. A record must not contain a secret.
 */
export async function recordAudit(tx: Transaction, record: AuditRecord, now: Temporal.Instant): Promise<void> {
  await recordAudits(tx, record.tenantId, [record], now)
}

/** The same for many changes of one institution. */
export async function recordAudits(
  tx: Transaction,
  tenantId: bigint,
  records: readonly AuditRecord[],
  now: Temporal.Instant,
): Promise<void> {
  const identified = records.map((record) => ({ ...record, id: newId(now) }))
  await Promise.all([
    insertAuditRecords(tx, tenantId, identified, now),
    insertUnchained(
      tx,
      tenantId,
      identified.map(({ id }) => id),
    ),
  ])
}
