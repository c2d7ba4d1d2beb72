import type { Static } from 'typebox'
import type { Connection } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Delivery, searchDeliveries } from './deliveries.store.ts'
import { requireWebhook } from './require-webhook.ts'
import { type OwnerPath, requireOwner } from './webhook-owner.ts'
import { type DeliveriesQuery, parseLogFilter } from './webhooks.schema.ts'
import { listWebhooks as listRows, type Webhook } from './webhooks.store.ts'

export async function listWebhooks(
  db: Connection,
  principal: Principal,
  path: OwnerPath,
  page: PageRequest,
): Promise<Result<PageOf<Webhook>, Refusal>> {
  const owner = await requireOwner(db, principal, path)
  return owner.ok ? accept(await listRows(db, principal.tenantId, owner.value, page)) : owner
}

/** A page of a webhook's deliveries, newest first. */
export async function listDeliveries(
  db: Connection,
  principal: Principal,
  path: OwnerPath & { webhookUID: string },
  query: Static<typeof DeliveriesQuery>,
  totals: Totals,
): Promise<Result<PageOf<Delivery>, Refusal>> {
  const webhook = await requireWebhook(db, principal, path)
  if (!webhook.ok) return webhook
  return accept(await searchDeliveries(db, principal.tenantId, parseLogFilter(webhook.value.id, query), query, totals))
}
