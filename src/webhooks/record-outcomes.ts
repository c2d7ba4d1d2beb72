import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { type Delivery, makeDue, type Outcome, writeOutcomes } from './deliveries.store.ts'
import { DISABLED_AFTER_MS, nextWait, OUTAGE_MS } from './domain/retries.ts'
import { recordWebhook } from './record-webhook.ts'
import { lockWebhook, markDisabled, type Webhook, writeHealth } from './webhooks.store.ts'

/** What came of one attempt: the answer, or why there was none. */
export type Attempt = { delivery: Delivery } & ({ status: number; retryAfter: number | undefined } | { error: string })

/** How much of what waits is tried at once after an outage; the rest comes by itself within the hour. */
const MOST_MADE_DUE = 10_000
const GONE = 410

/** Writes what came of attempts, and what it says about the webhook: that it answers again, or that it is to be left alone. */
export async function recordOutcomes(
  app: App,
  { tenantId, webhookId }: { tenantId: bigint; webhookId: string },
  attempts: readonly Attempt[],
): Promise<void> {
  const now = app.tokenClock.now()
  await app.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, tenantId, webhookId)
    if (!webhook) return
    const outcomes = attempts.map((attempt) => outcomeOf(attempt, now))
    await writeOutcomes(tx, tenantId, outcomes, now)
    if (outcomes.some(({ status }) => status === 'Delivered')) await recover(tx, tenantId, webhook, now)
    else await fail(tx, { app, tenantId, webhook, attempts }, now)
  })
}

function isAccepted(attempt: Attempt): boolean {
  return 'status' in attempt && attempt.status >= 200 && attempt.status < 300
}

function outcomeOf(attempt: Attempt, now: Temporal.Instant): Outcome {
  const { id, attempts, firstAttemptAt } = attempt.delivery
  const responseStatus = 'status' in attempt ? attempt.status : null
  const common = { id, attempt: attempts, responseStatus }
  if (isAccepted(attempt)) return { ...common, status: 'Delivered', error: null, dueAt: null }
  const error = 'error' in attempt ? attempt.error : `it answered with status ${attempt.status}`
  const retryAfterMs = 'status' in attempt ? (attempt.retryAfter ?? 0) * 1_000 : 0
  const made = {
    count: attempts,
    firstMs: (firstAttemptAt ?? now).epochMilliseconds,
    nowMs: now.epochMilliseconds,
  }
  const wait = nextWait(made, Math.random(), retryAfterMs)
  if (wait === undefined) return { ...common, status: 'Failed', error, dueAt: null }
  return { ...common, status: 'Pending', error, dueAt: now.add({ milliseconds: wait }) }
}

async function recover(tx: Transaction, tenantId: bigint, webhook: Webhook, now: Temporal.Instant): Promise<void> {
  const { id: webhookId, failingSince } = webhook
  if (failingSince === null) return
  await writeHealth(tx, tenantId, webhookId, null)
  if (now.epochMilliseconds - failingSince.epochMilliseconds >= OUTAGE_MS)
    await makeDue(tx, { tenantId, webhookId, limit: MOST_MADE_DUE }, now)
}

interface Failure {
  app: App
  tenantId: bigint
  webhook: Webhook
  attempts: readonly Attempt[]
}

async function fail(
  tx: Transaction,
  { app, tenantId, webhook, attempts }: Failure,
  now: Temporal.Instant,
): Promise<void> {
  const since = webhook.failingSince ?? now
  if (webhook.failingSince === null) await writeHealth(tx, tenantId, webhook.id, now)
  const isGone = attempts.some((attempt) => 'status' in attempt && attempt.status === GONE)
  const isDead = now.epochMilliseconds - since.epochMilliseconds >= DISABLED_AFTER_MS
  if (webhook.status !== 'Active' || !(isGone || isDead)) return
  const reason = isGone ? 'it answered with status 410' : `it has accepted nothing since ${since.toString()}`
  await markDisabled(tx, tenantId, webhook.id, reason)
  const after: Webhook = { ...webhook, status: 'Disabled', statusReason: reason, version: webhook.version + 1n }
  await recordWebhook(
    tx,
    { tenantId, actor: 'worker' },
    { action: 'disabled', before: webhook, after },
    app.clock.now(),
  )
}
