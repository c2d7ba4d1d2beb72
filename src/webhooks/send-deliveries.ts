import type { App } from '../app.ts'
import { renderEvent } from '../events/events.ts'
import type { Drainable } from '../jobs/worker.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { traceparentOf } from '../kernel/tracing.ts'
import type { Claim, ClaimedDelivery } from './claim-deliveries.ts'
import { type Connections, createConnections } from './connections.ts'
import { deliverDue } from './deliver-due.ts'
import { type WebhookKey, webhooksWithDue } from './deliveries.store.ts'
import { flatEvent } from './domain/flat-event.ts'
import { networkOf } from './network-rules.ts'
import { failureOf, postJson } from './post-json.ts'
import type { Attempt } from './record-outcomes.ts'
import { signatureHeaders } from './signature.ts'

/** The time limit for a complete reply. */
const TIMEOUT_MS = 15_000
/** The most webhooks of institutions a worker sends to concurrently. */
const MAX_OF_INSTITUTIONS = 20
/** Those of customers have places of their own, so that they never take the institution's. */
const MAX_OF_CUSTOMERS = 10
const MAX_PER_CUSTOMER = 2
/** While others wait for a place, a webhook gives up its place after this time. */
const TURN_MS = 5_000
const IDLE_MS = 250
/**
 * How long a webhook is left alone after an internal error, so that a fault does not cause a storm
 * of retries.
 */
const RETRY_DELAY_MS = 5_000
/** A key before that of any webhook. */
const FIRST: WebhookKey = { tenantId: 0n, webhookId: '00000000-0000-0000-0000-000000000000' }

/**
 * Sends due deliveries, each webhook separately: a slow receiver delays no other webhook and no
 * payment. Any number of workers may send at once.
 */
export function startSender(app: App): Drainable {
  const stop = new AbortController()
  const connections = createConnections()
  const lanes = [
    openLane({ ofCustomers: false, places: MAX_OF_INSTITUTIONS }),
    openLane({ ofCustomers: true, places: MAX_OF_CUSTOMERS }),
  ]

  async function serve({ tenantId, webhookId }: WebhookKey, turn: AbortSignal): Promise<void> {
    const ownApp = { ...app, db: app.db.forTenant(tenantId) }
    try {
      const signal = AbortSignal.any([stop.signal, turn])
      await sendDue(ownApp, { tenantId, webhookId }, { connections, signal })
    } catch (error) {
      app.log.error(
        { err: error, tenantId: String(tenantId), webhookId },
        'events could not be sent to a webhook; will retry',
      )
      await pause(RETRY_DELAY_MS)
    }
  }

  const pause = (delayMs: number) => app.time.sleep(delayMs, { signal: stop.signal })

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      let idleMs = IDLE_MS
      try {
        for (const lane of lanes) await lane.fill(app, serve)
      } catch (error) {
        app.log.error({ err: error }, 'the worker could not look for events to send; will retry')
        idleMs = RETRY_DELAY_MS
      }
      await pause(idleMs)
    }
  }

  const done = work()
  return {
    async drain() {
      stop.abort()
      await done
      await Promise.all(lanes.map((lane) => lane.ended()))
      connections.close()
    },
  }
}

interface Served {
  ended: Promise<void>
  customer: string
  sinceMs: number
  turn: AbortController
}

/** A number of webhooks that are served at once, and whose turn is next. */
export function openLane({ ofCustomers, places }: { ofCustomers: boolean; places: number }) {
  const serving = new Map<string, Served>()
  /** Where the next search continues, so that every webhook has its turn. */
  let after: WebhookKey = FIRST
  const servedOf = (customer: string) => [...serving.values()].filter((one) => one.customer === customer).length

  return {
    /** Begins to serve the next webhooks with due deliveries, as far as there are places. */
    async fill(app: App, serve: (webhook: WebhookKey, turn: AbortSignal) => Promise<void>): Promise<void> {
      const search = { after, limit: places, ofCustomers, except: [...serving.keys()] }
      const due = await app.db.read((db) => webhooksWithDue(db, app.tokenClock.now(), search))
      let seen = 0
      for (const { tenantId, webhookId, customerId } of due) {
        if (serving.size >= places) break
        seen++
        const customer = `${tenantId} ${customerId}`
        if (customerId !== null && servedOf(customer) >= MAX_PER_CUSTOMER) continue
        const turn = new AbortController()
        const ended = serve({ tenantId, webhookId }, turn.signal).finally(() => serving.delete(webhookId))
        serving.set(webhookId, { ended, customer, sinceMs: app.time.nowMs(), turn })
      }
      after = seen === due.length && due.length < places ? FIRST : (due[seen - 1] ?? after)
      if (seen < due.length)
        for (const { sinceMs, turn } of serving.values()) if (app.time.nowMs() > sinceMs + TURN_MS) turn.abort()
    },
    async ended(): Promise<void> {
      await Promise.all([...serving.values()].map((one) => one.ended))
    },
  }
}

/** Sends the due deliveries of a webhook until none is due. Returns how many requests were made. */
export function sendDue(
  app: App,
  webhook: WebhookKey,
  { connections, signal }: { connections?: Connections; signal?: AbortSignal } = {},
): Promise<number> {
  return deliverDue(app, webhook, { send: (claim, claimed) => send(app, claim, claimed, connections), signal })
}

async function send(
  app: App,
  { url, customerId, format, authorization, secrets }: Claim,
  { delivery, event, trace: parent }: ClaimedDelivery,
  connections: Connections | undefined,
): Promise<Attempt> {
  const attributes = { 'giro.event.type': delivery.eventType, 'giro.webhook.id': delivery.webhookId }
  const span = parent && app.tracing?.begin('webhook delivery', { parent, kind: 'client', attributes })
  const sentAt = Math.floor(app.tokenClock.now().epochMilliseconds / 1_000)
  const message = { ...renderEvent(event), timestamp: timestamp(event.at) }
  const body = JSON.stringify(format === 'flat' ? flatEvent(message) : message)
  const headers = {
    ...signatureHeaders(secrets, { id: delivery.eventId, timestamp: sentAt, body }),
    'user-agent': 'Giro',
    ...(authorization && { authorization }),
    ...(span && { traceparent: traceparentOf(span.context) }),
  }
  try {
    // A customer's request must not go over a connection that the institution's rules allowed.
    const kept = customerId === null ? connections : undefined
    const rules = networkOf(app, customerId)
    const options = { rules, timeoutMs: TIMEOUT_MS, time: app.time, ...(kept && { connections: kept }) }
    const reply = await postJson(new URL(url), headers, body, options)
    span?.end({ attributes: { 'http.response.status_code': reply.status }, isFailed: reply.status >= 300 })
    return { delivery, ...reply }
  } catch (error) {
    span?.end({ isFailed: true })
    return { delivery, error: failureOf(error, TIMEOUT_MS) }
  }
}
