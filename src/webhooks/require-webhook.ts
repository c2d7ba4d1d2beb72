import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findWebhook, lockWebhook, type Webhook } from './webhooks.store.ts'

/**
 * Finds a webhook of the caller's institution. With `locked`, locks it until the transaction ends.
 */
export async function requireWebhook(
  db: Connection,
  principal: Principal,
  webhookUID: string,
  { locked = false } = {},
): Promise<Result<Webhook, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const find = locked ? lockWebhook : findWebhook
  const webhook = isUuid(webhookUID) ? await find(db, principal.tenantId, webhookUID) : undefined
  return webhook ? accept(webhook) : refusal('webhookNotFound')
}
