import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { renderWebhook } from './webhooks.schema.ts'
import type { Webhook } from './webhooks.store.ts'

/** Leaves the trace of a change of a webhook: without its secret, and without what moves by itself. */
export async function recordWebhook(
  tx: Transaction,
  { tenantId, actor }: { tenantId: bigint; actor: string },
  change: { action: string; before?: Webhook; after?: Webhook; details?: object },
  now: Temporal.Instant,
): Promise<void> {
  const { action, before, after, details } = change
  const subject = { kind: 'webhook', id: (after ?? before)!.id }
  const told = {
    before: before && traceOf(before),
    after: after && { ...traceOf(after), ...details },
  }
  await recordChange(tx, { tenantId, actor, action: `webhook.${action}`, subject, ...told }, now)
}

function traceOf(webhook: Webhook): object {
  const { cursor: _moves, failingSince: _observed, ...trace } = renderWebhook(webhook)
  return trace
}
