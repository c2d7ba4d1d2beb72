import type { App } from '../app.ts'
import { readFeedAt, readTraces, type ShownEvent, showEvents } from '../events/events.ts'
import { MASKED } from '../kernel/masked-number.ts'
import type { TraceContext } from '../kernel/tracing.ts'
import { claimDue, type Delivery, endClaims, type WebhookKey, writeOutcomes } from './deliveries.store.ts'
import { dataForCustomers, isForCustomers } from './domain/customer-events.ts'
import { basicHeader, openSecret } from './secrets.ts'
import type { WebhookOwner } from './webhook-owner.ts'
import { type Destination, findDestination, readSecrets } from './webhooks.store.ts'

/** How long a claimed delivery belongs to its worker: longer than any attempt takes. */
const LEASE_MS = 60_000
/** A worker starts no request that could last longer than its lease. */
const LONGEST_REQUEST_MS = 20_000

/** The deliveries a worker sends next. */
export interface Claim extends Omit<Destination, 'basic'> {
  /** The Authorization header; undefined without Basic authentication. */
  authorization: string | undefined
  /** Newest first. */
  secrets: string[]
  deliveries: ClaimedDelivery[]
  /** Whether a request that starts now ends within the lease. */
  isLeased(): boolean
}

export interface ClaimedDelivery {
  delivery: Delivery
  event: ShownEvent
  /** The trace of the payment, if it has one. */
  trace: TraceContext | undefined
}

/**
 * Claims the next due deliveries of a webhook. They belong to this worker until it records their
 * outcomes or the lease ends; if the worker is killed, the next one takes over. Undefined if
 * nothing is due. Account numbers are masked, because we cannot know who reads the receiver's data.
 */
export async function claimDeliveries(
  app: App,
  { tenantId, webhookId }: WebhookKey,
  limit: number,
): Promise<Claim | undefined> {
  const now = app.tokenClock.now()
  const claimedAtMs = app.time.nowMs()
  const claimed = await app.db.transaction(async (tx) => {
    const destination = await findDestination(tx, tenantId, webhookId)
    if (!destination) return undefined
    const deliveries = await claimDue(tx, { tenantId, webhookId, limit }, { now, leaseMs: LEASE_MS })
    if (deliveries.length === 0) return undefined
    const secrets = await readSecrets(tx, tenantId, webhookId, now)
    // The webhook was deleted meanwhile.
    if (secrets.length === 0) await endClaims(tx, tenantId, deliveries)
    return secrets.length === 0 ? undefined : { destination, deliveries, secrets }
  })
  if (!claimed) return undefined
  const { basic, ...destination } = claimed.destination
  const owner = { tenantId, webhookId }
  return {
    ...destination,
    authorization: basic && basicHeader(app.sealer, owner, basic),
    secrets: claimed.secrets.map((secret) => openSecret(app.sealer, owner, secret)),
    deliveries: await withEvents(app, tenantId, destination.customerId, claimed.deliveries),
    isLeased: () => app.time.nowMs() < claimedAtMs + LEASE_MS - LONGEST_REQUEST_MS,
  }
}

/**
 * The deliveries with what they show. One that is not for the webhook's customer is given up: no
 * mistake before may tell a customer of another.
 */
async function withEvents(
  app: App,
  tenantId: bigint,
  owner: WebhookOwner,
  deliveries: readonly Delivery[],
): Promise<ClaimedDelivery[]> {
  const { shown, traces } = await app.db.read(async (db) => {
    const events = await readFeedAt(
      db,
      tenantId,
      deliveries.map(({ position }) => position),
    )
    return {
      shown: await showEvents(db, tenantId, events, app.renderSteps, MASKED),
      traces: app.tracing ? await readTraces(db, tenantId, paymentsOf(deliveries)) : undefined,
    }
  })
  const byPosition = new Map(shown.map((event) => [event.position, event]))
  const foreign = deliveries.filter(({ position }) => !isOf(owner, byPosition.get(position)!))
  if (foreign.length > 0) await giveUp(app, tenantId, foreign)
  return deliveries
    .filter((delivery) => !foreign.includes(delivery))
    .map((delivery) => ({
      delivery,
      event: shownTo(owner, byPosition.get(delivery.position)!),
      trace: traces?.get(delivery.subjectId),
    }))
}

function isOf(owner: WebhookOwner, { customerId, type }: ShownEvent): boolean {
  return owner === null || (customerId === owner && isForCustomers(type))
}

function shownTo(owner: WebhookOwner, event: ShownEvent): ShownEvent {
  return owner === null ? event : { ...event, data: dataForCustomers(event.data) }
}

async function giveUp(app: App, tenantId: bigint, foreign: readonly Delivery[]): Promise<void> {
  const outcomes = foreign.map(({ id, attempts: attempt }) => ({
    ...{ id, attempt, status: 'Failed' as const, responseStatus: null, dueAt: null },
    error: 'the event is not for this customer',
  }))
  app.log.error({ deliveries: foreign.length }, 'events that are not for the customer of a webhook were not sent')
  await app.db.transaction((tx) => writeOutcomes(tx, tenantId, outcomes, app.tokenClock.now()))
}

function paymentsOf(deliveries: readonly Delivery[]): string[] {
  return deliveries.flatMap(({ subjectKind, subjectId }) => (subjectKind === 'payment' ? subjectId : []))
}
