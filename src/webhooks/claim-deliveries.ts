import type { App } from '../app.ts'
import { readFeedAt, type ShownEvent, showEvents } from '../events/events.ts'
import { claimDue, type Delivery } from './deliveries.store.ts'
import { openSecret } from './secrets.ts'
import { findWebhook, readSecrets } from './webhooks.store.ts'

/** Requests to one webhook that a worker has under way at once, at the most. */
const AT_ONCE = 10
/** How long a delivery is left to the worker that took it: longer than any attempt takes. */
const LEASE_SECONDS = 60

/** What a worker sends now. */
export interface Claim {
  url: string
  /** The newest first. */
  secrets: string[]
  deliveries: { delivery: Delivery; event: ShownEvent }[]
}

/**
 * Takes the next deliveries of a webhook that are due. From here on they are this worker's until it writes what came of them, or its lease ends: a
 * worker that is killed in between leaves them to the next one. Undefined where nothing is due. Account numbers are masked, for nobody knows who reads.
 */
export async function claimDeliveries(app: App, tenantId: bigint, webhookId: string): Promise<Claim | undefined> {
  const now = app.tokenClock.now()
  const claimed = await app.db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, tenantId, webhookId)
    if (webhook?.status !== 'Active') return undefined
    const leasedUntil = now.add({ seconds: LEASE_SECONDS })
    const deliveries = await claimDue(tx, { tenantId, webhookId, limit: AT_ONCE }, { now, leasedUntil })
    return { webhook, deliveries }
  })
  if (!claimed || claimed.deliveries.length === 0) return undefined
  const { webhook, deliveries } = claimed
  return app.db.read(async (db) => {
    const sealed = await readSecrets(db, tenantId, webhookId, now)
    const secrets = sealed.map((secret) => openSecret(app.sealer, { tenantId, webhookId }, secret))
    const positions = deliveries.map(({ position }) => position)
    const events = await readFeedAt(db, tenantId, positions)
    const shown = await showEvents(db, tenantId, events, app.renderSteps, { showsNumbers: false })
    const byPosition = new Map(shown.map((event) => [event.position, event]))
    return {
      url: webhook.url,
      secrets,
      deliveries: deliveries.map((delivery) => ({ delivery, event: byPosition.get(delivery.position)! })),
    }
  })
}
