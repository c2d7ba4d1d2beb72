import type { App } from '../app.ts'
import { readFeedAt, readTraces, type ShownEvent, showEvents } from '../events/events.ts'
import { MASKED } from '../kernel/masked-number.ts'
import type { TraceContext } from '../kernel/tracing.ts'
import { claimDue, type Delivery } from './deliveries.store.ts'
import { openSecret } from './secrets.ts'
import { findWebhook, readSecrets } from './webhooks.store.ts'

/** The most concurrent requests of a worker to one webhook. */
const MAX_CONCURRENT_REQUESTS = 10
/** How long a claimed delivery belongs to its worker: longer than any attempt takes. */
const LEASE_MS = 60_000
/** A worker starts no request that could last longer than its lease. */
const LONGEST_REQUEST_MS = 20_000

/** The deliveries a worker sends next. */
export interface Claim {
  url: string
  /** Newest first. */
  secrets: string[]
  /** With the trace of the payment, if it has one. */
  deliveries: { delivery: Delivery; event: ShownEvent; trace: TraceContext | undefined }[]
  /** Whether a request that starts now ends within the lease. */
  isLeased(): boolean
}

/**
 * Claims the next due deliveries of a webhook. They belong to this worker until it records their
 * outcomes or the lease ends; if the worker is killed, the next one takes over. Undefined if
 * nothing is due. Account numbers are masked, because we cannot know who reads the receiver's data.
 */
export async function claimDeliveries(app: App, tenantId: bigint, webhookId: string): Promise<Claim | undefined> {
  const now = app.tokenClock.now()
  const claimedAtMs = performance.now()
  const claimed = await app.db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, tenantId, webhookId)
    if (webhook?.status !== 'Active') return undefined
    const limit = MAX_CONCURRENT_REQUESTS
    const deliveries = await claimDue(tx, { tenantId, webhookId, limit }, { now, leaseMs: LEASE_MS })
    return { webhook, deliveries }
  })
  if (!claimed || claimed.deliveries.length === 0) return undefined
  const { webhook, deliveries } = claimed
  return app.db.read(async (db) => {
    const sealed = await readSecrets(db, tenantId, webhookId, now)
    const secrets = sealed.map((secret) => openSecret(app.sealer, { tenantId, webhookId }, secret))
    const positions = deliveries.map(({ position }) => position)
    const events = await readFeedAt(db, tenantId, positions)
    const shown = await showEvents(db, tenantId, events, app.renderSteps, MASKED)
    const traces = app.tracing ? await readTraces(db, tenantId, paymentsOf(deliveries)) : undefined
    const byPosition = new Map(shown.map((event) => [event.position, event]))
    return {
      url: webhook.url,
      secrets,
      deliveries: deliveries.map((delivery) => ({
        delivery,
        event: byPosition.get(delivery.position)!,
        trace: traces?.get(delivery.subjectId),
      })),
      isLeased: () => performance.now() < claimedAtMs + LEASE_MS - LONGEST_REQUEST_MS,
    }
  })
}

function paymentsOf(deliveries: readonly Delivery[]): string[] {
  return deliveries.flatMap(({ subjectKind, subjectId }) => (subjectKind === 'payment' ? subjectId : []))
}
