import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { renderSent } from './sent-requests.schema.ts'
import type { SentRequest } from './sent-requests.store.ts'

interface SentChange {
  action: 'created' | 'accepted' | 'refused' | 'paid' | 'expired'
  request: SentRequest
  before?: SentRequest
  actor: string
}

/** Writes the audit record and the event of what became of a request that a customer sent. */
export async function recordSent(
  tx: Transaction,
  { action, request, before, actor }: SentChange,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, id, customerId } = request
  const subject = { kind: 'sentPaymentRequest', id, customerId }
  const shown = { ...(before && { before: renderSent(before) }), after: renderSent(request) }
  await recordChange(tx, { tenantId, actor, action: `sentPaymentRequest.${action}`, subject, ...shown }, now)
}
