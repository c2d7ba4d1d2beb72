import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { renderEvent } from '../events/events.ts'
import type { Drainable } from '../jobs/worker.ts'
import { traceparentOf } from '../kernel/tracing.ts'
import { type Claim, claimDeliveries } from './claim-deliveries.ts'
import { type WebhookKey, webhooksWithDue } from './deliveries.store.ts'
import { failureOf, postJson } from './post-json.ts'
import { type Attempt, recordOutcomes } from './record-outcomes.ts'
import { signatureHeaders } from './signature.ts'

/** The time limit for a complete reply. */
const TIMEOUT_MS = 15_000
/** The most webhooks a worker sends to concurrently; each gets a few requests at a time. */
const MAX_CONCURRENT_WEBHOOKS = 20
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
  const serving = new Map<string, Promise<void>>()
  /** Where the next search continues, so that every webhook has its turn. */
  let after: WebhookKey = FIRST

  async function serve(tenantId: bigint, webhookId: string): Promise<void> {
    const ownApp = { ...app, db: app.db.forTenant(tenantId) }
    try {
      while (!stop.signal.aborted && (await sendNext(ownApp, tenantId, webhookId)) > 0);
    } catch (error) {
      app.log.error(
        { err: error, tenantId: String(tenantId), webhookId },
        'events could not be sent to a webhook; will retry',
      )
      await pause(RETRY_DELAY_MS)
    }
  }

  function begin({ tenantId, webhookId }: WebhookKey): void {
    const key = `${tenantId} ${webhookId}`
    if (serving.has(key)) return
    serving.set(
      key,
      serve(tenantId, webhookId).finally(() => serving.delete(key)),
    )
  }

  const pause = (delayMs: number) => sleep(delayMs, undefined, { signal: stop.signal }).catch(() => {})

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      let idleMs = IDLE_MS
      try {
        const from = after
        const due = await app.db.read((db) => webhooksWithDue(db, app.tokenClock.now(), from, MAX_CONCURRENT_WEBHOOKS))
        const begun = due.slice(0, MAX_CONCURRENT_WEBHOOKS - serving.size)
        for (const webhook of begun) begin(webhook)
        after = due.length < MAX_CONCURRENT_WEBHOOKS ? FIRST : (begun.at(-1) ?? from)
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
      await Promise.all(serving.values())
    },
  }
}

/**
 * Sends a webhook's due deliveries, a few concurrently, and records the outcomes. Returns how many
 * were sent.
 */
export async function sendNext(app: App, tenantId: bigint, webhookId: string): Promise<number> {
  const claim = await claimDeliveries(app, tenantId, webhookId)
  if (!claim) return 0
  // A worker that slept since leaves the deliveries to the one that claims them next.
  if (!claim.isLeased()) return 0
  const attempts = await Promise.all(claim.deliveries.map((one) => send(app, claim, one)))
  await recordOutcomes(app, { tenantId, webhookId }, attempts)
  return attempts.length
}

async function send(
  app: App,
  { url, secrets }: Claim,
  { delivery, event, trace: parent }: Claim['deliveries'][number],
): Promise<Attempt> {
  const attributes = { 'giro.event.type': delivery.eventType, 'giro.webhook.id': delivery.webhookId }
  const span = parent && app.tracing?.begin('webhook delivery', { parent, kind: 'client', attributes })
  const timestamp = Math.floor(app.tokenClock.now().epochMilliseconds / 1_000)
  const body = JSON.stringify({ ...renderEvent(event), timestamp: event.at.toString() })
  const headers = {
    ...signatureHeaders(secrets, { id: delivery.eventId, timestamp, body }),
    'user-agent': 'Giro',
    ...(span && { traceparent: traceparentOf(span.context) }),
  }
  try {
    const options = { rules: app.webhookNetwork, timeoutMs: TIMEOUT_MS }
    const reply = await postJson(new URL(url), headers, body, options)
    span?.end({ attributes: { 'http.response.status_code': reply.status }, isFailed: reply.status >= 300 })
    return { delivery, ...reply }
  } catch (error) {
    span?.end({ isFailed: true })
    return { delivery, error: failureOf(error, TIMEOUT_MS) }
  }
}
