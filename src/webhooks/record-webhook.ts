import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { renderWebhook } from './webhooks.schema.ts'
import type { Webhook } from './webhooks.store.ts'

/**
 * Records the audit record and the event of a webhook change, without its secret and without the
 * fields the worker updates.
 */
export async function recordWebhook(
  tx: Transaction,
  { tenantId, actor }: { tenantId: bigint; actor: string },
  change: { action: string; before?: Webhook; after?: Webhook; details?: object },
  now: Temporal.Instant,
): Promise<void> {
  const { action, before, after, details } = change
  const { id, customerId } = (after ?? before)!
  const subject = { kind: 'webhook', id, ...(customerId !== null && { customerId }) }
  const states = {
    before: before && traceOf(before),
    after: after && { ...traceOf(after), ...details },
  }
  await recordChange(tx, { tenantId, actor, action: `webhook.${action}`, subject, ...states }, now)
}

function traceOf(webhook: Webhook): object {
  const { cursor: _moves, failingSince: _observed, ...trace } = renderWebhook(webhook)
  return trace
}
