import type { Temporal } from 'temporal-polyfill'
import { type AuditRecord, type EventWithoutRecord, recordAudits } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import { withMaskedNumbers } from '../kernel/masked-number.ts'
import { LEAST_BUNDLED } from './event-bundles.ts'
import { insertBundles, insertEvents } from './events.store.ts'

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
  await recordChanges(tx, change.tenantId, [{ ...change, ...(shown && { shown }) }], now)
}

/**
 * The events of changes whose history another table keeps, without audit records. Many of one type
 * share rows: a row for each would cost as much as the changes.
 */
export async function recordEvents(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly (Pick<AuditRecord, 'subject' | 'after'> & { action: EventWithoutRecord })[],
  now: Temporal.Instant,
): Promise<void> {
  const events = changes.map(({ action: type, subject, after }) => {
    return { tenantId, type, subject, data: withMaskedNumbers(after ?? {}) }
  })
  const [first] = events
  const areAlike = events.every(({ type, subject }) => type === first!.type && subject.kind === first!.subject.kind)
  if (events.length < LEAST_BUNDLED || !areAlike) return insertEvents(tx, tenantId, events, now)
  const bundled = events.map(({ subject: { id: subjectId, customerId = null }, data }) => {
    return { subjectId, customerId, data }
  })
  const { type, subject } = first!
  return insertBundles(tx, tenantId, { type, subjectKind: subject.kind, events: bundled }, now)
}

/** The same for many changes of one institution, with one statement per table. */
export async function recordChanges(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly (AuditRecord & { shown?: object })[],
  now: Temporal.Instant,
): Promise<void> {
  const events = changes.map(({ action, subject, before, after, shown }) => ({
    ...{ tenantId, type: action, subject },
    data: withMaskedNumbers(shown ?? after ?? before ?? {}),
  }))
  await Promise.all([recordAudits(tx, tenantId, changes, now), insertEvents(tx, tenantId, events, now)])
}
