import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { placeIn, readFeed, readFeedAt, requireCursor } from '../events/events.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Delivery, findDelivery, insertDeliveries } from './deliveries.store.ts'
import { deliveryOf } from './delivery-of.ts'
import { recordWebhook } from './record-webhook.ts'
import { requireWebhook } from './require-webhook.ts'
import { wantedEvents } from './wanted-events.ts'
import type { OwnerPath } from './webhook-owner.ts'

/** The most feed positions replayed in one request. */
export const MAX_REPLAYED_POSITIONS = 10_000

/**
 * Sends the event of a delivery again, whatever the outcome of the delivery. The event keeps its
 * id, so that the receiver recognizes it.
 */
export async function replayDelivery(
  tx: Transaction,
  app: App,
  principal: Principal,
  path: OwnerPath & { webhookUID: string; deliveryUID: string },
): Promise<Result<Delivery, Refusal>> {
  const webhook = await requireWebhook(tx, principal, path)
  if (!webhook.ok) return webhook
  const { tenantId } = principal
  const { deliveryUID } = path
  const delivery = isUuid(deliveryUID) ? await findDelivery(tx, tenantId, deliveryUID) : undefined
  if (delivery?.webhookId !== webhook.value.id) return refusal('deliveryNotFound')
  const now = app.tokenClock.now()
  const [event] = await readFeedAt(tx, tenantId, [delivery.position])
  const again = deliveryOf(event!, now)
  await insertDeliveries(tx, { tenantId, webhookId: webhook.value.id, isReplay: true }, [again], now)
  const change = { action: 'replayed', after: webhook.value, details: { replayed: { deliveryUID } } }
  await recordWebhook(tx, { tenantId, actor: principal.clientId }, change, app.clock.now())
  return accept((await findDelivery(tx, tenantId, again.id))!)
}

/**
 * Sends the events in a range of the feed that match the webhook's current filters, including
 * events it never received. Returns how many.
 */
export async function replayRange(
  tx: Transaction,
  app: App,
  principal: Principal,
  { after: first, upTo: end, ...path }: OwnerPath & { webhookUID: string; after: string; upTo: string },
): Promise<Result<number, Refusal>> {
  const found = await requireWebhook(tx, principal, path, { locked: true })
  if (!found.ok) return found
  const webhook = found.value
  const { tenantId } = principal
  for (const cursor of [first, end].filter((one) => placeIn(one).mark !== undefined)) {
    const known = await requireCursor(tx, tenantId, cursor)
    if (!known.ok) return known
  }
  const [after, upTo] = [placeIn(first).position, placeIn(end).position]
  if (upTo <= after) return refusal('invalidWebhook', 'upTo must be greater than after')
  if (upTo - after > MAX_REPLAYED_POSITIONS) return refusal('replayTooLong')
  // Events past the webhook's position will still be delivered normally.
  const last = upTo < webhook.position ? upTo : webhook.position
  const now = app.tokenClock.now()
  const events = last > after ? await readFeed(tx, tenantId, after, Number(last - after)) : []
  const deliveries = (await wantedEvents(tx, tenantId, webhook, events)).map((event) => deliveryOf(event, now))
  await insertDeliveries(tx, { tenantId, webhookId: webhook.id, isReplay: true }, deliveries, now)
  const replayed = { after: String(after), upTo: String(last), deliveries: deliveries.length }
  const change = { action: 'replayed', after: webhook, details: { replayed } }
  await recordWebhook(tx, { tenantId, actor: principal.clientId }, change, app.clock.now())
  return accept(deliveries.length)
}
