import type { App } from '../app.ts'
import { readFeed, readFeedHead } from '../events/events.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { countUntried, insertDeliveries } from './deliveries.store.ts'
import { deliveryOf } from './delivery-of.ts'
import { isWanted } from './domain/event-filter.ts'
import { claimPosition, listBehind, movePosition, tenantsBehind } from './webhooks.store.ts'

/** How many events one transaction takes a webhook further. */
const BATCH = 500
/** As long as so many wait for their first attempt no more are taken from the feed: it keeps them as well. */
const MOST_UNTRIED = 1_000

/** Takes each webhook along the feed: what it wants becomes a delivery. Its place and the deliveries commit together, so none is missed or made twice. */
const takeFromFeed: Omit<Sweep, 'name'> = {
  due: tenantsBehind,
  async run(app, { tenantId }) {
    const behind = await app.db.read(async (db) => listBehind(db, tenantId, await readFeedHead(db, tenantId)))
    let taken = 0
    for (const webhookId of behind) taken += await takeTo(app, tenantId, webhookId)
    return taken
  },
}

export const webhookSweeps = defineSweeps('webhooks', { 'take events from the feed': takeFromFeed })

function takeTo(app: App, tenantId: bigint, webhookId: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const webhook = await claimPosition(tx, tenantId, webhookId)
    if (!webhook || (await countUntried(tx, tenantId, webhookId, MOST_UNTRIED)) >= MOST_UNTRIED) return 0
    const events = await readFeed(tx, tenantId, webhook.position, BATCH)
    const last = events.at(-1)
    if (!last) return 0
    const now = app.tokenClock.now()
    const wanted = events.filter(({ type }) => isWanted(type, webhook.eventTypes))
    const deliveries = wanted.map((event) => deliveryOf(event, now))
    await insertDeliveries(tx, { tenantId, webhookId, isReplay: false }, deliveries, now)
    await movePosition(tx, tenantId, webhookId, last.position)
    return events.length
  })
}
