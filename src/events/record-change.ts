import type { Temporal } from 'temporal-polyfill'
import { type AuditRecord, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import { withMaskedNumbers } from '../kernel/masked-number.ts'
import { insertEvent } from './events.store.ts'

/**
 * Writes the audit record and the event of a change, in the transaction of the change. The event
 * shows the record after the change, or only `shown` if subscribers may not see all of it. The
 * audit record keeps account numbers in full, because an auditor must see that one replaced
 * another. The event masks them.
 */
export async function recordChange(
  tx: Transaction,
  change: AuditRecord,
  now: Temporal.Instant,
  shown?: object,
): Promise<void> {
  await recordAudit(tx, change, now)
  const { tenantId, action, subject, before, after } = change
  await insertEvent(
    tx,
    { tenantId, type: action, subject, data: withMaskedNumbers(shown ?? after ?? before ?? {}) },
    now,
  )
}
