import type { Temporal } from 'temporal-polyfill'
import { type AuditRecord, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import { withMaskedNumbers } from '../kernel/masked-number.ts'
import { insertEvent } from './events.store.ts'

/**
 * Leaves the trace of a change for the auditor, and the event for those who follow; both in the transaction of the change. The event tells what
 * the record is after the change, or only `told` where not all of that is for everyone who follows. Account numbers are whole for the auditor, who has
 * to see that one was exchanged for another, and masked in the event.
 */
export async function recordChange(
  tx: Transaction,
  change: AuditRecord,
  now: Temporal.Instant,
  told?: object,
): Promise<void> {
  await recordAudit(tx, change, now)
  const { tenantId, action, subject, before, after } = change
  await insertEvent(
    tx,
    { tenantId, type: action, subject, data: withMaskedNumbers(told ?? after ?? before ?? {}) },
    now,
  )
}
