import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChanges, recordEvents } from '../events/events.ts'
import { renderReceipt, type ShownReceipt } from './receipts.schema.ts'

/** What happened to a receipt. */
export interface ReceiptChange {
  action: 'receipt.received' | 'receipt.status.changed' | 'receipt.assigned' | 'receipt.contested'
  receipt: ShownReceipt
}

/**
 * Writes the events of what the worker did. The steps of a receipt are its history, so the audit
 * log has only what people decided.
 */
export async function recordWork(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly (ReceiptChange & { action: 'receipt.received' | 'receipt.status.changed' })[],
  now: Temporal.Instant,
): Promise<void> {
  const events = changes.map(({ action, receipt }) => ({
    action,
    subject: subjectOf(receipt),
    after: renderReceipt(receipt),
  }))
  await recordEvents(tx, tenantId, events, now)
}

/** Writes the audit record and the event of what a person decided. */
export async function recordDecision(
  tx: Transaction,
  tenantId: bigint,
  { action, receipt, before, actor }: ReceiptChange & { before: ShownReceipt; actor: string },
  now: Temporal.Instant,
): Promise<void> {
  const shown = { before: renderReceipt(before), after: renderReceipt(receipt) }
  await recordChanges(tx, tenantId, [{ tenantId, actor, action, subject: subjectOf(receipt), ...shown }], now)
}

function subjectOf({ id, customerId }: ShownReceipt) {
  return { kind: 'receipt', id, ...(customerId !== null && { customerId }) }
}
