import type { App } from '../app.ts'
import { readFeed, readFeedHead } from '../events/events.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { countUntried, insertDeliveries } from './deliveries.store.ts'
import { deliveryOf } from './delivery-of.ts'
import { wantedEvents } from './wanted-events.ts'
import { claimPosition, listBehind, movePosition, tenantsBehind } from './webhooks.store.ts'

/** The most events a webhook advances in one transaction. */
const BATCH_EVENTS = 500
/**
 * While this many deliveries wait for their first attempt, no more are created: the events are safe
 * in the feed.
 */
const MAX_UNTRIED_DELIVERIES = 1_000

/**
 * Moves each webhook along the feed and creates a delivery for each event it subscribes to. Its
 * position and the deliveries commit together, so no delivery is missed or created twice.
 */
const advanceWebhooks: Omit<Sweep, 'name'> = {
  due: tenantsBehind,
  async run(app, { tenantId }) {
    const behind = await app.db.read(async (db) => listBehind(db, tenantId, await readFeedHead(db, tenantId)))
    let taken = 0
    for (const webhookId of behind) taken += await advance(app, tenantId, webhookId)
    return taken
  },
}

export const webhookSweeps = defineSweeps('webhooks', { 'take events from the feed': advanceWebhooks })

function advance(app: App, tenantId: bigint, webhookId: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const webhook = await claimPosition(tx, tenantId, webhookId)
    if (!webhook || (await countUntried(tx, tenantId, webhookId, MAX_UNTRIED_DELIVERIES)) >= MAX_UNTRIED_DELIVERIES)
      return 0
    const events = await readFeed(tx, tenantId, webhook.position, BATCH_EVENTS)
    const last = events.at(-1)
    if (!last) return 0
    const now = app.tokenClock.now()
    const wanted = await wantedEvents(tx, tenantId, webhook, events)
    const deliveries = wanted.map((event) => deliveryOf(event, now))
    await insertDeliveries(tx, { tenantId, webhookId, isReplay: false }, deliveries, now)
    await movePosition(tx, tenantId, webhookId, last.position)
    return events.length
  })
}
