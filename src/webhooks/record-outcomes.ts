import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { type Delivery, makeDue, type Outcome, type WebhookKey, writeOutcomes } from './deliveries.store.ts'
import { DISABLED_AFTER_MS, nextWait, OUTAGE_MS } from './domain/retries.ts'
import { recordWebhook } from './record-webhook.ts'
import { findWebhook, lockWebhook, markDisabled, type Webhook, writeHealth } from './webhooks.store.ts'

/** The result of one attempt: the reply, or why there was none. */
export type Attempt = { delivery: Delivery } & (
  | { status: number; retryAfterSeconds: number | undefined }
  | { error: string }
)

/**
 * The most deliveries retried at once after an outage; the rest follow on schedule within the hour.
 */
const MAX_MADE_DUE = 10_000
const STATUS_GONE = 410

/**
 * Records the outcomes of attempts and updates the webhook: its outage ends when it accepts a
 * delivery, and it is disabled when it is gone or accepted nothing for too long. Attempts whose
 * lease has ended count for neither. Returns the version of the webhook; undefined if nothing more
 * may be sent to it.
 */
export async function recordOutcomes(
  app: App,
  { tenantId, webhookId }: WebhookKey,
  attempts: readonly Attempt[],
): Promise<bigint | undefined> {
  const now = app.tokenClock.now()
  return app.db.transaction(async (tx) => {
    const webhook = await webhookOf(tx, { tenantId, webhookId }, attempts)
    if (!webhook) return undefined
    const outcomes = attempts.map((attempt) => outcomeOf(attempt, now))
    const written = await writeOutcomes(tx, tenantId, outcomes, now)
    const late = outcomes.filter(({ id }) => !written.has(id))
    if (late.length > 0) app.log.warn({ webhookId, late: late.length }, 'outcomes of deliveries came after their lease')
    const version = webhook.status === 'Active' && !webhook.isHeld ? webhook.version : undefined
    if (written.size === 0) return version
    const counted = attempts.filter(({ delivery }) => written.has(delivery.id))
    if (!counted.some(isAccepted))
      return (await fail(tx, { app, tenantId, webhook, attempts: counted }, now)) ? undefined : version
    await recover(tx, tenantId, webhook, now)
    return version
  })
}

/**
 * Locks the webhook if it may change. While it accepts everything it does not, and a lock would
 * keep the sweep from moving it along the feed.
 */
async function webhookOf(
  tx: Transaction,
  { tenantId, webhookId }: WebhookKey,
  attempts: readonly Attempt[],
): Promise<Webhook | undefined> {
  if (attempts.every(isAccepted)) {
    const webhook = await findWebhook(tx, tenantId, webhookId)
    if (webhook?.failingSince === null) return webhook
  }
  return lockWebhook(tx, tenantId, webhookId)
}

/** Whether the receiver accepted the event. */
export function isAccepted(attempt: Attempt): boolean {
  return 'status' in attempt && attempt.status >= 200 && attempt.status < 300
}

function outcomeOf(attempt: Attempt, now: Temporal.Instant): Outcome {
  const { id, attempts, firstAttemptAt } = attempt.delivery
  const responseStatus = 'status' in attempt ? attempt.status : null
  const common = { id, attempt: attempts, responseStatus }
  if (isAccepted(attempt)) return { ...common, status: 'Delivered', error: null, dueAt: null }
  const error = 'error' in attempt ? attempt.error : `the receiver replied with status ${attempt.status}`
  const retryAfterMs = 'status' in attempt ? (attempt.retryAfterSeconds ?? 0) * 1_000 : 0
  const attemptsSoFar = {
    count: attempts,
    firstMs: (firstAttemptAt ?? now).epochMilliseconds,
    nowMs: now.epochMilliseconds,
  }
  const waitMs = nextWait(attemptsSoFar, Math.random(), retryAfterMs)
  if (waitMs === undefined) return { ...common, status: 'Failed', error, dueAt: null }
  return { ...common, status: 'Pending', error, dueAt: now.add({ milliseconds: waitMs }) }
}

async function recover(tx: Transaction, tenantId: bigint, webhook: Webhook, now: Temporal.Instant): Promise<void> {
  const { id: webhookId, failingSince } = webhook
  if (failingSince === null) return
  await writeHealth(tx, tenantId, webhookId, null)
  if (now.epochMilliseconds - failingSince.epochMilliseconds >= OUTAGE_MS)
    await makeDue(tx, { tenantId, webhookId, limit: MAX_MADE_DUE }, now)
}

interface Failure {
  app: App
  tenantId: bigint
  webhook: Webhook
  attempts: readonly Attempt[]
}

/** Returns whether it disabled the webhook. */
async function fail(
  tx: Transaction,
  { app, tenantId, webhook, attempts }: Failure,
  now: Temporal.Instant,
): Promise<boolean> {
  const since = webhook.failingSince ?? now
  if (webhook.failingSince === null) await writeHealth(tx, tenantId, webhook.id, now)
  const isGone = attempts.some((attempt) => 'status' in attempt && attempt.status === STATUS_GONE)
  const isDead = now.epochMilliseconds - since.epochMilliseconds >= DISABLED_AFTER_MS
  if (webhook.status !== 'Active' || !(isGone || isDead)) return false
  const reason = isGone
    ? 'the receiver replied with status 410'
    : `the receiver has accepted nothing since ${since.toString()}`
  await markDisabled(tx, tenantId, webhook.id, reason)
  const after: Webhook = { ...webhook, status: 'Disabled', statusReason: reason, version: webhook.version + 1n }
  await recordWebhook(
    tx,
    { tenantId, actor: 'worker' },
    { action: 'disabled', before: webhook, after },
    app.clock.now(),
  )
  return true
}
