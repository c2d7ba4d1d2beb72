import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { renderEvent, type ShownEvent } from '../events/events.ts'
import type { Worker } from '../jobs/worker.ts'
import { type Claim, claimDeliveries } from './claim-deliveries.ts'
import { type Delivery, type WebhookKey, webhooksWithDue } from './deliveries.store.ts'
import { failureOf, postJson } from './post-json.ts'
import { type Attempt, recordOutcomes } from './record-outcomes.ts'
import { signatureHeaders } from './signature.ts'

/** How long an answer may take, whole. */
const TIMEOUT_MS = 15_000
/** Webhooks that a worker sends to at once, at the most; each of them gets a few requests at a time. */
const MOST_WEBHOOKS = 20
const IDLE_MS = 250
/** How long a webhook is left alone where something of ours fails, so that a fault does not become a storm. */
const FAILED_MS = 5_000
/** Before every webhook there is. */
const FIRST: WebhookKey = { tenantId: 0n, webhookId: '00000000-0000-0000-0000-000000000000' }

/**
 * Sends what is due, webhook by webhook, each for itself: one that answers slowly holds up no other one, and no payment. Any number of workers may
 * send at once.
 */
export function startSender(app: App): Worker {
  const stop = new AbortController()
  const serving = new Map<string, Promise<void>>()
  /** Where the next look goes on, so that everyone has their turn. */
  let after: WebhookKey = FIRST

  async function serve(tenantId: bigint, webhookId: string): Promise<void> {
    try {
      while (!stop.signal.aborted && (await sendNext(app, tenantId, webhookId)) > 0);
    } catch (error) {
      app.log.error(
        { err: error, tenantId: String(tenantId), webhookId },
        'events could not be sent to a webhook and will be tried again',
      )
      await pause(FAILED_MS)
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

  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => {})

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      let idleMs = IDLE_MS
      try {
        const from = after
        const due = await app.db.read((db) => webhooksWithDue(db, app.tokenClock.now(), from, MOST_WEBHOOKS))
        const begun = due.slice(0, MOST_WEBHOOKS - serving.size)
        for (const webhook of begun) begin(webhook)
        after = due.length < MOST_WEBHOOKS ? FIRST : (begun.at(-1) ?? from)
      } catch (error) {
        app.log.error({ err: error }, 'the worker could not look for events to send and will try again')
        idleMs = FAILED_MS
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

/** Sends what is due for a webhook now, a few at once, and writes what came of it. Returns how many were sent. */
export async function sendNext(app: App, tenantId: bigint, webhookId: string): Promise<number> {
  const claim = await claimDeliveries(app, tenantId, webhookId)
  if (!claim) return 0
  const attempts = await Promise.all(claim.deliveries.map(({ delivery, event }) => send(app, claim, delivery, event)))
  await recordOutcomes(app, { tenantId, webhookId }, attempts)
  return attempts.length
}

async function send(app: App, { url, secrets }: Claim, delivery: Delivery, event: ShownEvent): Promise<Attempt> {
  const timestamp = Math.floor(app.tokenClock.now().epochMilliseconds / 1_000)
  const body = JSON.stringify({ ...renderEvent(event), timestamp: event.at.toString() })
  const headers = {
    ...signatureHeaders(secrets, { id: delivery.eventId, timestamp, body }),
    'user-agent': 'Giro',
  }
  try {
    const options = { rules: app.webhookNetwork, timeoutMs: TIMEOUT_MS }
    return { delivery, ...(await postJson(new URL(url), headers, body, options)) }
  } catch (error) {
    return { delivery, error: failureOf(error, TIMEOUT_MS) }
  }
}
