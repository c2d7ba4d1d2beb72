import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { renderRequest } from './payment-requests.schema.ts'
import type { PaymentRequestRow } from './payment-requests.store.ts'

interface RequestChange {
  action: 'received' | 'accepted' | 'paid' | 'refused' | 'expired' | 'reopened' | 'withdrawn'
  request: PaymentRequestRow
  before?: PaymentRequestRow
  actor: string
}

/** Writes the audit record and the event of what became of a request for payment. */
export async function recordRequest(
  tx: Transaction,
  { action, request, before, actor }: RequestChange,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, id, customerId } = request
  const subject = { kind: 'paymentRequest', id, ...(customerId !== null && { customerId }) }
  const view = { showsNumbers: true, showsTaxIds: true }
  const shown = { ...(before && { before: renderRequest(before, view) }), after: renderRequest(request, view) }
  await recordChange(tx, { tenantId, actor, action: `paymentRequest.${action}`, subject, ...shown }, now)
}
