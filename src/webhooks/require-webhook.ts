import type { Connection } from '../db/client.ts'
import type { Versioned } from '../http/etag.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type OwnerPath, requireOwner } from './webhook-owner.ts'
import { findWebhook, lockWebhook, type Webhook } from './webhooks.store.ts'

/**
 * Finds a webhook of the institution, or of the customer in the path. With `locked`, locks it until
 * the transaction ends.
 */
export async function requireWebhook(
  db: Connection,
  principal: Principal,
  path: OwnerPath & { webhookUID: string },
  { locked = false } = {},
): Promise<Result<Webhook, Refusal>> {
  const owner = await requireOwner(db, principal, path)
  if (!owner.ok) return owner
  const { webhookUID } = path
  const find = locked ? lockWebhook : findWebhook
  const webhook = isUuid(webhookUID) ? await find(db, principal.tenantId, webhookUID) : undefined
  return webhook && webhook.customerId === owner.value ? accept(webhook) : refusal('webhookNotFound')
}

/** The version of a webhook, with what can be changed of it. */
export function versionOf(webhook: Webhook): Versioned {
  const { version, url, eventTypes, description, format, basicUsername, status, statusReason, secrets } = webhook
  const newestSecret = secrets.at(-1)?.createdAt
  return {
    version,
    changeable: { url, eventTypes, description, format, basicUsername, status, statusReason, newestSecret },
  }
}
