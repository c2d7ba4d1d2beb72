import type { Temporal } from 'temporal-polyfill'
import { type AuditRecord, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import { insertEvent } from './events.store.ts'

/** Leaves the trace of a change for the auditor, and the event for those who follow; both in the transaction of the change. */
export async function recordChange(tx: Transaction, change: AuditRecord, now: Temporal.Instant): Promise<void> {
  await recordAudit(tx, change, now)
  const { tenantId, action, subject, before, after } = change
  await insertEvent(tx, { tenantId, type: action, subject, data: after ?? before ?? {} }, now)
}
